// Whether a currency is quoted, from what two independent sources say. No one can type a rate, and what is not certain
// is not quoted.

import type { StopReason } from '@fairlot/contract/currency-exchange/states'
import type { CurrencyTerms } from './limits.ts'

export interface RateState {
  readonly mid: bigint
  /** When the first source last gave a rate that was accepted. */
  readonly readAt: Date
  readonly secondMid: bigint
  readonly secondReadAt: Date
  readonly stopped: StopReason | null
  /** Good readings in a row since it was stopped. */
  readonly good: number
}

export interface Reading {
  readonly first: bigint | undefined
  readonly second: bigint | undefined
  readonly at: Date
}

type Limits = Pick<CurrencyTerms, 'staleSeconds' | 'deviation' | 'jump' | 'resumeReadings'>

const isApart = (a: bigint, b: bigint, bp: number): boolean =>
  (a > b ? a - b : b - a) * 10_000n > BigInt(bp) * (a < b ? a : b)

/** Undefined while there has never been a rate that two sources agree on. */
export function judgeReading(
  before: RateState | undefined,
  { first, second, at }: Reading,
  limits: Limits,
): RateState | undefined {
  if (before === undefined) {
    if (first === undefined || second === undefined || isApart(first, second, limits.deviation))
      return undefined
    return { mid: first, readAt: at, secondMid: second, secondReadAt: at, stopped: null, good: 0 }
  }
  const isOld = (since: Date): boolean => at.getTime() - since.getTime() > limits.staleSeconds * 1_000
  const stop = (reason: StopReason): RateState => ({ ...before, stopped: reason, good: 0 })
  if (first === undefined) return isOld(before.readAt) ? stop('silent') : before
  const seconds = second ?? (isOld(before.secondReadAt) ? undefined : before.secondMid)
  if (seconds === undefined) return stop('alone')
  if (isApart(first, seconds, limits.deviation)) return stop('apart')
  const next = {
    mid: first,
    readAt: at,
    secondMid: seconds,
    secondReadAt: second === undefined ? before.secondReadAt : at,
  }
  if (isApart(first, before.mid, limits.jump)) return { ...next, stopped: 'jump', good: 0 }
  const good = before.stopped === null && !isOld(before.readAt) ? null : before.good + 1
  if (good === null || good >= limits.resumeReadings) return { ...next, stopped: null, good: 0 }
  return { ...next, stopped: before.stopped ?? 'silent', good }
}

/** Why it cannot be quoted now; null when it can. A reader does not rely on the loop that reads the sources. */
export const stoppedNow = (
  { stopped, readAt }: Pick<RateState, 'stopped' | 'readAt'>,
  { staleSeconds }: Pick<CurrencyTerms, 'staleSeconds'>,
  now: Date,
): StopReason | null => stopped ?? (now.getTime() - readAt.getTime() > staleSeconds * 1_000 ? 'silent' : null)
