import { afterSuccess, lockRules, takeTry, type LockRule } from '@fairlot/rules/auth'
import type { Db, Tx } from '#platform/db'
import { lockTries, writeTries, type TriesKey } from './store.ts'

/** All browsers a member has not signed in from count as this one device. */
export const unknownDevice = '00000000-0000-0000-0000-000000000000'

export type { Tried, TriesKey } from './store.ts'

export type TryAnswer =
  /** `left`: tries before the lock, if this one is wrong. */
  | { readonly allowed: true; readonly left: number }
  | { readonly allowed: false; readonly until: Date; readonly rule: string; readonly isFirst: boolean }

function ruleFor({ kind, deviceId }: TriesKey): LockRule {
  if (kind === 'fund-password' || kind === 'channel-password' || kind === 'block-password')
    return lockRules.fundPassword
  if (kind === 'recovery') return lockRules.recovery
  return deviceId === unknownDevice ? lockRules.unknownDevice : lockRules.knownDevice
}

/** Commits the count before the try: see `takeTry`. `isFirst` marks the first refusal of a lock. */
export function claimTry(db: Db, key: TriesKey, now: Date): Promise<TryAnswer> {
  const rule = ruleFor(key)
  return db.transaction(async (tx) => {
    const tries = await lockTries(tx, key, now)
    const verdict = takeTry(tries, rule, now)
    if (verdict.allowed) {
      await writeTries(tx, key, { ...verdict.next, lockNoted: false }, now)
      return { allowed: true, left: Math.max(0, rule.failures - verdict.next.failures) }
    }
    if (!tries.lockNoted) await writeTries(tx, key, { ...tries, lockNoted: true }, now)
    return { allowed: false, until: verdict.until, rule: rule.id, isFirst: !tries.lockNoted }
  })
}

/** The try was right: clears the failures in the transaction of the action it allowed. */
export async function settleTry(tx: Tx, key: TriesKey, now: Date): Promise<void> {
  const tries = await lockTries(tx, key, now)
  await writeTries(tx, key, { ...afterSuccess(tries), lockNoted: false }, now)
}

/**
 * The server was too busy to check: takes one count back, and no more, or a flood of requests would clear the counter.
 */
export function returnTry(db: Db, key: TriesKey, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const tries = await lockTries(tx, key, now)
    const failures = Math.max(0, tries.failures - 1)
    const isLocked = failures >= ruleFor(key).failures
    await writeTries(
      tx,
      key,
      {
        ...tries,
        failures,
        lockedUntil: isLocked ? tries.lockedUntil : null,
        recent: tries.recent.slice(0, -1),
      },
      now,
    )
  })
}
