import { expect, test } from 'vitest'
import { maskAccount } from './mask-account.ts'

test('a ten-digit account keeps its first four and last three digits', () => {
  expect(maskAccount('0912345678')).toBe('0912-***-678')
})

test('any other account keeps two characters at each end', () => {
  expect(maskAccount('seat-liquidity')).toBe('se***ty')
})
