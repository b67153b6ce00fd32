import { expect, test } from 'vitest'
import { checkMatch, checkPassword } from './index.ts'

const account = '0912345678'

test.each([
  ['', 'input.required'],
  ['short7a', 'input.password-length'],
  [`${'a1'.repeat(32)}x`, 'input.password-length'],
  ['onlyletters', 'input.password-composition'],
  ['8401726391', 'input.password-composition'],
  ['!!!!!!!!!!', 'input.password-composition'],
  ['my0912345678', 'input.password-is-account'],
  ['password1', 'input.password-common'],
  ['PassWord1', 'input.password-common'],
  ['Password1!', 'input.password-common'],
  ['1qaz2wsx', 'input.password-common'],
  ['river8bridge', undefined],
  ['a1'.repeat(32), undefined],
  ['雨後的街道abc1', undefined],
])('checking the password %j returns %s', (password, expected) => {
  expect(checkPassword(password, account)).toBe(expected)
})

test('password length counts visible characters, not UTF-16 units', () => {
  expect(checkPassword('😀😀😀a1', account)).toBe('input.password-length')
})

test('a caller can supply a longer list of common passwords', () => {
  expect(checkPassword('river8bridge', account, (plain) => plain === 'river8bridge')).toBe(
    'input.password-common',
  )
})

test('the two passwords must be the same', () => {
  expect(checkMatch('river8bridge', 'river8bridge')).toBeUndefined()
  expect(checkMatch('river8bridge', 'river8bridgE')).toBe('account.passwords-differ')
  expect(checkMatch('river8bridge', '')).toBe('input.required')
})
