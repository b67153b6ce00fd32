import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { lockBankAccounts, makeDefault } from './store.ts'

/** Refuses: `card.not-found`, also for an account that is not verified. */
export async function setDefaultAccount(
  tx: Tx,
  memberId: string,
  bankAccountId: string,
): Promise<Outcome<null>> {
  await lockBankAccounts(tx, memberId)
  const made = await makeDefault(tx, memberId, bankAccountId)
  return made ? done(null, 'done.default-set') : refuse('card.not-found', { field: 'bankAccountId' })
}
