// The facts a database of this venue starts with, as rows.

import { readFileSync } from 'node:fs'

export interface SeededSecurity {
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly board: string
  readonly kind: string
  readonly industryTw: string
  readonly industryEn: string
  /** Hundredths of a dollar. */
  readonly reference: number
  readonly limited: boolean
}

export interface SeededClosure {
  readonly date: string
  readonly nameTw: string
  readonly nameEn: string
  readonly settlementOnly: boolean
  readonly source: string
}

export const readSecurities = (): readonly SeededSecurity[] =>
  readRows('securities.tsv').map((row) => ({
    symbol: row('symbol'),
    nameTw: row('name_tw'),
    nameEn: row('name_en'),
    board: row('board'),
    kind: row('kind'),
    industryTw: row('industry_tw'),
    industryEn: row('industry_en'),
    reference: hundredths(row('reference')),
    limited: yesOrNo(row('limited')),
  }))

export const readClosures = (): readonly SeededClosure[] =>
  readRows('closures.tsv').map((row) => ({
    date: row('date'),
    nameTw: row('name_tw'),
    nameEn: row('name_en'),
    settlementOnly: yesOrNo(row('settlement_only')),
    source: row('source'),
  }))

type Row = (column: string) => string

function readRows(file: string): readonly Row[] {
  const text = readFileSync(new URL(file, import.meta.url), 'utf8')
  const [head = '', ...lines] = text.trimEnd().split(/\r?\n/)
  const columns = head.split('\t')
  return lines.map((line, index) => {
    const cells = line.split('\t')
    return (column) => {
      const cell = cells[columns.indexOf(column)]
      if (!cell) throw new Error(`${file}:${index + 2}: ${column} is missing`)
      return cell
    }
  })
}

function hundredths(text: string): number {
  if (!/^\d{1,6}[.]\d\d$/.test(text)) throw new Error(`${text} is no price with two decimals`)
  return Number(text.replace('.', ''))
}

function yesOrNo(text: string): boolean {
  if (text !== 'yes' && text !== 'no') throw new Error(`${text} is neither yes nor no`)
  return text === 'yes'
}
