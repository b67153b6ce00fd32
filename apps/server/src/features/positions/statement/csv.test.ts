import { expect, test } from 'vitest'
import { cell, csvOf } from './csv.ts'

test.each([
  ['=1+1', `"'=1+1"`],
  ['+886', `"'+886"`],
  ['@SUM(A1)', `"'@SUM(A1)"`],
  ['-cmd', `"'-cmd"`],
  ['\t=1', `"'\t=1"`],
  ['-12.50', '"-12.50"'],
  ['a "b", c', '"a ""b"", c"'],
  ['台積電', '"台積電"'],
])('%j becomes %s', (text, written) => {
  expect(cell(text)).toBe(written)
})

test('a file begins with the mark of UTF-8 and has every table with its head', () => {
  const text = csvOf({
    title: '對帳單',
    mark: '模擬',
    facts: [['帳號', '0912']],
    tables: [{ title: 'T', columns: [{ label: 'A', width: 1 }], rows: [['1'], ['=2']] }],
    footer: 'end',
    pageText: '',
  })
  expect(text).toBe(
    `\uFEFF"對帳單","模擬"\r\n"帳號","0912"\r\n\r\n"T"\r\n"A"\r\n"1"\r\n"'=2"\r\n\r\n"end"\r\n`,
  )
})
