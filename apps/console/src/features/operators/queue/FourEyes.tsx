import { cx } from '@fairlot/ui'
import { Initial } from '#kit/Initial.tsx'
import { formatMoment } from '#shell/format.ts'
import { useMe } from '#shell/session.ts'
import { queueTexts } from './texts/index.ts'
import type { ReviewDetail } from './view.ts'
import styles from './FourEyes.module.css'

/** The two places of a decision: who has taken one, and whose turn it is. */
export function FourEyes({ detail }: { readonly detail: ReviewDetail }) {
  const texts = queueTexts.use().pane
  const me = useMe()
  const { review, votes } = detail
  const isOpen = review.state === 'waiting' || review.state === 'second'
  const isMyTurn = isOpen && detail.mayApprove === null
  // Whoever proposed it stands in the first place without a vote of his own.
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
            at: review.openedAt,
          },
        ]),
    ...votes.map((vote) => ({
      key: vote.at,
      name: vote.name,
      title: vote.decision === 'approve' ? texts.approvedBy(vote.name) : texts.rejectedBy(vote.name),
      note: vote.note,
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
        {taken.map(({ key, name, title, note, at }) => (
          <li key={key} className={styles.eye}>
            <Initial name={name} />
            <div>
              <b>{title}</b>
              <div className={cx('num', styles.at)}>{formatMoment(at)}</div>
              {note === '' ? null : <div className={styles.note}>「{note}」</div>}
            </div>
          </li>
        ))}
        {Array.from({ length: free }, (_, index) => {
          const isFirst = taken.length + index === 0
          const isMine = isMyTurn && index === 0
          return (
            <li key={index} className={cx(styles.eye, isMine && styles.mine)}>
              {isMine ? <Initial name={me?.name ?? ''} mine /> : <Initial name="?" />}
              <div>
                <b>
                  {isMine ? texts.yourTurn(me?.name ?? '') : isFirst ? texts.waitFirst : texts.waitSecond}
                </b>
                <div className={styles.note}>
                  {isMine ? (isFirst ? texts.first : texts.second) : isFirst ? '' : texts.notYou}
                </div>
              </div>
            </li>
          )
        })}
      </ol>
    </section>
  )
}
