// The orders of copies in a block, in the caller's transaction: ordinary orders whose shares and money the database has
// decided. The venue gets them with the block.

import type { InstrumentKind, Side } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'
import { decideBatch, type TakenOrder } from './intake/decide-batch.ts'
import type { OrderDraft } from './intake/draft.ts'
import type { MemberFacts } from './intake/facts.ts'
import { writeCopyPurchases } from './intake/store.ts'
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
  const drafts = orders.map((order) => draftOf(lead, order))
  const refused =
    lead.side === 'buy' ? await writePurchases(tx, drafts, now) : await takeSales(tx, waking, drafts, now)
  if (refused !== undefined) throw new Error(`order ${refused.id} of a copy was refused with ${refused.why}`)
}

interface Refused {
  readonly id: string
  readonly why: string
}

/** `app.prepare_copy_lines` has locked the members and taken each cost from its copy: no other fact decides. */
async function writePurchases(
  tx: Tx,
  drafts: readonly OrderDraft[],
  now: Date,
): Promise<Refused | undefined> {
  const none = new Map<string, never>()
  const members = new Map<string, MemberFacts>()
  for (const { memberId, cash } of drafts)
    members.set(memberId, memberOf(memberId, cash + (members.get(memberId)?.available ?? 0n)))
  const facts = { known: none, replaced: none, positions: none, members, lendable: none, shares: none }
  const decided = decideBatch(drafts, facts, now)
  if (!decided.complete)
    throw new Error(
      'the orders of copies were not decided: decideBatch asked for facts beyond money, which this path does not read',
    )
  const taken: TakenOrder[] = []
  for (const [index, decision] of decided.decisions.entries()) {
    if (decision.outcome === 'refused') return { id: drafts[index]!.id, why: decision.refusal.msg }
    if (decision.outcome === 'placed') taken.push(decision.taken)
  }
  await writeCopyPurchases(tx, taken, now)
  return undefined
}

const memberOf = (id: string, available: bigint): MemberFacts => ({
  id,
  available,
  stopped: null,
  lossLimit: null,
  recent: 0,
  ownerGroup: null,
})

async function takeSales(
  tx: Tx,
  waking: Waking,
  drafts: readonly OrderDraft[],
  now: Date,
): Promise<Refused | undefined> {
  const taken = await takeOrders(tx, waking, drafts, now)
  for (const [index, one] of taken.entries())
    if (!one.ok) return { id: drafts[index]!.id, why: one.refusal.msg }
  return undefined
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
