// Refuses what a member may not do before two operators have checked their identity documents. The member's screen uses
// the same table of steps (tiersOf in the rules), so that neither promises more than the other.

import type { VerificationState } from '@fairlot/contract/members'
import { type IdentityDeed, mayDo } from '@fairlot/rules/identity'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Db, Tx } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import { readIdentityState } from './store.ts'

/** Undefined when the member's step allows it. `identity.pending`, `.not-passed`, `.complete-first`. */
export async function refuseUnknown(
  tx: Tx,
  profile: RuleProfile,
  memberId: string,
  deed: Extract<IdentityDeed, 'trade' | 'deposit'>,
): Promise<Refused | undefined> {
  const known = (isVerified: boolean) => mayDo({ profile, isVerified, hasOwnCard: false }, deed)
  // Paper money needs no verification.
  if (known(false)) return undefined
  const state = await readIdentityState(tx, memberId)
  return known(state === 'verified') ? undefined : refuseUnverified(state)
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

const max = 100_000

/**
 * For orders, which are frequent. A verified member stays verified (a trigger ensures it), so this is read once per
 * process. Refuses with `identity.not-done` where nothing was submitted yet.
 */
export function openTradeGate(db: Db, profile: RuleProfile): TradeGate {
  if (mayDo({ profile, isVerified: false, hasOwnCard: false }, 'trade')) return async () => undefined
  const verified = new Set<string>()
  return async (memberId) => {
    if (verified.has(memberId)) return undefined
    const refused = await refuseUnknown(db, profile, memberId, 'trade')
    if (refused) return refused.msg === 'identity.complete-first' ? refuse('identity.not-done') : refused
    if (verified.size >= max) verified.clear()
    verified.add(memberId)
    return undefined
  }
}
