import { expect, test } from 'vitest'
import { csvOf } from './csv.ts'

test('a CSV file starts with a BOM and lists every table', () => {
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
