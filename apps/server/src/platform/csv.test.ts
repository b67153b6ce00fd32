import { expect, test } from 'vitest'
import { csvCell, quotedCell } from './csv.ts'

test.each([
  ['=1+1', `"'=1+1"`],
  ['+886', `"'+886"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['-cmd', `"'-cmd"`],
  ['\t=1', `"'\t=1"`],
  ['-12.50', '"-12.50"'],
  ['a "b", c', '"a ""b"", c"'],
  ['台積電', '"台積電"'],
])('the quoted cell %j is written %s', (text, written) => {
  expect(quotedCell(text)).toBe(written)
})

test.each([
  ['0081234', '0081234'],
  ['=1+1', "'=1+1"],
  ['Lin, Mei', '"Lin, Mei"'],
  ['1000.00', '1000.00'],
])('the plain cell %j is written %s', (text, written) => {
  expect(csvCell(text)).toBe(written)
})
