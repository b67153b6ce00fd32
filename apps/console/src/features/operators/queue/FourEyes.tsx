import type { RejectionReason } from '@fairlot/rules/operators'
import { cx, Icon } from '@fairlot/ui'
import { Moment } from '#kit/Moment.tsx'
import { Initial } from '#kit/Initial.tsx'
import { momentText } from '#shell/format.ts'
import { useMe } from '#shell/session.ts'
import { queueTexts } from './texts/index.ts'
import type { ReviewTexts } from '../review/texts/index.ts'
import type { ReviewDetail } from './view.ts'
import { codeText } from './code-text.ts'
import styles from './FourEyes.module.css'

/** The two votes of a decision: who has voted, and whose turn it is. */
export function FourEyes({
  detail,
  codeTexts,
}: {
  readonly detail: ReviewDetail
  readonly codeTexts: ReviewTexts
}) {
  const all = queueTexts.use()
  const texts = all.pane
  const { review, votes } = detail
  const isOpen = review.state === 'waiting' || review.state === 'second'
  const isMyTurn = isOpen && (detail.mayApprove === null || detail.mayApprove === 'review.not-opened')
  // A proposal counts as the first vote.
  const proposer =
    review.openedBy !== null && !votes.some(({ operatorId }) => operatorId === review.openedBy?.operatorId)
      ? review.openedBy
      : null
  const taken = [
    ...(proposer === null
      ? []
      : [
          {
            key: 'proposer',
            name: proposer.name,
            title: texts.proposedBy(proposer.name),
            note: '',
            reason: null,
            opened: [],
            at: review.openedAt,
          },
        ]),
    ...votes.map((vote) => ({
      key: vote.at,
      name: vote.name,
      title: vote.decision === 'approve' ? texts.approvedBy(vote.name) : texts.rejectedBy(vote.name),
      note: vote.isSigned ? vote.note : texts.unsigned,
      reason: vote.reason,
      opened: vote.opened.map(({ code, at }) => ({ code, openedAt: at })),
      at: vote.at,
    })),
  ]
  const free = isOpen ? Math.max(0, 2 - taken.length) : 0
  return (
    <section>
      <h3 className={styles.h3}>
        {texts.eyes}
        <small>{texts.eyesRule}</small>
      </h3>
      <ol className={styles.eyes}>
        {taken.map(({ key, name, title, note, reason, opened, at }) => (
          <li key={key} className={styles.eye}>
            <Initial name={name} />
            <div>
              <b>{title}</b>
              <Moment at={at} className={cx('num', styles.at)} />
              {reason === null ? null : (
                <div className={styles.note}>
                  {all.reject.codes[reason as RejectionReason]?.name ?? reason}
                </div>
              )}
              {note === '' ? null : <div className={styles.note}>{all.quoted(note)}</div>}
              <Opened documents={opened} codeTexts={codeTexts} />
            </div>
          </li>
        ))}
        {Array.from({ length: free }, (_, index) => (
          <Free
            key={index}
            detail={detail}
            codeTexts={codeTexts}
            isFirst={taken.length + index === 0}
            isMine={isMyTurn && index === 0}
          />
        ))}
      </ol>
      <SetBy people={detail.setBy} />
    </section>
  )
}

interface FreeProps {
  readonly detail: ReviewDetail
  readonly codeTexts: ReviewTexts
  readonly isFirst: boolean
  readonly isMine: boolean
}

/** A vote that has not been given yet. */
function Free({ detail, codeTexts, isFirst, isMine }: FreeProps) {
  const texts = queueTexts.use().pane
  const me = useMe()
  return (
    <li className={cx(styles.eye, isMine && styles.mine)}>
      {isMine ? <Initial name={me?.name ?? ''} mine /> : <Initial name="?" />}
      <div>
        <b>{isMine ? texts.yourTurn(me?.name ?? '') : isFirst ? texts.waitFirst : texts.waitSecond}</b>
        <div className={styles.note}>
          {isMine ? (isFirst ? texts.first : texts.second) : isFirst ? '' : texts.notYou}
        </div>
        {isMine ? <Opened documents={detail.mustOpen} codeTexts={codeTexts} /> : null}
      </div>
    </li>
  )
}

/** Who set the restriction that is appealed: they do not vote on the appeal. */
function SetBy({ people }: { readonly people: ReviewDetail['setBy'] }) {
  const texts = queueTexts.use().pane
  if (people.length === 0) return null
  return (
    <ul className={styles.setBy} aria-label={texts.setBy}>
      {people.map(({ operatorId, name, at }, index) => (
        <li key={operatorId} className={styles.eye}>
          <Initial name={name} />
          <div>
            <b>{index === 0 ? texts.setFirst(name) : texts.setSecond(name)}</b>
            <Moment at={at} className={cx('num', styles.at)} />
          </div>
          <span className={styles.locked}>
            <Icon name="lock" size={0.875} />
            {texts.noVote}
          </span>
        </li>
      ))}
    </ul>
  )
}

/** What this person opened, and when. */
function Opened({
  documents,
  codeTexts,
}: {
  readonly documents: ReviewDetail['mustOpen']
  readonly codeTexts: ReviewTexts
}) {
  const texts = queueTexts.use().pane
  if (documents.length === 0) return null
  return (
    <ul className={styles.opened}>
      {documents.map(({ code, openedAt }) => (
        <li key={code} className={cx(openedAt === null && styles.shut)}>
          <Icon name={openedAt === null ? 'lock' : 'check'} size={0.875} weight={2} />
          {openedAt === null
            ? texts.notOpened(codeText(codeTexts, code))
            : texts.openedAt(codeText(codeTexts, code), momentText(openedAt))}
        </li>
      ))}
    </ul>
  )
}
