import { expect, test } from 'vitest'
import { invitationCodeFrom, invitationSigns, plainInvitationCode } from './index.ts'

test('a code has six signs of A–Z and 2–9', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  expect(invitationCodeFrom(bytes, 6)).toMatch(/^[A-Z2-9]{6}$/)
  expect(invitationSigns).toHaveLength(34)
})

test('every sign is equally likely', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const sign = invitationCodeFrom(Uint8Array.of(byte), 1)
    if (sign !== undefined) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  expect(new Set(counts.values())).toEqual(new Set([7]))
  expect(counts.size).toBe(34)
})

test('spaces and lower case in a typed code do not matter', () => {
  expect(plainInvitationCode(' fair 88 ')).toBe('FAIR88')
})
