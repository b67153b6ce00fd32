import type { FactorKind } from '@fairlot/contract/auth'
import type { Tx } from '#platform/db'
import { readFactorCounts } from './store.ts'

/**
 * The ways to prove the second factor; empty when two-step verification is off. It is on once an authenticator is
 * confirmed. A passkey alone does not turn it on: a member whose passkey is on another device would be locked out.
 */
export async function factorsOf(tx: Tx, memberId: string): Promise<FactorKind[]> {
  const { authenticator, recoveryCodesLeft, passkeys } = await readFactorCounts(tx, memberId)
  if (!authenticator) return []
  const methods: FactorKind[] = ['authenticator']
  if (passkeys > 0) methods.push('passkey')
  if (recoveryCodesLeft > 0) methods.push('recovery-code')
  return methods
}
