import { Moment } from '#kit/Moment.tsx'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { useSend } from '#kit/form/use-send.ts'
import { announce } from '#shell/announce.ts'
import { call } from '#shell/client.ts'
import { refresh } from '#shell/data.ts'
import { useDraft } from '#shell/drafts.ts'
import { mayDo, useMe } from '#shell/session.ts'
import { queueTexts } from './texts/index.ts'
import type { ReviewDetail } from './view.ts'
import pane from './ReviewPane.module.css'
import styles from './ReviewNotes.module.css'

const LONGEST = 1_000

/** Operators' notes on a review for each other. They are kept as they were written. */
export function ReviewNotes({ detail }: { readonly detail: ReviewDetail }) {
  const texts = queueTexts.use().notes
  const me = useMe()
  const { reviewId, number } = detail.review
  return (
    <section>
      <h3 className={pane.h3}>
        {texts.title}
        <small>{texts.hint}</small>
      </h3>
      {detail.notes.length === 0 ? <p className={styles.none}>{texts.none}</p> : null}
      <ul className={styles.notes}>
        {detail.notes.map(({ noteId, operator, text, at }) => (
          <li key={noteId}>
            <p>{text}</p>
            <small>
              {operator} · <Moment at={at} className="num" />
            </small>
          </li>
        ))}
      </ul>
      {mayDo(me, 'open-personal') ? <NewNote reviewId={reviewId} number={number} /> : null}
    </section>
  )
}

function NewNote({ reviewId, number }: { readonly reviewId: string; readonly number: string }) {
  const texts = queueTexts.use().notes
  const [draft, setDraft, forget] = useDraft(`review note ${reviewId}`, { text: '' })
  const text = draft.text.trim()
  const { isBusy, failure, send } = useSend({
    onSend: () => (text === '' ? undefined : call('/operators/addReviewNote', { reviewId, text })),
    onDone: async () => {
      setDraft({ text: '' })
      forget()
      announce(texts.added)
      await refresh('/operators/review')
    },
  })
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        void send()
      }}
    >
      <textarea
        rows={2}
        maxLength={LONGEST}
        aria-label={`${texts.label}, ${number}`}
        placeholder={texts.label}
        value={draft.text}
        onChange={(event) => setDraft({ text: event.target.value })}
      />
      <ConsoleButton type="submit" kind="outline" small disabled={text === ''} loading={isBusy}>
        {texts.add}
      </ConsoleButton>
      {failure === undefined ? null : (
        <p role="alert" className={styles.failure}>
          {failure}
        </p>
      )}
    </form>
  )
}
