import { taipeiIso } from '@fairlot/rules/calendar'
import { incompleteMark, maxExportedRows } from '@fairlot/rules/operators'
import { recordAudit } from '#features/audit'
import { csvFile, type CsvFile } from '#platform/csv'
import type { Tx } from '#platform/db'
import type { ByOperator } from '../by-operator.ts'
import { queryOf, recordedText } from '../searching/query.ts'

/** How many rows an export reads: one more than a file has, so that exportList knows whether rows are left out. */
export const exportLimit = maxExportedRows + 1

const incompleteLine = `這份檔案只有前 ${maxExportedRows} 列，還有未列出的資料。請縮小日期或其他條件後重新下載。 / This file has the first ${maxExportedRows} rows only; there are more. Narrow the dates or other filters and download again.`

export interface ExportedList {
  /** The page: `deposits`. */
  readonly list: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly head: readonly string[]
  /** At most `exportLimit`. */
  readonly rows: readonly (readonly (string | null)[])[]
}

/** A list as a file, masked as on the screen, and the audit row that it left. Runs in the transaction that read it. */
export async function exportList(
  tx: Tx,
  { list, filter, head, rows }: ExportedList,
  { caller, now, requestId }: ByOperator,
): Promise<CsvFile> {
  const listed = rows.slice(0, maxExportedRows)
  const isComplete = listed.length === rows.length
  await recordAudit(tx, {
    action: 'operators.list-exported',
    actor: `operator:${caller.operatorId}`,
    subject: `list:${list}`,
    details: { list, rows: listed.length, isComplete, filter: recorded(filter) },
    requestId,
  })
  const name = `${list}-${taipeiIso(now.getTime()).slice(0, 16).replace(/\D/g, '')}`
  return isComplete
    ? csvFile(name, head, listed)
    : csvFile(`${name}-${incompleteMark}`, head, [...listed, [incompleteLine]])
}

/** A searched account or name is stored masked. */
const recorded = (filter: ExportedList['filter']): Readonly<Record<string, unknown>> =>
  typeof filter['text'] === 'string' ? { ...filter, text: recordedText(queryOf(filter['text'])) } : filter

/** 2026-03-12T09:41:30+08:00. */
export const taipeiText = (at: Date | null): string | null =>
  at === null ? null : `${taipeiIso(at.getTime()).slice(0, 19)}+08:00`

/** 50000.00 of 5000000. */
export function decimalText(minor: bigint | null): string | null {
  if (minor === null) return null
  const digits = (minor < 0n ? -minor : minor).toString().padStart(3, '0')
  return `${minor < 0n ? '-' : ''}${digits.slice(0, -2)}.${digits.slice(-2)}`
}
