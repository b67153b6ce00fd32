import { shards } from '@fairlot/contract/venue'
import type { Tx } from '#platform/db'
import type { OrderDraft } from './draft.ts'

export type IntakeOutcome =
  | 'placed'
  /** The same order was placed before. */
  | 'replayed'
  | 'duplicate-id'
  | 'not-pending'
  | 'stopped-by-member'
  | 'stopped-by-rule'
  | 'daily-loss'
  | 'not-eligible'
  | 'called'
  | 'line-full'
  | 'quota'
  | 'equity-share'
  | 'not-holding'
  | 'not-free'
  | 'no-shares'
  | 'insufficient'

/** The row of an order that was placed before, for its receipt. */
export interface ReplayedRow {
  readonly terms: string
  readonly worst_price: number
  readonly date: string
}

export interface IntakeRow {
  readonly outcome: IntakeOutcome
  /** The remaining or missing amount of what the outcome names. */
  readonly detail: bigint
  /** Cash held. */
  readonly held: bigint
  readonly placedMs: bigint
  readonly replay: ReplayedRow | null
}

const statement = `
  SELECT outcome, detail, held, placed_ms AS "placedMs", replay FROM app.place_orders($1, app.with_owner_groups($2::json, $4::uuid[]), $3::integer[]) ORDER BY n`

/** One answer per draft, in order. `includeReceivables`: also those of later days, for one order at a time. */
export async function placeOrders(
  tx: Tx,
  drafts: readonly OrderDraft[],
  now: Date,
  includeReceivables = false,
): Promise<readonly IntakeRow[]> {
  const rows = await tx.query<IntakeRow>(statement, [
    now,
    JSON.stringify(drafts.map((draft) => rowOf(draft, includeReceivables))),
    shards,
    drafts.map(({ memberId }) => memberId),
  ])
  if (rows.length !== drafts.length) throw new Error('intake returned a different number of orders')
  return rows
}

const rowOf = (draft: OrderDraft, includeReceivables: boolean) => ({
  id: draft.id,
  member_id: draft.memberId,
  symbol: draft.symbol,
  kind: draft.kind,
  side: draft.side,
  purpose: draft.purpose,
  position_id: draft.positionId,
  direction: draft.direction,
  multiple: draft.multiple,
  day_trade: draft.dayTrade,
  price: draft.price,
  quantity: draft.quantity,
  validity: draft.validity,
  worst_price: draft.worstPrice,
  date: draft.date,
  origin: draft.origin,
  terms: draft.terms,
  replaces: draft.replaces,
  device_key: draft.deviceKey,
  signature: draft.signature,
  shard: draft.shard,
  command: draft.command,
  placed: draft.placed,
  cash: draft.cash.toString(),
  debt: draft.debt.toString(),
  line: draft.line,
  quota: draft.quota,
  quota_times: draft.quotaTimes,
  equity_share: draft.equityShare,
  risk_limited: draft.riskLimited,
  order_rate_limit: draft.orderRateLimit,
  include_receivables: includeReceivables,
})
