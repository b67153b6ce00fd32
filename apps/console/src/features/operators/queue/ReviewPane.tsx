import type { IdentityDocument } from '@fairlot/contract/identity'
import { isTooShort } from '@fairlot/rules/operators'
import { cx, Empty, Icon, Note, StatusChip } from '@fairlot/ui'
import { formatMoney } from '@fairlot/money'
import { useEffect, useId, useState } from 'react'
import { ConsoleButton } from '#kit/ConsoleButton.tsx'
import { moneyText } from '#kit/money-text.ts'
import { Answered } from '#shell/Answered.tsx'
import { announce } from '#shell/announce.ts'
import { call, type Failed } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useDraft } from '#shell/drafts.ts'
import { formatMoment, formatWait } from '#shell/format.ts'
import { useLanguage } from '@fairlot/app-shell/language'
import { failureText, messageText, showToast, toastFailure } from '#shell/messages.ts'
import { shellTexts } from '#shell/texts/index.ts'
import { signProposal } from '#shell/sign-vote.ts'
import { useMe } from '#shell/session.ts'
import { useShortcuts } from '#shell/shortcuts.ts'
import { ConfirmVote } from './ConfirmVote.tsx'
import { FourEyes } from './FourEyes.tsx'
import { flushVote, holdVote, usePendingVote } from './pending-vote.ts'
import { emptyRejection, type RejectDraft, RejectForm } from './RejectForm.tsx'
import { ReviewBody } from './ReviewBody.tsx'
import { revisedValues, ReviseField, shownValue } from './ReviseField.tsx'
import { prepareVote, sendVote, type VoteToPrepare } from './send-vote.ts'
import { SignedContent } from './SignedContent.tsx'
import { type QueueTexts, queueTexts } from './texts/index.ts'
import { useOpenings } from './use-openings.ts'
import { Counter, isTooLong } from './VoteNote.tsx'
import { type ReviewWords, reviewWords } from '../words/texts/index.ts'
import type { ReviewDetail, ReviewRow } from './view.ts'
import { wordOf } from './words.ts'
import styles from './ReviewPane.module.css'

export const PANE_HEADING = 'review-heading'

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

/** On a narrow page the pane can be mounted but hidden: then no key decides anything. */
const isShown = (): boolean => document.getElementById(PANE_HEADING)?.checkVisibility() ?? false

const conflicts: ReadonlySet<string> = new Set([
  'review.not-open',
  'review.expired',
  'review.changed',
  'review.no-revision',
  'review.same-person',
  'review.not-found',
])

/** A key this soon after a move was meant for the previous review. */
const DISARMED_MS = 800

const useArmed = (): boolean => {
  const [isArmed, setArmed] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setArmed(true), DISARMED_MS)
    return () => clearTimeout(timer)
  }, [])
  return isArmed
}

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
  const me = useMe()
  const noteId = useId()
  const isArmed = useArmed()
  const pending = usePendingVote()
  const openings = useOpenings(detail)
  const opened = openings.shown
  const isShut = opened.length < detail.mustOpen.length
  const mayApprove = detail.mayApprove ?? (isShut ? 'review.not-opened' : null)
  const [draft, setDraft, forgetDraft] = useDraft(`review ${review.reviewId}`, emptyDraft)
  const { note } = draft
  const [isConfirming, setConfirming] = useState(false)
  const [busy, setBusy] = useState<'approve' | 'reject' | 'sign' | 'withdraw' | null>(null)
  const [conflict, setConflict] = useState<string>()
  const [isNoteMissing, setNoteMissing] = useState(false)
  const isOpen = review.state === 'waiting' || review.state === 'second'
  const isPending = pending?.at === 'waiting' && pending.body.reviewId === review.reviewId
  const isRejecting = draft.isRejecting && isOpen && detail.mayReject === null
  const mayRevise = review.state === 'waiting' && mayStill(detail) ? detail.mayRevise : []
  // With a bank line its amount is fixed; without one the operator types it.
  const revised: Readonly<Record<string, string>> = {
    ...draft.figures,
    ...Object.fromEntries(
      Object.entries(detail.suggested).map(([field, value]) => [field, formatMoney(value)]),
    ),
  }
  const values = revisedValues(mayRevise, revised, detail.payload)
  const figure = values?.['booked'] ?? review.change?.to ?? review.amount
  const who =
    review.member === null ? '' : `${review.member.name ?? review.member.account} ${review.member.number}`
  const amount = figure === null ? '' : moneyText(figure, review.currency)

  const failed = async (answer: Failed) => {
    setConfirming(false)
    if (answer.why === 'refused' && conflicts.has(answer.msg)) {
      const text = await failureText(answer)
      setConflict(text)
      announce(`${all.done.conflict} ${text}`)
      setDraft({ isRejecting: false })
      await refresh('/operators/review', '/operators/queue', '/operators/queueCounts')
    } else await toastFailure(answer)
  }
  const counted = async (text: string) => {
    forgetDraft()
    showToast({ text, tone: 'done', ms: 3000 })
    onVoted(review.reviewId)
    await refresh('/operators/queue', '/operators/queueCounts', '/operators/review')
  }
  /** Whether an approval is complete. */
  const isReady = (): boolean => {
    if (busy !== null || isPending || values === null || isTooLong(note)) return false
    if (detail.noteNeeded && isTooShort(note)) {
      setNoteMissing(true)
      document.getElementById(noteId)?.focus()
      return false
    }
    return true
  }
  /** The first approval is delayed for five seconds; the next review opens at once. */
  const approveFirst = async () => {
    if (!isReady() || values === null) return
    setBusy('approve')
    const prepared = await prepareVote({ detail, decision: 'approve', note, opened, revised: values })
    setBusy(null)
    if (!prepared.ok) return failed(prepared)
    forgetDraft()
    announce(all.undo.voted(review.number, amount))
    onVoted(review.reviewId)
    await holdVote(prepared.body, review.number, amount)
  }
  // Nothing is shown as done before the server has confirmed it.
  const send = async (
    vote: Omit<VoteToPrepare, 'detail' | 'opened'>,
    done: (number: string, isFirst: boolean) => string,
  ) => {
    if (busy !== null) return
    setBusy(vote.decision)
    await flushVote()
    const prepared = await prepareVote({ detail, opened, ...vote })
    const answer = prepared.ok ? await sendVote(prepared.body) : prepared
    setBusy(null)
    if (!answer.ok) return failed(answer)
    await counted(done(answer.data.number, answer.data.state === 'second'))
  }
  const approve = () => {
    if (review.state === 'waiting') void approveFirst()
    else if (isReady()) setConfirming(true)
  }
  const rejectedText = (number: string, isFirst: boolean): string =>
    isFirst ? all.done.rejectedFirst(number) : all.done.rejected(number)
  const mine = detail.votes.find(({ operatorId, isSigned }) => operatorId === me?.operatorId && !isSigned)
  const sign = async () => {
    if (busy !== null) return
    setBusy('sign')
    const done = await signProposal(review.reviewId)
    setBusy(null)
    if (done !== true) return failed(done)
    await refresh('/operators/review')
  }
  const withdraw = async () => {
    if (busy !== null) return
    setBusy('withdraw')
    const answer = await call('/operators/withdrawReview', { reviewId: review.reviewId })
    setBusy(null)
    if (!answer.ok) return failed(answer)
    await counted(all.done.withdrawn(answer.data.number))
  }
  const mayNow = isOpen && isArmed && !isPending && !isRejecting && !isConfirming

  useShortcuts({
    a: () => {
      if (!isShown() || !mayNow) return
      if (mayApprove === null) approve()
      else if (mayApprove === 'review.not-opened') announce(texts.openFirst)
    },
    r: () => {
      if (isShown() && mayNow && detail.mayReject === null) setDraft({ isRejecting: true })
    },
    v: () => {
      if (isShown() && openings.canOpen) void openings.open()
    },
  })

  return (
    <>
      <header className={styles.head}>
        <p className={styles.meta}>
          <span className="mono">{review.number}</span>
          <span>
            {all.kinds[review.kind]} · {texts.sent(formatMoment(review.openedAt))}
            {isOpen ? ` · ${texts.promised(formatMoment(review.promisedAt))}` : null}
          </span>
          {review.isUrgent && isOpen ? <StatusChip tone="crit">{all.list.urgent}</StatusChip> : null}
        </p>
        <h2 id={PANE_HEADING} className={cx('num', styles.title)} tabIndex={-1}>
          {figure === null ? who || all.kinds[review.kind] : amount}
          {review.change === null ? null : (
            <s className={styles.was}>{moneyText(review.change.from, review.currency)}</s>
          )}
        </h2>
        <p className={styles.sub}>
          {figure === null ? review.member?.account : who}
          {review.openedBy === null ? null : texts.proposedBy(review.openedBy.name)}
        </p>
        {review.member === null ? null : (
          <a className={styles.whole} href={`#/members?member=${review.member.memberId}`}>
            {texts.member}
          </a>
        )}
      </header>
      {review.change === null ? null : (
        <div className={styles.change} role="note">
          <Icon name="warning" size={1.125} />
          <div>
            <b>
              {texts.changed(
                moneyText(review.change.from, review.currency),
                moneyText(review.change.to, review.currency),
                review.change.by,
                formatMoment(review.change.at),
              )}
            </b>
            {review.change.note === '' ? null : <p>{all.quoted(review.change.note)}</p>}
          </div>
        </div>
      )}
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
        {openings.canOpen ? (
          <div className={styles.opening}>
            <ConsoleButton
              kind="outline"
              hotkey="V"
              loading={openings.isBusy}
              onPress={() => void openings.open()}
            >
              {texts.openAll}
            </ConsoleButton>
            <small>{texts.openPurpose(all.personal.reviewing(review.number))}</small>
          </div>
        ) : null}
        {mayRevise.map((field) => (
          <ReviseField
            key={field}
            label={wordOf(words, field)}
            value={revised[field] ?? shownValue(detail.payload[field])}
            isFixed={detail.suggested[field] !== undefined}
            onChange={(text) => setDraft({ figures: { ...draft.figures, [field]: text } })}
          />
        ))}
        <ReviewBody detail={detail} words={words} openings={openings} />
        {isRejecting ? (
          <RejectForm
            reasons={detail.reasons}
            document={documentOf(detail)}
            draft={draft.rejection}
            onChange={(next) => setDraft({ rejection: { ...draft.rejection, ...next } })}
            busy={busy === 'reject'}
            onSend={(rejection) => void send({ decision: 'reject', ...rejection }, rejectedText)}
            onCancel={() => {
              setDraft({ isRejecting: false })
              document.getElementById(PANE_HEADING)?.focus()
            }}
          />
        ) : (
          <FourEyes detail={detail} words={words} />
        )}
        <SignedContent detail={detail} />
        {review.ended === null ? null : <Ending detail={detail} words={words} />}
      </div>
      {isPending ? <p className={styles.waiting}>{texts.pending}</p> : null}
      {isConfirming ? (
        <ConfirmVote
          sentence={sentenceOf(all, review, who, amount)}
          effects={detail.effects.map((effect) => wordOf(words, effect))}
          button={buttonOf(all, review, amount)}
          busy={busy === 'approve'}
          onSend={() => void send({ decision: 'approve', note }, all.done.passed)}
          onCancel={() => {
            setConfirming(false)
            document.getElementById(PANE_HEADING)?.focus()
          }}
        />
      ) : null}
      {isOpen && !isRejecting && !isConfirming && !isPending ? (
        <footer className={styles.foot} data-armed={isArmed || undefined}>
          {mayStill(detail) || detail.mayReject === null ? (
            <div className={styles.noteRow}>
              <input
                id={noteId}
                className={styles.note}
                aria-label={texts.note}
                placeholder={detail.noteNeeded ? texts.noteNeeded : texts.noteHint}
                value={note}
                aria-invalid={isNoteMissing || undefined}
                aria-describedby={isNoteMissing ? `${noteId}-missing` : undefined}
                onChange={(event) => {
                  setDraft({ note: event.target.value })
                  setNoteMissing(false)
                }}
                onKeyDown={(event) => {
                  // Leaves the field, so that letters are shortcuts again.
                  if (event.key === 'Escape') document.getElementById(PANE_HEADING)?.focus()
                }}
              />
              <Counter text={note} />
            </div>
          ) : null}
          {isNoteMissing ? (
            <p id={`${noteId}-missing`} className={styles.missing} role="alert">
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
              <ConsoleButton loading={busy === 'sign'} onPress={() => void sign()}>
                {texts.sign}
              </ConsoleButton>
            )}
            {detail.mayWithdraw ? (
              <ConsoleButton kind="outline" loading={busy === 'withdraw'} onPress={() => void withdraw()}>
                {texts.withdraw}
              </ConsoleButton>
            ) : null}
            {detail.mayReject === null ? (
              <ConsoleButton kind="outline" hotkey="R" onPress={() => setDraft({ isRejecting: true })}>
                {texts.reject}
              </ConsoleButton>
            ) : null}
            {mayStill(detail) ? (
              <ConsoleButton hotkey="A" disabled={mayApprove !== null || values === null} onPress={approve}>
                {review.state === 'second' ? buttonOf(all, review, amount) : texts.approve(amount)}
              </ConsoleButton>
            ) : null}
          </div>
        </footer>
      ) : null}
    </>
  )
}

/** The operator's unsent text about this review. */
const emptyDraft: {
  readonly note: string
  readonly isRejecting: boolean
  readonly rejection: RejectDraft
  readonly figures: Readonly<Record<string, string>>
} = { note: '', isRejecting: false, rejection: emptyRejection, figures: {} }

/** This operator can approve, now or once the documents are open. */
const mayStill = ({ mayApprove }: ReviewDetail): boolean =>
  mayApprove === null || mayApprove === 'review.not-opened'

/** The effect of the second vote, with the amount. */
const sentenceOf = (all: QueueTexts, { kind }: ReviewRow, who: string, amount: string): string => {
  const { sentences } = all.confirm
  if (kind === 'deposit') return sentences.deposit(amount, who)
  if (kind === 'withdrawal') return sentences.withdrawal(amount, who)
  if (kind === 'identity') return sentences.identity(who)
  return sentences.other(all.kinds[kind], [amount, who].filter((part) => part !== '').join(' '))
}

const buttonOf = (all: QueueTexts, { kind }: ReviewRow, amount: string): string =>
  kind === 'deposit'
    ? all.pane.book(amount)
    : amount === ''
      ? all.pane.approveSecond
      : all.pane.approveAmount(amount)

function Ending({ detail, words }: { readonly detail: ReviewDetail; readonly words: ReviewWords }) {
  const all = queueTexts.use()
  const language = useLanguage()
  const { comma } = shellTexts.use()
  const { ended } = detail.review
  if (ended === null) return null
  return (
    <p className={styles.outcome}>
      {all.pane.outcome} <b>{all.ends[ended.how] ?? wordOf(words, ended.how)}</b>
      {' · '}
      {formatMoment(ended.at)}
      {ended.by.length === 0 ? null : ` · ${ended.by.join(comma)}`}
      {' · '}
      {all.list.took(formatWait(ended.tookMinutes, language))}
    </p>
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

/** Identity documents are rejected field by field; the kind of document decides the fields. */
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
