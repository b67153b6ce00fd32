import { Icon } from '@fairlot/ui'
import { useEffect, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { messageText } from '#shell/messages.ts'
import { useMe } from '#shell/session.ts'
import { buttonOf, mayStill } from './figures.ts'
import { queueTexts } from './texts/index.ts'
import { PANE_HEADING, type Vote } from './use-vote.ts'
import type { ReviewDetail } from './view.ts'
import { Counter } from './VoteNote.tsx'
import styles from './ReviewPane.module.css'

interface VoteFootProps {
  readonly detail: ReviewDetail
  readonly vote: Vote
}

/** The note and the buttons of a review that can be decided. */
export function VoteFoot({ detail, vote }: VoteFootProps) {
  const all = queueTexts.use()
  const texts = all.pane
  const me = useMe()
  const { review } = detail
  const { busy, mayApprove } = vote
  const { voted, values } = vote.figures
  const mine = detail.votes.find(({ operatorId, isSigned }) => operatorId === me?.operatorId && !isSigned)
  return (
    <footer className={styles.foot} data-armed={vote.isArmed || undefined}>
      {mayStill(detail) || detail.mayReject === null ? <NoteRow detail={detail} vote={vote} /> : null}
      {vote.isNoteMissing ? (
        <p id={`${vote.noteId}-missing`} className={styles.missing} role="alert">
          {texts.noteNeeded}
        </p>
      ) : null}
      <div className={styles.actions}>
        <div className={styles.effect}>
          {mayApprove !== null ? (
            <WhyNot code={mayApprove} />
          ) : review.state === 'waiting' ? (
            texts.effectFirst
          ) : (
            texts.effectSecond
          )}
        </div>
        {mine === undefined ? null : (
          <ConsoleButton loading={busy === 'sign'} onPress={() => void vote.sign()}>
            {texts.sign}
          </ConsoleButton>
        )}
        {detail.mayCancel ? (
          <ConsoleButton kind="outline" loading={busy === 'cancel'} onPress={() => void vote.cancel()}>
            {texts.cancel}
          </ConsoleButton>
        ) : null}
        {detail.mayReject === null ? (
          <ConsoleButton kind="outline" hotkey="R" onPress={vote.reject}>
            {texts.reject}
          </ConsoleButton>
        ) : null}
        {mayStill(detail) ? (
          <ConsoleButton hotkey="A" disabled={mayApprove !== null || values === null} onPress={vote.approve}>
            {review.state === 'second' ? buttonOf(all, review, voted) : texts.approve(voted)}
          </ConsoleButton>
        ) : null}
      </div>
    </footer>
  )
}

function NoteRow({ detail, vote }: VoteFootProps) {
  const texts = queueTexts.use().pane
  const { noteId, isNoteMissing, draft } = vote
  return (
    <div className={styles.noteRow}>
      <input
        id={noteId}
        className={styles.note}
        aria-label={texts.note}
        placeholder={detail.noteNeeded ? texts.noteNeeded : texts.noteHint}
        value={draft.note}
        aria-invalid={isNoteMissing || undefined}
        aria-describedby={isNoteMissing ? `${noteId}-missing` : undefined}
        onChange={(event) => {
          vote.setDraft({ note: event.target.value })
          vote.setNoteMissing(false)
        }}
        onKeyDown={(event) => {
          // Leaves the field, so that letters are shortcuts again.
          if (event.key === 'Escape') document.getElementById(PANE_HEADING)?.focus()
        }}
      />
      <Counter text={draft.note} />
    </div>
  )
}

/** Why this operator cannot approve it, from the catalogue. */
function WhyNot({ code }: { readonly code: string }) {
  const [text, setText] = useState('')
  useEffect(() => {
    void messageText(code).then(setText)
  }, [code])
  return (
    <span className={styles.whyNot}>
      <Icon name="lock" size={0.9375} />
      {text}
    </span>
  )
}
