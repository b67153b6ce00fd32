import { Empty, Note } from '@fairlot/ui'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { Answered } from '#shell/Answered.tsx'
import { useRead } from '#shell/data.ts'
import { formatWait } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { shellTexts } from '#shell/texts/index.ts'
import { type ReviewTexts, reviewTexts } from '../review/texts/index.ts'
import { Moment } from '#kit/Moment.tsx'
import { ConfirmVote } from './ConfirmVote.tsx'
import { buttonOf, sentenceOf } from './figures.ts'
import { FourEyes } from './FourEyes.tsx'
import { RejectForm } from './RejectForm.tsx'
import { ReviewBody } from './ReviewBody.tsx'
import { ReviewHead } from './ReviewHead.tsx'
import { ReviewNotes } from './ReviewNotes.tsx'
import { ReviseField, shownValue } from './ReviseField.tsx'
import { SignedContent } from './SignedContent.tsx'
import { queueTexts } from './texts/index.ts'
import { type Openings, useOpenings } from './use-openings.ts'
import { documentOf, PANE_HEADING, useVote, type Vote } from './use-vote.ts'
import { VoteFoot } from './VoteFoot.tsx'
import type { ReviewDetail } from './view.ts'
import { codeText } from './code-text.ts'
import styles from './ReviewPane.module.css'

interface ReviewPaneProps {
  readonly reviewId: string
  /** Called when a vote was counted. */
  readonly onVoted: (reviewId: string) => void
}

/** Everything about one review. It shows the answer of the kind's `describe`, so a new kind needs no new page. */
export function ReviewPane({ reviewId, onVoted }: ReviewPaneProps) {
  const texts = queueTexts.use().pane
  // No placeholder from another review: the page must show what the buttons decide on.
  const read = useRead('/operators/review', { reviewId }, { every: 10_000 })
  // The address has no review: trying again would not help.
  const failed = read.data === undefined && read.isError ? read.error.failed : undefined
  if (failed?.why === 'refused' && (failed.msg === 'review.not-found' || failed.msg === 'input.invalid')) {
    return <Empty nothing={texts.missing} text={texts.missingText} icon="search" />
  }
  return <Answered read={read}>{(detail) => <Detail detail={detail} onVoted={onVoted} />}</Answered>
}

interface DetailProps {
  readonly detail: ReviewDetail
  readonly onVoted: (reviewId: string) => void
}

const focusHeading = () => document.getElementById(PANE_HEADING)?.focus()

function Detail({ detail, onVoted }: DetailProps) {
  const all = queueTexts.use()
  const texts = all.pane
  const codeTexts = reviewTexts.use()
  const { review } = detail
  const openings = useOpenings(detail)
  const vote = useVote({ detail, openings, onVoted })
  const { who, voted } = vote.figures
  return (
    <>
      <ReviewHead review={review} figures={vote.figures} isOpen={vote.isOpen} />
      <div className={styles.body} tabIndex={0} role="region" aria-label={texts.facts}>
        {vote.conflict === undefined ? null : (
          <Note tone="warn" role="alert">
            {all.done.conflict} {vote.conflict}
          </Note>
        )}
        {detail.trouble === null ? null : (
          <Note tone="crit">
            {texts.trouble}
            {detail.trouble}
          </Note>
        )}
        {openings.canOpen ? <Opening openings={openings} number={review.number} /> : null}
        <Revised detail={detail} vote={vote} codeTexts={codeTexts} />
        <ReviewBody detail={detail} codeTexts={codeTexts} openings={openings} />
        {vote.isRejecting ? (
          <Rejecting detail={detail} vote={vote} />
        ) : (
          <FourEyes detail={detail} codeTexts={codeTexts} />
        )}
        <ReviewNotes detail={detail} />
        <SignedContent detail={detail} />
        {review.ended === null ? null : <Ending detail={detail} codeTexts={codeTexts} />}
      </div>
      {vote.isPending ? <p className={styles.waiting}>{texts.pending}</p> : null}
      {vote.isConfirming ? (
        <ConfirmVote
          sentence={sentenceOf(all, review, who, voted)}
          effects={detail.effects.map((effect) => codeText(codeTexts, effect))}
          button={buttonOf(all, review, voted)}
          busy={vote.busy === 'approve'}
          onSend={() => void vote.send({ decision: 'approve', note: vote.draft.note }, all.done.passed)}
          onCancel={() => {
            vote.setConfirming(false)
            focusHeading()
          }}
        />
      ) : null}
      {vote.isOpen && !vote.isRejecting && !vote.isConfirming && !vote.isPending ? (
        <VoteFoot detail={detail} vote={vote} />
      ) : null}
    </>
  )
}

interface OpeningProps {
  readonly openings: Openings
  readonly number: string
}

function Opening({ openings, number }: OpeningProps) {
  const all = queueTexts.use()
  return (
    <div className={styles.opening}>
      <ConsoleButton kind="outline" hotkey="V" loading={openings.isBusy} onPress={() => void openings.open()}>
        {all.pane.openAll}
      </ConsoleButton>
      <small>{all.pane.openPurpose(all.personal.reviewing(number))}</small>
    </div>
  )
}

interface VoteProps {
  readonly detail: ReviewDetail
  readonly vote: Vote
}

/** The figures that the first operator may change. */
function Revised({ detail, vote, codeTexts }: VoteProps & { readonly codeTexts: ReviewTexts }) {
  const { mayRevise, revised } = vote.figures
  return mayRevise.map((field) => (
    <ReviseField
      key={field}
      label={codeText(codeTexts, field)}
      value={revised[field] ?? shownValue(detail.payload[field])}
      isFixed={detail.suggested[field] !== undefined}
      onChange={(text) => vote.setDraft({ figures: { ...vote.draft.figures, [field]: text } })}
    />
  ))
}

function Rejecting({ detail, vote }: VoteProps) {
  const { done } = queueTexts.use()
  const { draft, setDraft } = vote
  return (
    <RejectForm
      reasons={detail.reasons}
      document={documentOf(detail)}
      draft={draft.rejection}
      onChange={(next) => setDraft({ rejection: { ...draft.rejection, ...next } })}
      busy={vote.busy === 'reject'}
      onSend={(rejection) =>
        void vote.send({ decision: 'reject', ...rejection }, (number, isFirst) =>
          isFirst ? done.rejectedFirst(number) : done.rejected(number),
        )
      }
      onCancel={() => {
        setDraft({ isRejecting: false })
        focusHeading()
      }}
    />
  )
}

function Ending({ detail, codeTexts }: { readonly detail: ReviewDetail; readonly codeTexts: ReviewTexts }) {
  const all = queueTexts.use()
  const language = useLanguage()
  const { comma } = shellTexts.use()
  const { ended } = detail.review
  if (ended === null) return null
  return (
    <p className={styles.outcome}>
      {all.pane.outcome} <b>{all.ends[ended.how] ?? codeText(codeTexts, ended.how)}</b>
      {' · '}
      <Moment at={ended.at} />
      {ended.by.length === 0 ? null : ` · ${ended.by.join(comma)}`}
      {' · '}
      {all.list.took(formatWait(ended.tookMinutes, language))}
    </p>
  )
}
