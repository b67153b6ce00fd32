import { expect, test } from 'vitest'
import { isSymbol } from './symbol.ts'

test.each(['2330', '0050', '00878', '006208', '2881A', '00632R', '03001P', '15821'])(
  '%s is a symbol',
  (text) => {
    expect(isSymbol(text)).toBe(true)
  },
)

test.each([
  '',
  '233',
  '2330 ',
  ' 2330',
  '2330a',
  'TSMC',
  '1234567',
  '233A',
  '2330AB',
  '2330\n',
  '２３３０',
  "2330'--",
])('%j is not a symbol', (text) => {
  expect(isSymbol(text)).toBe(false)
})
