import { readSecurities } from '@fairlot/database/seeds'
import { expect, test } from 'vitest'
import { matchInstruments, nearInstruments, prepare } from './match-instruments.ts'

const table = readSecurities().map(({ symbol, nameTw, nameEn }) =>
  prepare({ symbol, nameTw, nameEn, board: 'listed', kind: 'stock' }),
)
const symbols = (text: string): string[] => matchInstruments(table, text).map(({ symbol }) => symbol)

test.each([
  ['an exact code comes first', '0050', ['0050']],
  ['a code prefix', '233', ['2330', '2337']],
  ['full-width digits', '２３３０', ['2330']],
  ['a code in lower case', '00632r', ['00632R']],
  ['a whole Chinese name', '台積電', ['2330']],
  ['surrounding spaces', '  2330  ', ['2330']],
  ['a code with a space in it', '23 30', ['2330']],
  ['a Chinese name with a space in it', '台 積電', ['2330']],
  ['no match', 'zzzz', []],
  ['only spaces', '　 ', []],
])('%s: %j', (_what, text, expected) => {
  expect(symbols(text).slice(0, Math.max(expected.length, 1))).toEqual(expected)
})

test.each([
  ['a wrong character', '台績電', '2330'],
  ['a missing letter', 'semiconducor', '2330'],
  ['two swapped digits', '3230', '2330'],
  ['a letter too many', 'evergreeen', '2603'],
  ['a missing character', '台電', '2330'],
])('%s suggests what was meant: %j', (_what, text, symbol) => {
  expect(symbols(text)).not.toContain(symbol)
  expect(nearInstruments(table, text).map((each) => each.symbol)).toContain(symbol)
})

test.each(['zzzz', '2', '', 'qwertyuiop'])('%j suggests nothing', (text) => {
  expect(nearInstruments(table, text)).toEqual([])
})

test('a name prefix ranks before a name that contains the text', () => {
  const found = matchInstruments(table, '國')
  const begins = found.map(({ nameTw }) => (nameTw.startsWith('國') ? 0 : 1))
  expect(new Set(begins)).toEqual(new Set([0, 1]))
  expect(begins).toEqual(begins.toSorted((a, b) => a - b))
  expect(symbols('積電')).toEqual(['2330', '6770'])
})

test('both characters for Tai, 台 and 臺, match each other', () => {
  expect(symbols('臺積電')).toEqual(['2330'])
  expect(symbols('台灣加權正2')).toEqual(['00675L'])
  expect(symbols('臺灣加權正2')).toEqual(['00675L'])
})

test('English matches word beginnings in any case and order', () => {
  expect(symbols('SEMICONDUCTOR taiwan')).toContain('2330')
  expect(symbols('uni-pres')[0]).toBe('1216')
  expect(symbols('cement').slice(0, 2)).toEqual(['1101', '1102'])
  expect(symbols('emen')).toEqual(expect.arrayContaining(['1101', '1102']))
})

test('a search of two thousand instruments takes under 100 ms', () => {
  const many = Array.from({ length: 2_100 }, (_, index) => table[index % table.length]!)
  const began = performance.now()
  for (let round = 0; round < 50; round += 1) matchInstruments(many, 'semi')
  // The bound leaves room for a busy machine; it must catch a search of quadratic cost.
  expect((performance.now() - began) / 50).toBeLessThan(15)
})
