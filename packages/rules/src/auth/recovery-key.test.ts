import { expect, test } from 'vitest'
import { isRecoveryKey, recoveryKeyFrom } from './recovery-key.ts'

test('a recovery key is accepted in any notation, but only whole', () => {
  const key = recoveryKeyFrom(Uint8Array.from({ length: 24 }, (_, at) => at * 11))
  expect(key).toMatch(/^([0-9A-Z]{6}-){3}[0-9A-Z]{6}$/)
  for (const written of [key, key.toLowerCase(), key.replaceAll('-', ' ')])
    expect(isRecoveryKey(written)).toBe(true)
  for (const wrong of ['', key.slice(1), `${key}0`, key.replace(/.$/, 'U')])
    expect(isRecoveryKey(wrong)).toBe(false)
})
