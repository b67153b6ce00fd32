// What forced orders brought pays interest, then principal; the rest stays the member's. Shares that an ended order did not
// sell are pledged again.

import { balanceOf, member, post, stock } from '@fairlot/ledger'
import { splitRepayment } from '@fairlot/rules/credit'
import { recordOutcome } from '#features/members'
import { newId } from '#platform/ids'
import { postOrThrow } from '#features/fund-requests'
import { pledgeEntry, repayEntry } from '../postings.ts'
import { type LoanRow, pledge, readLoan, readPledges } from '../store.ts'
import { collectRow, endSale, readFreeShares, readOpenCall, readSales, type SaleRow } from './store.ts'
import type { WatchContext } from './watch-context.ts'

/** Returns how many repayments and ended orders there were. */
export async function workOffSales(context: WatchContext): Promise<number> {
  const { tx } = context
  let { loan } = context
  let did = 0
  for (const sale of await readSales(tx, loan.loanId)) {
    if (loan.repaidAt === null && sale.proceeds > sale.collected) {
      did += await collectFrom(context, loan, sale)
      loan = (await readLoan(tx, loan.loanId))!
    }
    if (sale.state === 'entrusted') continue
    await pledgeAgain(context, loan, sale)
    await endSale(tx, sale.orderId)
    did += 1
  }
  return did + (await collectFree(context, loan))
}

/** From the settlement date's receivable first, and from free money what of it has arrived. */
async function collectFrom(context: WatchContext, loan: LoanRow, sale: SaleRow): Promise<number> {
  const { tx } = context
  let open = loan
  let left = sale.proceeds - sale.collected
  let did = 0
  for (const due of sale.settlesOn === null ? [null] : [sale.settlesOn, null]) {
    const owner = member(loan.memberId)
    const account = due === null ? owner.available('TWD') : owner.receivable('TWD', due)
    const there = await balanceOf(tx, account)
    const owed = open.principal + open.interest
    const amount = [there, left, owed].reduce((a, b) => (a < b ? a : b))
    if (amount <= 0n) continue
    await collect(context, open, { amount, due, orderId: sale.orderId })
    open = (await readLoan(tx, loan.loanId))!
    left -= amount
    did += 1
    if (open.repaidAt !== null) break
  }
  return did
}

/** Everything is sold and something is still owed: free money pays, as after a forced close of a margin position. */
async function collectFree(context: WatchContext, loan: LoanRow): Promise<number> {
  const { tx } = context
  if (loan.repaidAt !== null) return 0
  const call = await readOpenCall(tx, loan.loanId)
  if (call?.state !== 'forced') return 0
  const isSold =
    (await readPledges(tx, [loan.loanId])).length === 0 && (await readSales(tx, loan.loanId)).length === 0
  if (!isSold) return 0
  const free = await balanceOf(tx, member(loan.memberId).available('TWD'))
  const owed = loan.principal + loan.interest
  const amount = free < owed ? free : owed
  if (amount <= 0n) return 0
  await collect(context, loan, { amount, due: null, orderId: null })
  return 1
}

async function collect(
  { tx, deps, now }: WatchContext,
  loan: LoanRow,
  from: { readonly amount: bigint; readonly due: string | null; readonly orderId: string | null },
): Promise<void> {
  const parts = splitRepayment(loan, from.amount)!
  const { loanId, memberId } = loan
  const by = { event: 'credit.collected', key: newId(now.getTime()), due: from.due } as const
  const posted = await post(tx, repayEntry(loan, parts, by, now))
  if (!posted.ok) throw new Error(`loan ${loanId}: the proceeds could not be collected (${posted.reason})`)
  const { entryId } = posted
  await collectRow(tx, { loanId, orderId: from.orderId, entryId, ...parts, due: from.due, at: now })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'credit.collected',
    actor: 'system',
    subject: `credit-loan:${loanId}`,
    now: { state: from.amount === loan.principal + loan.interest ? 'repaid' : 'running' },
    details: { interest: parts.interest.toString(), principal: parts.principal.toString(), entryId },
    event: { kind: 'credit.changed', id: loanId },
    notice: {
      code: 'credit.collected',
      params: {
        amount: from.amount.toString(),
        left: (loan.principal + loan.interest - from.amount).toString(),
      },
    },
    requestId: 'credit-watch',
    at: now,
  })
}

/** The member may have sold some of them in the moment they were free: then as many as there are. */
async function pledgeAgain({ tx, now }: WatchContext, loan: LoanRow, sale: SaleRow): Promise<void> {
  if (loan.repaidAt !== null) return
  const { loanId, memberId } = loan
  const there = Number(await balanceOf(tx, member(memberId).available(stock(sale.symbol))))
  const free = await readFreeShares(tx, sale.positionId)
  const shares = Math.min(sale.shares - sale.filled, there, free)
  if (shares <= 0) return
  const holdId = newId(now.getTime())
  const entryId = await postOrThrow(tx, pledgeEntry(loan, { holdId, symbol: sale.symbol, shares }, now))
  await pledge(tx, { loanId, holdId, positionId: sale.positionId, shares, entryId, at: now })
}
