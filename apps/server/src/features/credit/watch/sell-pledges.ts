// One run of a forced sale: orders for what is still missing, as a margin call places them. The shares leave the pledge and
// enter the order's hold in one transaction.

import { sharesToSell } from '@fairlot/rules/credit'
import { limitsOf, lotSize } from '@fairlot/rules/instruments'
import { placeSystemOrder } from '#features/orders'
import { postOrThrow } from '#features/fund-requests'
import { Rollback } from '#platform/db'
import { derivedIdOfDay } from '#platform/ids'
import { freeEntry } from '../postings.ts'
import type { PledgeRow } from '../store.ts'
import { type CallRow, countSales, readSales, readVenueState, sellPledge, type VenueState } from './store.ts'
import type { WatchContext } from './watch-context.ts'

/** Returns how many orders were placed. */
export async function sellPledges(
  context: WatchContext,
  call: CallRow,
  pledges: readonly PledgeRow[],
): Promise<number> {
  const { tx, loan, day } = context
  // One order at a time: what it brings decides how much more is needed.
  if ((await readSales(tx, loan.loanId)).length > 0) return 0
  const owed = loan.principal + loan.interest
  const isLate = loan.dueOn! < day.today
  const target = call.reason === 'due' || isLate ? null : day.trading.cancelRatio
  const worth = ({ shares, price }: PledgeRow): bigint => BigInt(shares) * BigInt(price)
  const largest = pledges.toSorted((a, b) => (worth(a) > worth(b) ? -1 : 1))
  for (const pledge of largest) {
    const entry = entryFor(await readVenueState(tx, pledge.symbol))
    if (!entry) continue
    const others = pledges.filter((one) => one !== pledge).reduce((sum, one) => sum + worth(one), 0n)
    const needed = sharesToSell(pledge, others, owed, target)
    const shares = Math.min(needed, day.trading.maxLots * lotSize)
    if (shares === 0) return 0
    await sell(context, call, pledge, shares, entry)
    return 1
  }
  return 0
}

async function sell(
  { tx, deps, loan, now }: WatchContext,
  call: CallRow,
  pledge: PledgeRow,
  shares: number,
  entry: { readonly price?: number },
): Promise<void> {
  const { holdId, positionId } = pledge
  const attempt = await countSales(tx, loan.loanId, positionId)
  const orderId = derivedIdOfDay(`credit sale ${call.callId} ${positionId} ${attempt}`, now)
  const entryId = await postOrThrow(tx, freeEntry(loan, { ...pledge, shares }, orderId, now))
  await sellPledge(tx, { holdId, shares, entryId, orderId, at: now })
  const placed = await placeSystemOrder(tx, deps, {
    orderId,
    memberId: loan.memberId,
    positionId,
    quantity: shares,
    ...entry,
    validity: 'ROD',
    origin: 'liquidation',
    now,
  })
  // The pledge stays as it was, and the next run tries again.
  if (!placed.ok) throw new Rollback(0)
}

/** Market while trading is continuous; in an auction at the day's lower limit; undefined while no order is accepted. */
function entryFor(venue: VenueState | undefined): { readonly price?: number } | undefined {
  if (!venue || venue.state === 'closed' || venue.state === 'halted') return undefined
  if (venue.state === 'continuous' && venue.upper !== null) return {}
  const usual = limitsOf(venue.kind, venue.reference, true)!
  return { price: venue.lower ?? usual.lower }
}
