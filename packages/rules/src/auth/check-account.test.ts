import { expect, test } from 'vitest'
import { checkAccount } from './index.ts'

test.each([
  ['', 'input.required'],
  ['A912345678', 'input.account-uppercase'],
  ['王912345678', 'input.account-chinese'],
  ['091234567', 'input.account-not-ten-digits'],
  ['09123456789', 'input.account-not-ten-digits'],
  ['a912345678', 'input.account-not-ten-digits'],
  ['0912 34567', 'input.account-not-ten-digits'],
  ['０９１２３４５６７８', 'input.account-not-ten-digits'],
  ['0912345678\n', 'input.account-not-ten-digits'],
  ['0912345678', undefined],
  ['1234567890', undefined],
])('checking the account %j returns %s', (account, expected) => {
  expect(checkAccount(account)).toBe(expected)
})

test('the prefix 09 is required only when its rule is on', () => {
  expect(checkAccount('1234567890', 1)).toBe('input.account-prefix')
  expect(checkAccount('0912345678', 1)).toBeUndefined()
})
