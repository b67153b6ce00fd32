// When a wrong password, code or fund password blocks the next try. Pure: the server keeps one `Tries` row per
// (account, what is tried, device) in PostgreSQL. Unknown devices share one row per account; a browser the member
// signed in from before has its own, so attackers who use up the shared one do not lock the owner out.

import { authRules } from './limits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export interface Tries {
  /** Failures since the last success or the end of the last lock. */
  readonly failures: number
  readonly lockedUntil: Date | null
  /** Times of the latest allowed tries, oldest first. */
  readonly recent: readonly Date[]
}

export const noTries: Tries = { failures: 0, lockedUntil: null, recent: [] }

export interface LockRule {
  readonly id: string
  readonly failures: number
  readonly lockMs: number
  /** The most allowed tries in any hour, right or wrong; undefined for a known device. */
  readonly triesPerHour?: number
}

const loginLock = {
  id: authRules.loginLock.id,
  failures: authRules.loginFailures.default,
  lockMs: authRules.loginLock.default * MINUTE,
}

export const lockRules = {
  unknownDevice: { ...loginLock, triesPerHour: authRules.unknownDeviceTries.default },
  knownDevice: loginLock,
  fundPassword: {
    id: authRules.fundLock.id,
    failures: authRules.fundFailures.default,
    lockMs: authRules.fundLock.default * HOUR,
  },
  recovery: {
    id: authRules.recoveryLock.id,
    failures: authRules.recoveryFailures.default,
    lockMs: authRules.recoveryLock.default * HOUR,
  },
} as const satisfies Record<string, LockRule>

export type TryVerdict =
  | { readonly allowed: true; readonly next: Tries }
  | { readonly allowed: false; readonly until: Date }

/**
 * Counts a try as failed before it is checked. Parallel guesses then cannot exceed the bound while the first is still
 * being hashed; a right one restores the count through `afterSuccess`.
 */
export function takeTry(tries: Tries, rule: LockRule, now: Date): TryVerdict {
  if (tries.lockedUntil !== null && tries.lockedUntil > now)
    return { allowed: false, until: tries.lockedUntil }

  const recent = tries.recent.filter((at) => now.getTime() - at.getTime() < HOUR)
  const oldest = recent[0]
  if (rule.triesPerHour !== undefined && recent.length >= rule.triesPerHour && oldest !== undefined) {
    return { allowed: false, until: new Date(oldest.getTime() + HOUR) }
  }

  const last = tries.recent.at(-1)
  const quietFor = last === undefined ? 0 : now.getTime() - last.getTime()
  const startsAnew = tries.lockedUntil !== null || quietFor >= Math.max(rule.lockMs, HOUR)
  const failures = (startsAnew ? 0 : tries.failures) + 1
  return {
    allowed: true,
    next: {
      failures,
      lockedUntil: failures >= rule.failures ? new Date(now.getTime() + rule.lockMs) : null,
      recent: [...recent, now].slice(-Math.max(rule.triesPerHour ?? 1, 1)),
    },
  }
}

/** A success resets the failures but not the hour's tries: those bound the work an account can cause. */
export const afterSuccess = (tries: Tries): Tries => ({
  failures: 0,
  lockedUntil: null,
  recent: tries.recent,
})

/** Whole minutes until a lock ends, never 0 while it holds. */
export const minutesLeft = (until: Date, now: Date): number =>
  Math.max(1, Math.ceil((until.getTime() - now.getTime()) / MINUTE))
