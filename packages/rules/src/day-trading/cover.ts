// When and how the house covers a member's open day trades: with market orders every minute until the closing call,
// then once with a limit order at the day's limit, which the closing auction fills as far as it can.

export interface CoverTimes {
  readonly autoCoverAt: number
  readonly closingCallAt: number
  readonly closedAt: number
}

export type CoverStep =
  /** Too early, or too late to cover. */
  | { readonly kind: 'none' }
  /** Notify the owner that it will be covered, once a day. */
  | { readonly kind: 'announce' }
  /** `round` numbers the day's tries: one order per position and round. */
  | { readonly kind: 'market'; readonly round: number }
  | { readonly kind: 'auction' }

const minuteMs = 60_000
/** How long before the cover its owner is notified. */
const noticeMs = 15 * minuteMs
/** An order sent in the last seconds could reach the venue in the next phase. */
const marginMs = 5_000

export function coverStep({ autoCoverAt, closingCallAt, closedAt }: CoverTimes, atMs: number): CoverStep {
  if (atMs < autoCoverAt - noticeMs || atMs >= closedAt - marginMs) return { kind: 'none' }
  if (atMs < autoCoverAt) return { kind: 'announce' }
  if (atMs < closingCallAt - marginMs) {
    return { kind: 'market', round: Math.floor((atMs - autoCoverAt) / minuteMs) }
  }
  return atMs < closingCallAt ? { kind: 'none' } : { kind: 'auction' }
}
