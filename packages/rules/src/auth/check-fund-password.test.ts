import { expect, test } from 'vitest'
import { checkFundPassword } from './index.ts'

const account = '0912483756'

test.each([
  ['', 'input.required'],
  ['12345', 'input.fund-password-six-digits'],
  ['1234567', 'input.fund-password-six-digits'],
  ['12a456', 'input.fund-password-six-digits'],
  ['１２４８３７', 'input.fund-password-six-digits'],
  ['111111', 'input.fund-password-weak'],
  ['123456', 'input.fund-password-weak'],
  ['654321', 'input.fund-password-weak'],
  ['789012', 'input.fund-password-weak'],
  ['210987', 'input.fund-password-weak'],
  ['121212', 'input.fund-password-weak'],
  ['503503', 'input.fund-password-weak'],
  ['248375', 'input.fund-password-weak'],
  ['840172', undefined],
])('checking the fund password %j returns %s', (fundPassword, expected) => {
  expect(checkFundPassword(fundPassword, account)).toBe(expected)
})
