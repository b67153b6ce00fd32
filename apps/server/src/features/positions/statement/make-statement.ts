import { createHash, sign } from 'node:crypto'
import type { DataOf } from '@fairlot/contract/routes'
import { addDays } from '@fairlot/rules/calendar'
import { type Db, inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { MarketFacts, PositionsDeps } from '../deps.ts'
import { csvOf } from './csv.ts'
import { documentOf } from './document.ts'
import { drawPdf } from './draw-pdf.ts'
import { gather, type Gathered, maxLines, type StatementWanted } from './gather.ts'
import { jsonOf } from './json.ts'
import type { Language } from './texts.ts'

export interface StatementOrder extends StatementWanted {
  readonly format: 'csv' | 'pdf' | 'json'
  readonly language: Language
}

const longestDays = 366
const types = {
  csv: 'text/csv; charset=utf-8',
  json: 'application/json; charset=utf-8',
  pdf: 'application/pdf',
} as const

/**
 * The file with its SHA-256, signed by the platform's audit key over `fairlot-statement:<sha256>`: a recipient can
 * check it with the platform's public key.
 *
 * Refuses: `input.invalid`, for invalid days, a period of more than a year, or one with more lines than fit.
 */
export async function makeStatement(
  { db, secrets, ...facts }: PositionsDeps,
  memberId: string,
  order: StatementOrder,
  now: Date,
): Promise<Outcome<DataOf<'/positions/statement'>>> {
  const { from, to, format, language } = order
  const gathered = await gatherPeriod(db, facts, memberId, order, now)
  if (!gathered.ok) return gathered
  const { data } = gathered
  const file = await write(data, format, language)
  const sha256 = createHash('sha256').update(file).digest('hex')
  return done({
    name: `fairlot-${from}-${to}.${format}`,
    type: types[format],
    base64: file.toString('base64'),
    sha256,
    signature: sign(null, Buffer.from(`fairlot-statement:${sha256}`), secrets.auditKey().privateKey).toString(
      'base64',
    ),
  })
}

/** Counts what a statement with all its parts would contain. Refuses as `makeStatement` does. */
export async function countStatement(
  { db, ...facts }: PositionsDeps,
  memberId: string,
  period: Pick<StatementWanted, 'from' | 'to'>,
  now: Date,
): Promise<Outcome<DataOf<'/positions/statementCounts'>>> {
  const wanted = { ...period, parts: ['ledger', 'orders', 'positions', 'evidence'] } as const
  const gathered = await gatherPeriod(db, facts, memberId, wanted, now)
  if (!gathered.ok) return gathered
  const { ledger, orders, fills, positions, roots } = gathered.data
  return done({
    ledger: ledger.length,
    orders: orders.length,
    fills: fills.length,
    positions: positions.length,
    hashes: orders.length + roots.length,
  })
}

async function gatherPeriod(
  db: Db,
  facts: MarketFacts,
  memberId: string,
  wanted: StatementWanted,
  now: Date,
): Promise<Outcome<Gathered>> {
  const { from, to } = wanted
  if (!isDate(from)) return refuse('input.invalid', { field: 'from' })
  if (!isDate(to) || to < from || to > addDays(from, longestDays)) {
    return refuse('input.invalid', { field: 'to' })
  }
  const data = await inSnapshot(db, (tx) => gather(tx, facts, memberId, wanted, now))
  return data ? done(data) : refuse('input.invalid', { field: 'from', params: { max: maxLines } })
}

async function write(data: Gathered, format: StatementOrder['format'], language: Language): Promise<Buffer> {
  if (format === 'json') return Buffer.from(jsonOf(data))
  const document = documentOf(data, language)
  return format === 'csv' ? Buffer.from(csvOf(document)) : drawPdf(document)
}

const isDate = (text: string): boolean => {
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return false
  const parsed = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(parsed.getTime()) && parsed.toISOString().startsWith(text)
}
