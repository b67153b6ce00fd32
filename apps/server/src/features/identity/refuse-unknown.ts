// Refuses what a member may not do before two operators have verified their identity. The member app shows the same
// table (tiersOf in the rules), so that the screen and the server allow the same.

import type { VerificationState } from '@fairlot/contract/members'
import { type IdentityDeed, mayDo } from '@fairlot/rules/identity'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Db, Tx } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import { readIdentityState } from './store.ts'

/**
 * Returns undefined when the member's identity tier allows the action. Otherwise refuses with `identity.pending`,
 * `identity.not-passed` or `identity.complete-first`.
 */
export async function refuseUnknown(
  tx: Tx,
  profile: RuleProfile,
  memberId: string,
  deed: Extract<IdentityDeed, 'trade' | 'deposit'>,
): Promise<Refused | undefined> {
  const isAllowed = (isVerified: boolean) => mayDo({ profile, isVerified, hasOwnCard: false }, deed)
  // Paper money needs no verification.
  if (isAllowed(false)) return undefined
  const state = await readIdentityState(tx, memberId)
  return isAllowed(state === 'verified') ? undefined : refuseUnverified(state)
}

export function refuseUnverified(state: VerificationState): Refused | undefined {
  switch (state) {
    case 'verified':
      return undefined
    case 'under-review':
      return refuse('identity.pending')
    case 'rejected':
      return refuse('identity.not-passed')
    case 'unverified':
      return refuse('identity.complete-first')
  }
}

export type TradeGate = (memberId: string) => Promise<Refused | undefined>

const maxRemembered = 100_000

/**
 * The check for orders. Orders are frequent, so a process reads the state of a verified member once: a trigger ensures
 * that they stay verified. Refuses with `identity.not-done` when the member has submitted no documents.
 */
export function openTradeGate(db: Db, profile: RuleProfile): TradeGate {
  if (mayDo({ profile, isVerified: false, hasOwnCard: false }, 'trade')) return async () => undefined
  const verified = new Set<string>()
  return async (memberId) => {
    if (verified.has(memberId)) return undefined
    const refused = await refuseUnknown(db, profile, memberId, 'trade')
    if (refused) return refused.msg === 'identity.complete-first' ? refuse('identity.not-done') : refused
    if (verified.size >= maxRemembered) verified.clear()
    verified.add(memberId)
    return undefined
  }
}
