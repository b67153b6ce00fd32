import { createHash, randomBytes } from 'node:crypto'

// Crockford's base 32: without I, L, O and U, so that handwriting is read correctly.
const signs = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/**
 * Four groups of six characters: 120 random bits cannot be guessed, so a plain hash is enough and no lock is needed.
 */
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
