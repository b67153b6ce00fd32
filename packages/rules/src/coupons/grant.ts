// What two operators can grant. Bounds of one grant keep a mistake small.

import { dayMs } from '../calendar/taipei.ts'

export const couponBounds = {
  /** Hundredths: NT$1,000.00. */
  maxAmount: 100_000n,
  maxMembers: 2_000,
  maxDays: 366,
} as const

export interface GrantTerms {
  readonly name: { readonly tw: string; readonly en: string }
  readonly amount: bigint
  readonly until: Date
}

export const isGrantable = ({ name, amount, until }: GrantTerms, now: Date): boolean =>
  name.tw.trim() !== '' &&
  name.en.trim() !== '' &&
  amount > 0n &&
  amount <= couponBounds.maxAmount &&
  until > now &&
  until.getTime() <= now.getTime() + couponBounds.maxDays * dayMs
