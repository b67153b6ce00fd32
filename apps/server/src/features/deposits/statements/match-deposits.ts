import { matchLine } from '@fairlot/rules/deposits'
import type { Db } from '#platform/db'
import { lockOpenLines, matchToDeposit, readUnmatched } from './store.ts'

const lookBackMs = 14 * 86_400_000
const mostLines = 1_000

/**
 * Puts lines that came in beside the deposits they belong to, and says where they differ. It books nothing: two people see
 * the line beside claim and receipt. Answers how many lines found theirs.
 */
export const matchDeposits = (db: Db, now: Date): Promise<number> =>
  db.transaction(async (tx) => {
    const lines = await lockOpenLines(tx, new Date(now.getTime() - lookBackMs), mostLines)
    if (lines.length === 0) return 0
    let open = await readUnmatched(tx)
    let matched = 0
    for (const line of lines) {
      const match = matchLine(
        line,
        open.filter(({ account }) => account === line.account),
      )
      if (!match) continue
      await matchToDeposit(tx, line.id, match.depositId, match.differences, now)
      open = open.filter(({ depositId }) => depositId !== match.depositId)
      matched += 1
    }
    return matched
  })
