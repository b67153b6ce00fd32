import type { IdentityDocument } from '@fairlot/contract/identity'
import { cx, Icon, Note } from '@fairlot/ui'
import { formatMoney, parseMoney } from '@fairlot/money'
import { useEffect, useId, useRef, useState } from 'react'
import { DeskButton } from '#kit/DeskButton.tsx'
import { moneyText } from '#kit/money-text.ts'
import { Answered } from '#shell/Answered.tsx'
import { announce } from '#shell/announce.ts'
import { call, type Failed } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { formatMoment } from '#shell/format.ts'
import { failureText, messageText, showToast, toastFailure } from '#shell/messages.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { useShortcuts } from '#shell/shortcuts.ts'
import { FourEyes } from './FourEyes.tsx'
import { RejectForm } from './RejectForm.tsx'
import { ReviewBody } from './ReviewBody.tsx'
import { queueTexts } from './texts/index.ts'
import { reviewWords } from '../words/texts/index.ts'
import type { ReviewDetail } from './view.ts'
import { wordOf } from './words.ts'
import styles from './ReviewPane.module.css'

export const PANE_HEADING = 'review-heading'

interface ReviewPaneProps {
  readonly reviewId: string
  /** A vote was counted. */
  readonly onVoted: (reviewId: string) => void
}

/** Everything about one review. It shows what the kind's `describe` answers, so a new kind needs no new page. */
export function ReviewPane({ reviewId, onVoted }: ReviewPaneProps) {
  // No placeholder from another review: what is on the page must be what the buttons decide on.
  const read = useRead('/operators/review', { reviewId }, { every: 10_000 })
  return <Answered read={read}>{(detail) => <Detail detail={detail} onVoted={onVoted} />}</Answered>
}

/** On a narrow page the pane may be there and not be seen: then no key decides anything. */
const isShown = (): boolean => document.getElementById(PANE_HEADING)?.checkVisibility() ?? false

const conflicts: ReadonlySet<string> = new Set([
  'review.not-open',
  'review.expired',
  'review.changed',
  'review.same-person',
  'review.not-found',
])

function Detail({
  detail,
  onVoted,
}: {
  readonly detail: ReviewDetail
  readonly onVoted: (reviewId: string) => void
}) {
  const all = queueTexts.use()
  const texts = all.pane
  const { review } = detail
  const words = reviewWords.use()
  const { comma } = shellTexts.use()
  const noteId = useId()
  const [note, setNote] = useState('')
  const [isRejecting, setRejecting] = useState(false)
  const [busy, setBusy] = useState<'approve' | 'reject' | 'withdraw' | null>(null)
  const [conflict, setConflict] = useState<string>()
  const [typed, setTyped] = useState<Readonly<Record<string, string>>>({})
  const isOpen = review.state === 'waiting' || review.state === 'second'
  const mayRevise = review.state === 'waiting' && detail.mayApprove === null ? detail.mayRevise : []
  // What the kind offers stands in the field until somebody types another value.
  const revised: Readonly<Record<string, string>> = {
    ...Object.fromEntries(
      Object.entries(detail.suggested).map(([field, value]) => [field, formatMoney(value)]),
    ),
    ...typed,
  }

  const failed = async (answer: Failed) => {
    if (answer.why === 'refused' && conflicts.has(answer.msg)) {
      const text = await failureText(answer)
      setConflict(text)
      announce(`${all.done.conflict} ${text}`)
      setRejecting(false)
      await refresh('/operators/review', '/operators/queue', '/operators/queueCounts')
    } else await toastFailure(answer)
  }
  const counted = async (text: string) => {
    showToast({ text, tone: 'done', ms: 3000 })
    onVoted(review.reviewId)
    await refresh('/operators/queue', '/operators/queueCounts', '/operators/review')
  }
  // Nothing is drawn as done before the server has said so: money waits for the answer.
  const vote = async (decision: 'approve' | 'reject', reason: string) => {
    if (busy !== null) return
    const values = revisedValues(mayRevise, revised, detail.payload)
    if (values === null) return
    setBusy(decision)
    const answer = await call('/operators/vote', {
      reviewId: review.reviewId,
      decision,
      payloadHash: detail.payloadHash,
      note: reason,
      ...(decision === 'approve' && Object.keys(values).length > 0 ? { revised: values } : {}),
    })
    setBusy(null)
    if (!answer.ok) return failed(answer)
    const { number, state } = answer.data
    await counted(
      decision === 'reject'
        ? all.done.rejected(number)
        : state === 'second'
          ? all.done.first(number)
          : all.done.passed(number),
    )
  }
  const withdraw = async () => {
    if (busy !== null) return
    setBusy('withdraw')
    const answer = await call('/operators/withdrawReview', { reviewId: review.reviewId })
    setBusy(null)
    if (!answer.ok) return failed(answer)
    await counted(all.done.withdrawn(answer.data.number))
  }

  useShortcuts({
    a: () => {
      if (isShown() && isOpen && detail.mayApprove === null && !isRejecting) void vote('approve', note.trim())
    },
    r: () => {
      if (isShown() && isOpen && detail.mayReject === null) setRejecting(true)
    },
  })

  return (
    <>
      <header className={styles.head}>
        <p className={styles.meta}>
          <span className="mono">{review.number}</span>
          <span>
            {all.kinds[review.kind]} · {texts.sent(formatMoment(review.openedAt))} ·{' '}
            {texts.promised(formatMoment(review.promisedAt))}
          </span>
        </p>
        <h2 id={PANE_HEADING} className={cx('num', styles.title)} tabIndex={-1}>
          {review.amount === null
            ? (review.member?.account ?? all.kinds[review.kind])
            : moneyText(review.amount, review.currency)}
        </h2>
        <p className={styles.sub}>
          {review.member !== null && review.amount !== null ? review.member.account : null}
          {review.openedBy === null ? null : texts.proposedBy(review.openedBy.name)}
        </p>
        {review.member === null ? null : (
          <a className={styles.whole} href={`#/members?member=${review.member.memberId}`}>
            {texts.member}
          </a>
        )}
      </header>
      <div className={styles.body} tabIndex={0} role="region" aria-label={texts.facts}>
        {conflict === undefined ? null : (
          <Note tone="warn" role="alert">
            {all.done.conflict} {conflict}
          </Note>
        )}
        {detail.trouble === null ? null : (
          <Note tone="crit">
            {texts.trouble}
            {detail.trouble}
          </Note>
        )}
        <ReviewBody detail={detail} words={words} />
        {mayRevise.map((field) => (
          <ReviseField
            key={field}
            label={wordOf(words, field)}
            value={revised[field] ?? shownValue(detail.payload[field])}
            onChange={(text) => setTyped((before) => ({ ...before, [field]: text }))}
          />
        ))}
        {isRejecting ? (
          <RejectForm
            kind={review.kind}
            document={documentOf(detail)}
            initial={note}
            busy={busy === 'reject'}
            onSend={(reason) => void vote('reject', reason)}
            onCancel={() => {
              setRejecting(false)
              document.getElementById(PANE_HEADING)?.focus()
            }}
          />
        ) : (
          <FourEyes detail={detail} />
        )}
        {detail.outcome === null ? null : (
          <p className={styles.outcome}>
            {texts.outcome} <b>{wordOf(words, detail.outcome)}</b>
            {detail.closedAt === null ? null : ` · ${formatMoment(detail.closedAt)}`}
          </p>
        )}
      </div>
      {isOpen && !isRejecting ? (
        <footer className={styles.foot}>
          {detail.mayApprove === null || detail.mayReject === null ? (
            <input
              id={noteId}
              className={styles.note}
              aria-label={texts.note}
              placeholder={texts.noteHint}
              maxLength={1000}
              value={note}
              onChange={(event) => setNote(event.target.value)}
              onKeyDown={(event) => {
                // Out of the field, so that the letters are keys again.
                if (event.key === 'Escape') event.currentTarget.blur()
              }}
            />
          ) : null}
          <div className={styles.actions}>
            <p className={styles.effect}>
              {detail.mayApprove !== null ? (
                <WhyNot code={detail.mayApprove} />
              ) : review.state === 'waiting' ? (
                texts.effectFirst
              ) : (
                <>
                  {texts.effects}
                  {detail.effects.map((effect) => wordOf(words, effect)).join(comma)}
                </>
              )}
            </p>
            {detail.mayWithdraw ? (
              <DeskButton kind="outline" loading={busy === 'withdraw'} onPress={() => void withdraw()}>
                {texts.withdraw}
              </DeskButton>
            ) : null}
            {detail.mayReject === null ? (
              <DeskButton kind="outline" hotkey="R" onPress={() => setRejecting(true)}>
                {texts.reject}
              </DeskButton>
            ) : null}
            {detail.mayApprove === null ? (
              <DeskButton
                hotkey="A"
                loading={busy === 'approve'}
                onPress={() => void vote('approve', note.trim())}
              >
                {review.state === 'second' ? texts.approveSecond : texts.approve}
              </DeskButton>
            ) : null}
          </div>
        </footer>
      ) : null}
    </>
  )
}

/** Why this operator cannot approve it, in the catalogue's words. */
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

interface ReviseFieldProps {
  readonly label: string
  readonly value: string
  readonly onChange: (text: string) => void
}

function ReviseField({ label, value, onChange }: ReviseFieldProps) {
  const texts = queueTexts.use().pane
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const isBad = !parseMoney(value.replaceAll(',', '')).ok
  return (
    <div className={styles.revise}>
      <label htmlFor={id}>
        {texts.revise}: {label}
      </label>
      <input
        ref={input}
        id={id}
        inputMode="decimal"
        value={value}
        aria-invalid={isBad || undefined}
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
      />
      <span id={`${id}-hint`} className={isBad ? styles.bad : styles.hint}>
        {isBad ? texts.reviseBad : texts.reviseHint}
      </span>
    </div>
  )
}

/** Papers are refused field by field; what fields there are, their kind of document says. */
const documentOf = ({ review, payload }: ReviewDetail): IdentityDocument | undefined => {
  if (review.kind !== 'identity') return undefined
  const known: Readonly<Record<IdentityDocument, true>> = {
    'national-id': true,
    'resident-certificate': true,
    passport: true,
  }
  const name = payload['document']
  return typeof name === 'string' && Object.hasOwn(known, name) ? (name as IdentityDocument) : undefined
}

const shownValue = (value: unknown): string => (typeof value === 'string' ? formatMoney(value) : '')

/** Only what differs from the payload; null while a value cannot be read. */
const revisedValues = (
  fields: readonly string[],
  revised: Readonly<Record<string, string>>,
  payload: Readonly<Record<string, unknown>>,
): Record<string, string> | null => {
  const values: Record<string, string> = {}
  for (const field of fields) {
    const text = revised[field]
    if (text === undefined) continue
    const parsed = parseMoney(text.replaceAll(',', ''))
    if (!parsed.ok) return null
    const minor = String(parsed.value)
    if (minor !== payload[field]) values[field] = minor
  }
  return values
}
