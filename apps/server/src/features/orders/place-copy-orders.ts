// The orders of copies in a block, in the caller's transaction: ordinary orders whose shares and money the database has
// decided. The venue gets them with the block.

import type { InstrumentKind, Side } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'
import type { OrderDraft } from './intake/draft.ts'
import { takeOrders } from './intake/take.ts'
import type { Waking } from './waking.ts'

/** What the orders have from the mentor's. */
export interface LeadOrder {
  readonly symbol: string
  readonly kind: InstrumentKind
  readonly side: Side
  readonly price: number
  readonly date: string
  /** Hash of the terms, hex. */
  readonly terms: string
  readonly shard: number
}

export interface CopyOrder {
  readonly orderId: string
  readonly memberId: string
  readonly positionId: string
  readonly quantity: number
  readonly cost: bigint
}

/** All of them, or the transaction fails. */
export async function placeCopyOrders(
  tx: Tx,
  waking: Waking,
  lead: LeadOrder,
  orders: readonly CopyOrder[],
  now: Date,
): Promise<void> {
  if (orders.length === 0) return
  const taken = await takeOrders(
    tx,
    waking,
    orders.map((order) => draftOf(lead, order)),
    now,
  )
  taken.forEach((one, index) => {
    if (!one.ok)
      throw new Error(`order ${orders[index]!.orderId} of a copy was refused with ${one.refusal.msg}`)
  })
}

const draftOf = (
  lead: LeadOrder,
  { orderId, memberId, positionId, quantity, cost }: CopyOrder,
): OrderDraft => ({
  ...lead,
  id: orderId,
  memberId,
  positionId,
  quantity,
  purpose: lead.side === 'buy' ? 'open' : 'close',
  direction: 'long',
  multiple: 100,
  dayTrade: false,
  validity: 'ROD',
  worstPrice: lead.price,
  origin: 'copy',
  replaces: null,
  deviceKey: null,
  signature: null,
  // Not sent: the block is the command.
  command: '{"kind":"place"}',
  cash: cost,
  debt: 0n,
  line: 0,
  quota: 0,
  quotaTimes: 0,
  equityShare: null,
  riskLimited: false,
  orderRateLimit: Number.MAX_SAFE_INTEGER,
})
