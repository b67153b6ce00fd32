import type { BidState, BidVoidReason } from '@fairlot/contract/auctions'
import { recordOutcomes } from '#features/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { NotifyDeps } from '../deps.ts'
import { amountOf, sharesOf } from '../show.ts'
import type { AuctionRow } from '../store.ts'
import type { LockedBid } from './store.ts'

type Decided = Extract<BidState, 'invalid' | 'not-won' | 'payment-due' | 'delivered' | 'void' | 'forfeited'>

export interface NotifiedBid {
  readonly row: LockedBid
  readonly reason?: BidVoidReason
}

const codes = {
  invalid: 'auction.invalid',
  'not-won': 'auction.not-won',
  'payment-due': 'auction.won',
  delivered: 'auction.delivered',
  void: 'auction.void',
  forfeited: 'auction.forfeited',
} as const

function paramsOf(
  { symbol, payBy }: AuctionRow,
  state: Decided,
  { row, reason }: NotifiedBid,
): Record<string, string> {
  switch (state) {
    case 'payment-due':
      return {
        symbol,
        shares: sharesOf(row).toString(),
        amount: (amountOf(row) - row.kept).toString(),
        payBy: payBy.toISOString(),
      }
    case 'delivered':
      return { symbol, shares: sharesOf(row).toString(), amount: amountOf(row).toString() }
    case 'void':
      return { symbol, amount: (row.deposit + row.fee).toString(), voidReason: reason! }
    case 'forfeited':
      return { symbol, amount: row.kept.toString() }
    default:
      return { symbol, amount: row.deposit.toString(), fee: row.fee.toString() }
  }
}

/** One audit row for a batch; each member gets the event and a notice. */
export const notifyBidders = (
  tx: Tx,
  deps: NotifyDeps,
  auction: AuctionRow,
  state: Decided,
  bids: readonly NotifiedBid[],
  at: Date,
): Promise<void> =>
  bids.length === 0
    ? Promise.resolve()
    : recordOutcomes(
        tx,
        deps,
        {
          action: `auctions.bids-${state}`,
          actor: 'system',
          subject: `auction:${auction.id}`,
          now: { state },
          details: { count: bids.length, bids: bids.map(({ row }) => row.id) },
          requestId: newId(at.getTime()),
          at,
        },
        bids.map((bid) => ({
          memberId: bid.row.memberId,
          event: { kind: 'auction.changed' as const, id: bid.row.id },
          notice: { code: codes[state], params: paramsOf(auction, state, bid) },
        })),
      )
