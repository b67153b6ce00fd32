import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

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
