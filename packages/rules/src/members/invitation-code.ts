// A–Z and 2–9: no 0 and 1, which sound or look like O and I.

export const invitationSigns = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ23456789'

/** Members type codes with spaces and in lower case; the code itself has neither. */
export const plainInvitationCode = (typed: string): string => typed.replace(/\s+/g, '').toUpperCase()

/**
 * Makes a code from random bytes. Bytes past the last whole multiple of the alphabet are skipped, so that every
 * character is equally likely; undefined when the bytes run out.
 */
export function invitationCodeFrom(random: Uint8Array, length: number): string | undefined {
  const fair = 256 - (256 % invitationSigns.length)
  let code = ''
  for (const byte of random) {
    if (byte >= fair) continue
    code += invitationSigns[byte % invitationSigns.length]
    if (code.length === length) return code
  }
  return undefined
}
