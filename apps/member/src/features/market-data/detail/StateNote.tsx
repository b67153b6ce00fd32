// One sentence about why the price is not simply moving. At most one: the most serious first.

import { Note } from '@fairlot/ui'
import { useMarketSession } from '../lists/use-market-session.ts'
import { useNow } from '#shell/live/use-now.ts'
import type { LiveDetail } from '../live/index.ts'
import type { Feed } from '#shell/live/freshness.ts'
import { detailTexts } from './texts/index.ts'
import { ageText, countdownText, dayText, minuteText, secondText } from './times.ts'
import styles from './StateNote.module.css'

interface Props {
  readonly quote: LiveDetail
  readonly feed: Feed
}

export const StateNote = ({ quote, feed }: Props) => {
  if (feed.state === 'offline' || feed.state === 'stale') return <OldNote feed={feed} />
  switch (quote.state) {
    case 'halted':
      return <HaltNote quote={quote} />
    case 'paused':
      return <PauseNote quote={quote} />
    case 'opening-call':
    case 'closing-call':
    case 'closed':
      return <PhaseNote quote={quote} state={quote.state} />
    default:
      return null
  }
}

const OldNote = ({ feed }: { readonly feed: Feed }) => {
  const texts = detailTexts.use()
  const now = useNow(1_000)
  const since = feed.since ?? now
  return (
    <Note tone="warn" icon="offline" role="status" className={styles.note}>
      {feed.state === 'offline'
        ? texts.notes.offline(secondText(since))
        : texts.notes.stale(ageText(now - since, texts.states))}
    </Note>
  )
}

const HaltNote = ({ quote }: { readonly quote: LiveDetail }) => {
  const { notes, reasons } = detailTexts.use()
  const reason = reasonText(quote.reason, reasons)
  return (
    <Note tone="warn" icon="pause" role="status" className={styles.note}>
      {quote.until === null ? (
        <>
          {notes.halted(reason)} {notes.haltedOpen}
        </>
      ) : (
        notes.haltedUntil(reason, minuteText(quote.until))
      )}
    </Note>
  )
}

/** A known code in the member's language; an operator's own text unchanged. */
const reasonText = (reason: string | null, known: Readonly<Record<string, string>>): string =>
  reason === null ? (known['unknown'] ?? '') : (known[reason] ?? reason)

const PauseNote = ({ quote: { until, reason } }: { readonly quote: LiveDetail }) => {
  const { notes } = detailTexts.use()
  // The phone's clock can be wrong, and a countdown on it would be wrong by as much.
  const offset = useMarketSession()?.offset ?? 0
  const now = useNow(until === null ? 0 : 1_000) + offset
  return (
    <Note tone="warn" icon="pause" className={styles.note}>
      {until === null
        ? notes.pausedOpen
        : (reason === 'resumed' ? notes.resumed : notes.paused)(
            countdownText(until - now),
            secondText(until),
          )}
    </Note>
  )
}

const PhaseNote = ({ quote, state }: { readonly quote: LiveDetail; readonly state: LiveDetail['state'] }) => {
  const { notes } = detailTexts.use()
  const next = useMarketSession()?.data.next.at
  if (state === 'closed')
    return next === undefined ? null : (
      <Note className={styles.note}>{notes.closed(`${dayText(next)} ${minuteText(next)}`)}</Note>
    )
  const noteText =
    next === undefined
      ? notes.collecting
      : state === 'opening-call'
        ? notes.opening(minuteText(next))
        : notes.closing(minuteText(next))
  return (
    <Note tone="warn" icon="clock" className={styles.note}>
      {noteText} {quote.indicative === null ? notes.none : null}
    </Note>
  )
}
