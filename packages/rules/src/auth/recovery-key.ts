// The key somebody keeps who has asked two people for a new password: four groups of six signs, 120 random bits.

/** Crockford's base 32: no I, L, O, U, so that handwriting is read back right. */
export const recoverySigns = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

const length = 24

/** Groups of six out of random bytes; 256 is a whole number of 32s, so no sign comes up more often. */
export const recoveryKeyFrom = (random: Uint8Array): string =>
  Array.from(random.subarray(0, length), (byte) => recoverySigns.charAt(byte % recoverySigns.length))
    .join('')
    .replace(/(.{6})(?=.)/g, '$1-')

export const isRecoveryKey = (text: string): boolean =>
  new RegExp(`^[${recoverySigns}]{${length}}$`).test(text.toUpperCase().replace(/[\s-]/g, ''))
