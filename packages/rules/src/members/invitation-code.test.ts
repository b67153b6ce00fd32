import { expect, test } from 'vitest'
import { invitationCodeFrom, invitationSigns, plainInvitationCode } from './index.ts'

test('an invitation code has six characters of A–Z and 2–9', () => {
  const bytes = Uint8Array.from({ length: 256 }, (_, at) => at)
  expect(invitationCodeFrom(bytes, 6)).toMatch(/^[A-Z2-9]{6}$/)
  expect(invitationSigns).toHaveLength(34)
})

test('every character is equally likely', () => {
  const counts = new Map<string, number>()
  for (let byte = 0; byte < 256; byte++) {
    const sign = invitationCodeFrom(Uint8Array.of(byte), 1)
    if (sign !== undefined) counts.set(sign, (counts.get(sign) ?? 0) + 1)
  }
  expect(new Set(counts.values())).toEqual(new Set([7]))
  expect(counts.size).toBe(34)
})

test('a typed code ignores spaces and lower case', () => {
  expect(plainInvitationCode(' fair 88 ')).toBe('FAIR88')
})
