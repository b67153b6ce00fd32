import type { DataOf } from '@fairlot/contract/routes'
import { type OwnEntry, ownEntry } from '@fairlot/ledger'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readWhy } from './correcting/store.ts'
import { isOwnCash } from './own-cash.ts'
import { isCorrection } from './record-tab.ts'
import { readTrade, type TradeRow } from './store.ts'

/** One entry with the member's own lines. Refuses: `request.not-found`, also for another member's entry. */
export async function readEntry(
  tx: Tx,
  memberId: string,
  entryId: string,
): Promise<Outcome<DataOf<'/funds/entry'>>> {
  const found = await ownEntry(tx, memberId, entryId)
  if (!found) return refuse('request.not-found', { field: 'entryId' })
  const whys = await readWhy(tx, memberId, isCorrection(found.event) ? [entryId] : [])
  const trade = found.event.startsWith('trade.')
    ? await readTrade(tx, memberId, found.reference, entryId)
    : undefined
  return done({
    event: found.event,
    reference: found.reference,
    postedAt: found.postedAt.toISOString(),
    why: whys.get(entryId) ?? null,
    change: cashIn(found, isOwnCash).toString(),
    trade: trade === undefined ? null : showTrade(found, trade),
    lines: found.lines.map((line) => ({
      lineId: `${entryId}.${line.lineNo}`,
      entryId,
      event: found.event,
      asset: line.asset,
      account: line.due === null ? line.kind : `${line.kind}@${line.due}`,
      amount: line.amount.toString(),
      balanceAfter: line.balanceAfter.toString(),
      postedAt: found.postedAt.toISOString(),
    })),
  })
}

const cashIn = ({ lines }: OwnEntry, counts: (kind: string) => boolean): bigint =>
  lines
    .filter(({ asset, kind }) => asset === 'TWD' && counts(kind))
    .reduce((sum, { amount }) => sum + amount, 0n)

/**
 * A fill as lines that add up to the change of own cash: the value, the costs, and what loan, interest, collateral and
 * debts took or gave. The member's lines of these accounts are the other side of them.
 */
function showTrade(entry: OwnEntry, { fee, tax, borrowFee, ...trade }: TradeRow) {
  const value = BigInt(trade.price) * BigInt(trade.quantity)
  const of = (kind: string): string => (-cashIn(entry, (one) => one === kind)).toString()
  return {
    ...trade,
    value: (trade.side === 'buy' ? -value : value).toString(),
    fee: (-fee).toString(),
    tax: (-tax).toString(),
    borrowFee: (-borrowFee).toString(),
    loan: of('loan'),
    interest: of('interest'),
    collateral: of('collateral'),
    owed: of('payable'),
  }
}
