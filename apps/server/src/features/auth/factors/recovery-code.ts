import { createHash, randomBytes } from 'node:crypto'
import { authRules } from '@fairlot/rules/auth'
import type { Tx } from '#platform/db'
import { replaceRecoveryCodes, spendRecoveryCode } from './store.ts'

// Crockford's base 32: no I, L, O, U, so that handwriting is read back right.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Four groups of six signs: 120 random bits, past any guessing, so a plain hash stores it and no lock guards it. */
export function newRecoveryCode(): string {
  const text = [...randomBytes(24)].map((byte) => signs[byte % signs.length]).join('')
  return text.match(/.{6}/g)!.join('-')
}

export function hashRecoveryCode(typed: string): Buffer {
  const plain = typed
    .toUpperCase()
    .replaceAll('O', '0')
    .replace(/[IL]/g, '1')
    .replace(/[^0-9A-Z]/g, '')
  return createHash('sha256').update(`recovery-code|${plain}`).digest()
}

/** New codes in place of the old ones. The only time they are seen. */
export async function makeRecoveryCodes(tx: Tx, memberId: string, now: Date): Promise<string[]> {
  const codes = Array.from({ length: authRules.recoveryCodes.default }, newRecoveryCode)
  await replaceRecoveryCodes(tx, memberId, codes.map(hashRecoveryCode), now)
  return codes
}

export const takeRecoveryCode = (tx: Tx, memberId: string, typed: string, now: Date): Promise<boolean> =>
  spendRecoveryCode(tx, memberId, hashRecoveryCode(typed), now)
