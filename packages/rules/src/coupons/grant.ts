// What two operators may grant. Bounds of one grant, so that a slip of the hand stays small.

export const couponBounds = {
  /** Hundredths: NT$1,000.00. */
  mostAmount: 100_000n,
  mostMembers: 2_000,
  mostDays: 366,
} as const

export interface GrantTerms {
  readonly name: { readonly tw: string; readonly en: string }
  readonly amount: bigint
  readonly until: Date
}

const dayMs = 86_400_000

export const isGrantable = ({ name, amount, until }: GrantTerms, now: Date): boolean =>
  name.tw.trim() !== '' &&
  name.en.trim() !== '' &&
  amount > 0n &&
  amount <= couponBounds.mostAmount &&
  until > now &&
  until.getTime() <= now.getTime() + couponBounds.mostDays * dayMs
