import { taipeiIso } from '@fairlot/rules/calendar'
import { recordAudit } from '#features/audit'
import { csvFile, type CsvFile } from '#platform/csv'
import type { Tx } from '#platform/db'
import type { ByOperator } from '../by-operator.ts'
import { queryOf, recordedText } from '../searching/query.ts'

/** A file has at most this many rows. The filter decides which. */
export const maxExported = 5_000

export interface ExportedList {
  /** The page: `deposits`. */
  readonly list: string
  readonly filter: Readonly<Record<string, unknown>>
  readonly head: readonly string[]
  readonly rows: readonly (readonly (string | null)[])[]
}

/** A list as a file, masked as on the screen, and the audit row that it left. Runs in the transaction that read it. */
export async function exportList(
  tx: Tx,
  { list, filter, head, rows }: ExportedList,
  { caller, now, requestId }: ByOperator,
): Promise<CsvFile> {
  await recordAudit(tx, {
    action: 'operators.list-exported',
    actor: `operator:${caller.operatorId}`,
    subject: `list:${list}`,
    details: { list, rows: rows.length, filter: recorded(filter) },
    requestId,
  })
  return csvFile(`${list}-${taipeiIso(now.getTime()).slice(0, 16).replace(/\D/g, '')}`, head, rows)
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
