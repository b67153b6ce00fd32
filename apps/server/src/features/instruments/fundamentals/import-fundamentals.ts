import { createHash } from 'node:crypto'
import { addDays, taipeiDate } from '@fairlot/rules/calendar'
import { dailyKeptDays, dailyKinds, type FundamentalKind } from '@fairlot/rules/instruments'
import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { WrongFile } from '../public-files.ts'
import { type FundamentalFile, parseFundamentals } from './parse-fundamentals.ts'
import {
  deleteDaysBefore,
  hasImport,
  insertImport,
  lockImports,
  readSymbols,
  upsertFundamentals,
} from './store.ts'

export interface FundamentalImport {
  readonly fileName: string
  readonly bytes: Uint8Array
  /** The day of a file that says none. */
  readonly date: string | undefined
  readonly now: Date
  readonly requestId: string
}

export type FundamentalReport =
  | {
      readonly result: 'imported'
      readonly file: FundamentalFile
      readonly asOf: string
      readonly taken: number
      readonly notHere: number
    }
  | { readonly result: 'known'; readonly file: FundamentalFile; readonly asOf: string }
  | { readonly result: 'refused'; readonly why: string }

/**
 * Stores the figures of our instruments. The same file is imported once; a corrected one replaces the figures of its
 * periods. Rows that cannot be read are left out and reported.
 */
export async function importFundamentals(db: Db, order: FundamentalImport): Promise<FundamentalReport> {
  let file: FundamentalFile
  try {
    file = parseFundamentals(order.bytes, order.date)
  } catch (error) {
    if (error instanceof WrongFile) return { result: 'refused', why: error.message }
    throw error
  }
  const today = taipeiDate(order.now.getTime())
  const asOf = file.asOf ?? order.date ?? today
  if (asOf > today) return { result: 'refused', why: `is of a day ahead, ${asOf}` }
  const { kind, market, source } = file
  const fileHash = createHash('sha256').update(order.bytes).digest('hex')
  return db.transaction(async (tx): Promise<FundamentalReport> => {
    await lockImports(tx)
    if (await hasImport(tx, kind, asOf, fileHash)) return { result: 'known', file, asOf }
    const ours = new Set(await readSymbols(tx))
    const rows = [...new Map(file.rows.map((row) => [`${row.symbol} ${row.period}`, row])).values()].filter(
      ({ symbol }) => ours.has(symbol),
    )
    const counts = { taken: rows.length, skipped: file.rows.length - rows.length + file.wrong.length }
    const importId = newId(order.now.getTime())
    const { fileName, now } = order
    await insertImport(tx, { importId, kind, market, source, asOf, fileName, fileHash, ...counts, now })
    await upsertFundamentals(tx, kind, importId, rows)
    if (isDaily(kind)) await deleteDaysBefore(tx, kind, addDays(asOf, -dailyKeptDays))
    await recordAudit(tx, {
      action: 'instruments.fundamentals-imported',
      actor: 'system',
      subject: `fundamental-import:${importId}`,
      details: { kind, market, source, asOf, file: fileName, fileHash, ...counts },
      requestId: order.requestId,
    })
    return { result: 'imported', file, asOf, taken: rows.length, notHere: file.rows.length - rows.length }
  })
}

const isDaily = (kind: FundamentalKind): boolean => dailyKinds.some((one) => one === kind)
