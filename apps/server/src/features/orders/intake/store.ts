import type { Tx } from '#platform/db'
import { rateWindowMs, type TakenOrder } from './decide-batch.ts'
import type { OrderDraft, OrderOrigin } from './draft.ts'
import {
  type BatchFacts,
  type FreeBalance,
  type KnownOrder,
  type MemberFacts,
  type MoreMemberFacts,
  type PositionFacts,
  type ReplacedOrder,
  sharesKey,
} from './facts.ts'

/** Opening orders of these origins count for the rate limit. */
const countedOrigins: readonly OrderOrigin[] = ['member', 'conditional']

/** Fills and orders of a trading day are not older than this. */
const dayMs = 3 * 86_400_000

/** Amounts are text in JSON: a JavaScript number would lose digits. */
type Written<Facts> = { [Key in keyof Facts]: Facts[Key] extends bigint ? string : Facts[Key] }

interface FactsRow {
  readonly orders: readonly Written<KnownOrder>[] | null
  readonly replaced: readonly ReplacedOrder[] | null
  readonly positions: readonly Written<PositionFacts>[] | null
  readonly members: readonly (Omit<MemberFacts, 'available' | 'lossLimit' | 'more'> & {
    readonly available: string
    readonly lossLimit: string | null
  })[]
  readonly lendable: readonly { readonly symbol: string; readonly amount: string }[] | null
  readonly shares:
    | readonly (Written<FreeBalance> & { readonly memberId: string; readonly symbol: string })[]
    | null
}

const lockStatement = `
  SELECT orders, replaced, positions, members, lendable, shares
  FROM app.lock_order_facts($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::uuid[], $6::text[], $7::uuid[], $8::text[], $9::date, $10, $11::text[])`

/**
 * Locks and reads what the decision about these orders needs, in the caller's transaction. They are for one trading
 * day.
 */
export async function lockFacts(tx: Tx, drafts: readonly OrderDraft[], now: Date): Promise<BatchFacts> {
  const opening = drafts.filter(({ purpose }) => purpose === 'open')
  const closing = drafts.filter(({ purpose }) => purpose === 'close')
  const sales = new Map(
    closing
      .filter(({ direction }) => direction === 'long')
      .map((draft) => [sharesKey(draft.memberId, draft.symbol), draft] as const),
  )
  const sold = [...sales.values()]
  const [row] = await tx.query<FactsRow>(lockStatement, [
    drafts.map(({ id }) => id).toSorted(),
    unique(drafts.map(({ memberId }) => memberId)),
    unique(opening.map(({ memberId }) => memberId)),
    drafts.flatMap(({ replaces }) => replaces ?? []).toSorted(),
    unique(closing.map(({ positionId }) => positionId)),
    unique(opening.filter(({ direction }) => direction === 'short').map(({ symbol }) => symbol)),
    sold.map(({ memberId }) => memberId),
    sold.map(({ symbol }) => symbol),
    drafts[0]!.date,
    new Date(now.getTime() - rateWindowMs),
    countedOrigins,
  ])
  return factsOf(row!)
}

const unique = <Item>(items: readonly Item[]): readonly Item[] => [...new Set(items)]

function factsOf({ orders, replaced, positions, members, lendable, shares }: FactsRow): BatchFacts {
  const owned = new Map<string, FreeBalance[]>()
  for (const { memberId, symbol, account, amount } of shares ?? []) {
    const key = sharesKey(memberId, symbol)
    owned.set(key, [...(owned.get(key) ?? []), { account, amount: BigInt(amount) }])
  }
  return {
    known: new Map(orders?.map((order) => [order.id, { ...order, held: BigInt(order.held) }])),
    replaced: new Map(replaced?.map((order) => [order.id, order])),
    positions: new Map(
      positions?.map((position) => [position.id, { ...position, collateral: BigInt(position.collateral) }]),
    ),
    members: new Map(
      members.map((member) => [
        member.id,
        {
          ...member,
          available: BigInt(member.available),
          lossLimit: member.lossLimit === null ? null : BigInt(member.lossLimit),
        },
      ]),
    ),
    lendable: new Map(lendable?.map(({ symbol, amount }) => [symbol, BigInt(amount)])),
    shares: owned,
  }
}

interface MoreRow extends Omit<MoreMemberFacts, 'receivables' | 'holdings' | 'openOrders' | 'dayTrades'> {
  readonly id: string
  readonly receivables: readonly Written<FreeBalance>[] | null
  readonly holdings: readonly Written<MoreMemberFacts['holdings'][number]>[] | null
  readonly openOrders: MoreMemberFacts['openOrders'] | null
  readonly dayTrades: readonly Written<MoreMemberFacts['dayTrades'][number]>[] | null
}

const moreStatement = `
  SELECT id, cash, receivables, holdings, open_orders AS "openOrders", day_trades AS "dayTrades", realised, called,
    may_day_trade AS "mayDayTrade"
  FROM app.read_member_facts($1::uuid[], $2::date, $3)`

/** Figures of a day need its date: without one, none are counted. */
export async function readMore(
  tx: Tx,
  memberIds: readonly string[],
  date: string | null,
  now: Date,
): Promise<ReadonlyMap<string, MoreMemberFacts>> {
  const rows = await tx.query<MoreRow>(moreStatement, [memberIds, date, new Date(now.getTime() - dayMs)])
  return new Map(
    rows.map(({ id, receivables, holdings, openOrders, dayTrades, ...more }) => [
      id,
      {
        ...more,
        receivables: (receivables ?? []).map(({ account, amount }) => ({ account, amount: BigInt(amount) })),
        holdings: (holdings ?? []).map((holding) => ({
          ...holding,
          loan: BigInt(holding.loan),
          openedValue: BigInt(holding.openedValue),
        })),
        openOrders: openOrders ?? [],
        dayTrades: (dayTrades ?? []).map((order) => ({ ...order, filledValue: BigInt(order.filledValue) })),
      },
    ]),
  )
}

/** The same facts with the `more` of these members. */
export async function withMore(
  tx: Tx,
  facts: BatchFacts,
  memberIds: readonly string[],
  date: string,
  now: Date,
): Promise<BatchFacts> {
  const members = new Map(facts.members)
  for (const [id, more] of await readMore(tx, memberIds, date, now))
    members.set(id, { ...members.get(id)!, more })
  return { ...facts, members }
}

const writeStatement = `
  SELECT id FROM app.write_orders($1, $2::json, $3::uuid[], $4::integer[], $5::text[], $6::bigint[], $7::uuid[], $8::uuid[]) AS id`

/**
 * Returns the ids of orders whose hold the ledger refused, because another use of the same balance came first. Nothing
 * of these is written, and the balances they need are locked until the transaction ends.
 */
export async function writeOrders(
  tx: Tx,
  taken: readonly TakenOrder[],
  stoppedMembers: readonly string[],
  now: Date,
): Promise<ReadonlySet<string>> {
  const holding = taken.flatMap(({ draft, entry }) =>
    entry ? [{ orderId: draft.id, lines: entry.lines }] : [],
  )
  const lines = holding.flatMap((one, index) => one.lines.map((line) => ({ ...line, entry: index + 1 })))
  const refused = await tx.query<{ id: string }>(writeStatement, [
    now,
    JSON.stringify(taken.map(rowOf)),
    holding.map(({ orderId }) => orderId),
    lines.map(({ entry }) => entry),
    lines.map(({ account }) => account),
    lines.map(({ amount }) => amount),
    lines.map(({ hold }) => hold ?? null),
    stoppedMembers,
  ])
  return new Set(refused.map(({ id }) => id))
}

/**
 * Orders of copied purchases: the database has decided everything but the heads of their timelines, and moves the money from the
 * holds of their copies to theirs.
 */
export async function writeCopyPurchases(tx: Tx, taken: readonly TakenOrder[], now: Date): Promise<void> {
  await tx.query('SELECT app.write_copy_purchases($1::uuid[], $2, $3::text[], $4)', [
    taken.map(({ draft }) => draft.id),
    taken[0]!.steps.length,
    taken.map(({ steps }) => steps.at(-1)!.hash),
    now,
  ])
}

export function rowOf({ draft, held, heldShares, steps, closing, mentorShares }: TakenOrder) {
  return {
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
    closing,
    held_cash: held.toString(),
    held_shares: heldShares,
    steps: steps.length,
    steps_hash: steps.at(-1)!.hash,
    ...(mentorShares !== undefined && { mentor_shares: mentorShares }),
  }
}
