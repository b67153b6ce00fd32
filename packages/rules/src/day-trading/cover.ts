// When the house covers what a member has left open, and how. Tried at the market every minute until the closing call;
// then once more with a limit at the day's limit, which the closing auction fills as far as anything trades in it.

export interface CoverTimes {
  readonly autoCoverAt: number
  readonly closingCallAt: number
  readonly closedAt: number
}

export type CoverStep =
  /** Nothing to do yet, or nothing can be done any more. */
  | { readonly kind: 'none' }
  /** Tell the owner that it will be covered, once a day. */
  | { readonly kind: 'announce' }
  /** `round` numbers the tries of the day: one order per holding and round. */
  | { readonly kind: 'market'; readonly round: number }
  | { readonly kind: 'auction' }

const minuteMs = 60_000
/** How long before the cover its owner hears of it. */
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
