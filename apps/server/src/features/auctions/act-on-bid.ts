import type { DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { postOrThrow } from '#features/fund-requests'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import { derivedId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { NotifyDeps } from './deps.ts'
import { cancelEntry, payEntry } from './postings.ts'
import { amountOf, showBid } from './show.ts'
import { type BidRow, cancelSealed, lockBidder, payDue, readBidRow } from './store.ts'

export interface Asking {
  readonly memberId: string
  readonly bidId: string
  readonly now: Date
  readonly requestId: string
}

/** Before the close. The deposit returns and the fee is charged. Refuses: `order.not-found`, `auction.closed`. */
export async function cancelBid(
  tx: Tx,
  deps: NotifyDeps,
  asked: Asking,
): Promise<Outcome<DataOf<'/auctions/cancel'>>> {
  const row = await readOwn(tx, asked)
  if (!row) return refuse('order.not-found')
  const { memberId, now } = asked
  if (row.state !== 'sealed' || now >= row.closesAt) return refuse('auction.closed')
  const entryId = await postOrThrow(tx, cancelEntry({ ...row, now }))
  // The close, or a removal, has come first: a refusal rolls everything back.
  if (!(await cancelSealed(tx, { id: row.id, memberId, entryId, at: now }))) return refuse('auction.closed')
  await record(tx, deps, asked, 'cancelled', { entryId })
  return done({ bid: showBid((await readBidRow(tx, row.id))!) }, 'done.bid-cancelled')
}

/** Before the deadline. Refuses: `order.not-found`, `auction.not-due`, `balance.insufficient`. */
export async function payBid(
  tx: Tx,
  deps: NotifyDeps,
  asked: Asking,
): Promise<Outcome<DataOf<'/auctions/pay'>>> {
  const row = await readOwn(tx, asked)
  if (!row) return refuse('order.not-found')
  const { memberId, now } = asked
  if (row.state !== 'payment-due' || now >= row.payBy) return refuse('auction.not-due')
  const due = amountOf(row) - row.kept
  const holdId = derivedId(`auction payment ${row.id}`)
  const held = await post(tx, payEntry({ ...row, now }, holdId, due))
  if (!held.ok) return refuse('balance.insufficient')
  // The deadline has come first: a refusal rolls everything back.
  if (!(await payDue(tx, { id: row.id, memberId, holdId, at: now }))) return refuse('auction.not-due')
  await record(tx, deps, asked, 'paid', { amount: due.toString(), entryId: held.entryId })
  return done({ bid: showBid((await readBidRow(tx, row.id))!) }, 'done.bid-paid')
}

async function readOwn(tx: Tx, { memberId, bidId }: Asking): Promise<BidRow | undefined> {
  await lockBidder(tx, memberId)
  const row = await readBidRow(tx, bidId)
  return row?.memberId === memberId ? row : undefined
}

const record = (
  tx: Tx,
  deps: NotifyDeps,
  { memberId, bidId, now, requestId }: Asking,
  state: 'cancelled' | 'paid',
  details: Record<string, unknown>,
) =>
  recordOutcome(tx, deps, {
    memberId,
    action: `auctions.bid-${state}`,
    actor: `member:${memberId}`,
    subject: `bid:${bidId}`,
    now: { state },
    details,
    event: { kind: 'auction.changed', id: bidId },
    notice: null,
    requestId,
    at: now,
  })
