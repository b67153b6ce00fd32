import { authRules } from '@fairlot/rules/auth'
import { hashRecoveryCode, newRecoveryCode } from '#platform/credentials/recovery-code'
import type { Tx } from '#platform/db'
import { replaceRecoveryCodes, spendRecoveryCode } from './store.ts'

/** Replaces all codes. The plain codes are visible only now. */
export async function makeRecoveryCodes(tx: Tx, memberId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: authRules.recoveryCodes.default }, newRecoveryCode)
  await replaceRecoveryCodes(tx, memberId, codes.map(hashRecoveryCode), now)
  return codes
}

export const takeRecoveryCode = (tx: Tx, memberId: string, typed: string, now: Date): Promise<boolean> =>
  spendRecoveryCode(tx, memberId, hashRecoveryCode(typed), now)
