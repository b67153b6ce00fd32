import { Secret } from 'otpauth'
import { expect, test } from 'vitest'
import { enrolmentUri, newSeed, stepOf } from './authenticator-code.ts'

// The seed of RFC 6238 appendix B; its eight-digit values end in the six digits we use.
const seed = Secret.fromLatin1('12345678901234567890').base32

test.each([
  ['1970-01-01T00:00:59Z', '287082', 1n],
  ['2005-03-18T01:58:29Z', '081804', 37037036n],
  ['2009-02-13T23:31:30Z', '005924', 41152263n],
  ['2033-05-18T03:33:20Z', '279037', 66666666n],
])('RFC 6238: at %s the code is %s', (at, code, step) => {
  expect(stepOf(seed, code, new Date(at))).toBe(step)
})

test('a code is valid one step early or late, not two', () => {
  const at = new Date('2005-03-18T01:58:29Z').getTime()
  expect(stepOf(seed, '081804', new Date(at + 30_000))).toBe(37037036n)
  expect(stepOf(seed, '081804', new Date(at - 30_000))).toBe(37037036n)
  expect(stepOf(seed, '081804', new Date(at + 60_000))).toBeUndefined()
  expect(stepOf(seed, '081804', new Date(at - 60_000))).toBeUndefined()
})

test('spaces in a code are ignored, other characters are refused', () => {
  const at = new Date('2005-03-18T01:58:29Z')
  expect(stepOf(seed, '081 804', at)).toBe(37037036n)
  for (const code of ['', '08180', '0818044', '08180a', '０８１８０４'])
    expect(stepOf(seed, code, at)).toBeUndefined()
})

test('a seed has 160 bits, and its URI names the account', () => {
  expect(newSeed()).toMatch(/^[A-Z2-7]{32}$/)
  expect(enrolmentUri(seed, '0912345678', 'Fairlot')).toMatch(/^otpauth:\/\/totp\/Fairlot:0912345678\?/)
})
