import { type Asset, balancesOf, isShares, isStatementCursor, statement } from '@fairlot/ledger'
import { isCurrency } from '@fairlot/money'
import { type Db, inSnapshot } from '#platform/db'
import { done, refuse } from '#platform/outcome'

const pageSize = 50

export interface LinesWanted {
  readonly memberId: string
  readonly asset: string
  readonly before?: string | undefined
}

/**
 * The member's own lines of one asset over all its accounts (available, held, by settlement date), newest first.
 * `balance` is the sum of those accounts, so the first page adds up to the total that the member centre shows.
 */
export async function listLedgerLines(db: Db, { memberId, asset, before }: LinesWanted) {
  if (!isAsset(asset)) return refuse('input.invalid', { field: 'asset' })
  if (before !== undefined && !isStatementCursor(before)) return refuse('input.invalid', { field: 'before' })
  // One snapshot for both; otherwise a posting between the two reads would show a sum that its lines do not have.
  return inSnapshot(db, async (tx) => {
    const page = await statement(tx, {
      ownerId: memberId,
      asset,
      limit: pageSize,
      ...(before === undefined ? {} : { before }),
    })
    const balances = await balancesOf(tx, memberId)
    const balance = balances
      .filter((one) => one.asset === asset)
      .reduce((sum, { amount }) => sum + amount, 0n)
    return done({
      lines: page.lines.map((line) => ({
        lineId: line.lineId,
        entryId: line.entryId,
        event: line.event,
        asset: line.asset,
        // Which of the member's own accounts; the remaining code only names the member.
        account: line.due === null ? line.kind : `${line.kind}@${line.due}`,
        amount: line.amount.toString(),
        balanceAfter: line.balanceAfter.toString(),
        postedAt: line.postedAt.toISOString(),
      })),
      balance: balance.toString(),
      nextBefore: page.next,
    })
  })
}

const isAsset = (text: string): text is Asset => isCurrency(text) || isShares(text)
