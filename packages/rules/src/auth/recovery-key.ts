// The key of a member who has asked two operators for a new password: four groups of six characters, 120 random bits.

/** Crockford's base 32: no I, L, O, U, to avoid misreading handwriting. */
export const recoverySigns = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const length = 24

/** Builds groups of six from random bytes; 256 is a multiple of 32, so every character is equally likely. */
export const recoveryKeyFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, length), (byte) => recoverySigns.charAt(byte % recoverySigns.length))
    .join('')
    .replace(/(.{6})(?=.)/g, '$1-')

export const isRecoveryKey = (text: string): boolean =>
  new RegExp(`^[${recoverySigns}]{${length}}$`).test(text.toUpperCase().replace(/[\s-]/g, ''))
