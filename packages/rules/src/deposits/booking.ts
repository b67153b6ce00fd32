// The amount at which a deposit can be booked. The bank line decides; without one the rules set bounds.

export interface Booking {
  /** The amount the approver wants to book, in cents. */
  readonly booked: bigint
  /** The amount of the matched bank line; null without one. */
  readonly bank: bigint | null
  /** The first approver can still change the amount. */
  readonly isFirst: boolean
  /** The maximum the rules allow; null when no rule applies. */
  readonly max: bigint | null
  /** True when an approver has given a reason. */
  readonly hasReason: boolean
}

export type BookingRefusal = 'deposit.booked-differs' | 'deposit.booked-too-much' | 'review.no-bank-line'

/**
 * The first approver books exactly the bank line's amount. A line matched after the first approval refuses only an
 * amount above it. Without a line a reason is required, and the rules' maximum applies.
 */
export function refuseBooking({
  booked,
  bank,
  isFirst,
  max,
  hasReason,
}: Booking): BookingRefusal | undefined {
  if (bank !== null && (isFirst ? booked !== bank : booked > bank)) return 'deposit.booked-differs'
  if (max !== null && booked > max) return 'deposit.booked-too-much'
  return bank === null && !hasReason ? 'review.no-bank-line' : undefined
}
