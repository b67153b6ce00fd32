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
  /** The rate is that of the second source, and the second rate that of the first. */
  readonly isBackup: boolean
}

export interface Reading {
  readonly first: bigint | undefined
  readonly second: bigint | undefined
  readonly at: Date
  /** Two operators decided that the second source may be quoted alone. */
  readonly mayUseBackup: boolean
}

type Limits = Pick<CurrencyTerms, 'staleSeconds' | 'deviation' | 'jump' | 'resumeReadings'>

const isApart = (a: bigint, b: bigint, bp: number): boolean =>
  (a > b ? a - b : b - a) * 10_000n > BigInt(bp) * (a < b ? a : b)

const isOld = (since: Date, { at }: Pick<Reading, 'at'>, { staleSeconds }: Limits): boolean =>
  at.getTime() - since.getTime() > staleSeconds * 1_000

/** Undefined while there has never been a rate that two sources agree on. */
export function judgeReading(
  before: RateState | undefined,
  reading: Reading,
  limits: Limits,
): RateState | undefined {
  const { first, second, at, mayUseBackup } = reading
  if (before === undefined) {
    if (first === undefined || second === undefined || isApart(first, second, limits.deviation))
      return undefined
    return {
      mid: first,
      readAt: at,
      secondMid: second,
      secondReadAt: at,
      stopped: null,
      good: 0,
      isBackup: false,
    }
  }
  if (before.isBackup && mayUseBackup) return judgeBackup(before, reading, limits)
  const judged = judgeBoth(before.isBackup ? withoutBackup(before) : before, reading, limits)
  if (!mayUseBackup || second === undefined) return judged
  if (!mayQuoteBackup(judged.stopped)) return judged
  const { mid, readAt } = judged
  return judgeBackup(
    { ...judged, readAt: at, secondMid: mid, secondReadAt: readAt, stopped: null, good: 0, isBackup: true },
    reading,
    limits,
  )
}

/** The first source is quoted while the second agrees. */
function judgeBoth(before: RateState, reading: Reading, limits: Limits): RateState {
  const { first, second, at } = reading
  const stop = (reason: StopReason): RateState => ({ ...before, stopped: reason, good: 0 })
  if (first === undefined) return isOld(before.readAt, reading, limits) ? stop('silent') : before
  const seconds = second ?? (isOld(before.secondReadAt, reading, limits) ? undefined : before.secondMid)
  if (seconds === undefined) return stop('alone')
  if (isApart(first, seconds, limits.deviation)) return stop('apart')
  const next = {
    mid: first,
    readAt: at,
    secondMid: seconds,
    secondReadAt: second === undefined ? before.secondReadAt : at,
    isBackup: false,
  }
  if (isApart(first, before.mid, limits.jump)) return { ...next, stopped: 'jump', good: 0 }
  const good = before.stopped === null && !isOld(before.readAt, reading, limits) ? null : before.good + 1
  if (good === null || good >= limits.resumeReadings) return { ...next, stopped: null, good: 0 }
  return { ...next, stopped: before.stopped ?? 'silent', good }
}

/** The second source is quoted alone, until the first agrees with it in enough readings in a row. */
function judgeBackup(before: RateState, reading: Reading, limits: Limits): RateState {
  const { first, second, at } = reading
  const wasOld = isOld(before.readAt, reading, limits)
  if (second === undefined) return wasOld ? { ...before, stopped: 'silent', good: 0 } : before
  const next = {
    mid: second,
    readAt: at,
    secondMid: first ?? before.secondMid,
    secondReadAt: first === undefined ? before.secondReadAt : at,
    isBackup: true,
  }
  if (isApart(second, before.mid, limits.jump)) return { ...next, stopped: 'jump', good: 0 }
  const stopped = before.stopped ?? (wasOld ? 'silent' : null)
  const agrees = first !== undefined && !isApart(first, second, limits.deviation)
  const good = agrees || stopped !== null ? before.good + 1 : 0
  if (good < limits.resumeReadings) return { ...next, stopped, good }
  if (!agrees) return { ...next, stopped: null, good: 0 }
  return {
    mid: first,
    readAt: at,
    secondMid: second,
    secondReadAt: at,
    stopped: null,
    good: 0,
    isBackup: false,
  }
}

/** The decision of the operators is over: the first source is back in its place, and not quoted before readings agree. */
const withoutBackup = ({ mid, readAt, secondMid, secondReadAt, stopped }: RateState): RateState => ({
  mid: secondMid,
  readAt: secondReadAt,
  secondMid: mid,
  secondReadAt: readAt,
  stopped: stopped ?? 'silent',
  good: 0,
  isBackup: false,
})

/** Two operators may let the second source be quoted alone only when the first is missing or one of the two is wrong. */
export const mayQuoteBackup = (stopped: StopReason | null): boolean =>
  stopped === 'silent' || stopped === 'apart'

/** Why it cannot be quoted now; null when it can. A reader does not rely on the loop that reads the sources. */
export const stoppedNow = (
  { stopped, readAt }: Pick<RateState, 'stopped' | 'readAt'>,
  { staleSeconds }: Pick<CurrencyTerms, 'staleSeconds'>,
  now: Date,
): StopReason | null => stopped ?? (now.getTime() - readAt.getTime() > staleSeconds * 1_000 ? 'silent' : null)
