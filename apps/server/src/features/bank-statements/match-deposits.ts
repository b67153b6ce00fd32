import { dayMs } from '@fairlot/rules/calendar'
import { matchLine } from '@fairlot/rules/bank-statements'
import type { Db, Tx } from '#platform/db'
import {
  type LineRow,
  lockOpenLines,
  matchToDeposit,
  readLinesOf,
  readUnmatched,
  type UnmatchedDeposit,
} from './statements/store.ts'

const lookbackMs = 14 * dayMs
const maxLines = 1_000

/**
 * Matches incoming lines with deposits and records differences. It books nothing: two operators compare the line with
 * claim and receipt. Returns how many lines were matched.
 */
export const matchDeposits = (db: Db, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const lines = await lockOpenLines(tx, new Date(now.getTime() - lookbackMs), maxLines)
    if (lines.length === 0) return 0
    const found = matchesOf(lines, await readUnmatched(tx))
    for (const { line, depositId, differences } of found)
      await matchToDeposit(tx, line.id, depositId, differences, now)
    return found.length
  })

/** How many lines of a new statement match a waiting deposit. Reads only. */
export async function countMatches(tx: Tx, statementId: string): Promise<number> {
  const lines = await readLinesOf(tx, statementId)
  return lines.length === 0 ? 0 : matchesOf(lines, await readUnmatched(tx)).length
}

function matchesOf(lines: readonly LineRow[], deposits: readonly UnmatchedDeposit[]) {
  let open = deposits
  return lines.flatMap((line) => {
    const match = matchLine(
      line,
      open.filter(({ account }) => account === line.account),
    )
    if (!match) return []
    open = open.filter(({ depositId }) => depositId !== match.depositId)
    return [{ line, ...match }]
  })
}
