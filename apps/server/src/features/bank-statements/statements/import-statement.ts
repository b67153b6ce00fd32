import { createHash } from 'node:crypto'
import { type Actor, recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { countMatches } from '../match-deposits.ts'
import { readStatement } from './read-statement.ts'
import { insertLines, insertStatement } from './store.ts'

export interface StatementFile {
  readonly fileName: string
  readonly text: string
  readonly by: Actor
  readonly now: Date
  readonly requestId: string
}

export type StatementReport =
  | {
      readonly result: 'taken'
      readonly statementId: string
      readonly lines: number
      readonly fresh: number
      /** New lines that match a waiting deposit. The worker matches them. */
      readonly matched: number
      readonly leftOut: number
    }
  | { readonly result: 'known' }
  | { readonly result: 'refused'; readonly line: number; readonly why: string }

/**
 * Stores the bank's lines and nothing else: the worker matches them. The same file counts once. A file that an operator
 * uploads in the console is read for incoming lines only: an outgoing line would confirm a payout, which no single
 * operator may do.
 */
export async function importStatement(
  tx: Tx,
  { fileName, text, by, now, requestId }: StatementFile,
): Promise<StatementReport> {
  const read = readStatement(text)
  if (!read.ok) return { result: 'refused', line: read.line, why: read.why }
  const statementId = newId(now.getTime())
  const sha256 = createHash('sha256').update(text).digest('hex')
  const inserted = await insertStatement(tx, {
    id: statementId,
    fileName: fileName.slice(0, 200),
    sha256,
    lines: read.rows.length,
    importedBy: by,
    importedAt: now,
  })
  if (!inserted) return { result: 'known' }
  const rows = by === 'system' ? read.rows : read.rows.filter(({ amount }) => amount > 0n)
  const ids = rows.map(() => newId(now.getTime()))
  const fresh = await insertLines(tx, statementId, ids, rows)
  const matched = await countMatches(tx, statementId)
  await recordAudit(tx, {
    action: 'deposits.statement-imported',
    actor: by,
    subject: `bank-statement:${statementId}`,
    details: { fileName, sha256, lines: read.rows.length, fresh },
    requestId,
  })
  const leftOut = read.rows.length - rows.length
  return { result: 'taken', statementId, lines: read.rows.length, fresh, matched, leftOut }
}
