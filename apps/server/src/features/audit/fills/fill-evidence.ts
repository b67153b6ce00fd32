// The content of a fill's leaf: the order as it was accepted, its place in the exchange's log, the book just before,
// the price and the rule that decided it, each cost with its rule, and the ledger lines it caused. The text is hashed
// byte for byte, so the order of the names below is part of the format; a new name means a new version.

import { type Allocated, memberAccount, type Traded } from '@fairlot/contract/venue'
import { ruleIdOf, type TermName } from '@fairlot/rules/orders'
import type { FillRow, Leg } from './store.ts'

export const fillIdOf = ({ shard, event, side }: Pick<FillRow, 'shard' | 'event' | 'side'>): string =>
  `${shard}/${event}/${side}`

export function fillText(fill: FillRow, legs: readonly Leg[]): string {
  const { bids, asks, taker } = tradeOf(fill)
  return JSON.stringify({
    v: 'fairlot fill v1',
    fill: fillIdOf(fill),
    member: fill.memberId,
    shard: fill.shard,
    event: fill.event.toString(),
    sequence: fill.sequence.toString(),
    symbol: fill.symbol,
    side: fill.side,
    price: fill.price,
    quantity: fill.quantity,
    decidedBy: fill.decidedBy,
    taker: taker ?? null,
    bids,
    asks,
    received: fill.placedAt.toISOString(),
    matched: fill.tradedAt.toISOString(),
    settled: fill.settledAt.toISOString(),
    date: fill.date,
    settlesOn: fill.settlesOn,
    order: {
      id: fill.orderId,
      position: fill.positionId,
      kind: fill.kind,
      purpose: fill.purpose,
      direction: fill.direction,
      multiple: fill.multiple,
      dayTrade: fill.dayTrade,
      price: fill.limit,
      quantity: fill.ordered,
      validity: fill.validity,
      origin: fill.origin,
      device: fill.deviceKey,
      signature: fill.signature,
    },
    step: fill.step === null ? null : { n: fill.step, hash: fill.stepHash },
    terms: fill.terms,
    costs: costsOf(fill),
    entry: { id: fill.entryId, lines: legs.map((leg) => lineOf(leg, fill.memberId)) },
  })
}

const tradeOf = (fill: FillRow): Pick<Traded, 'bids' | 'asks' | 'taker'> =>
  fill.logged === null ? { bids: [], asks: [] } : readTrade(fill.logged)

/** A line of a block has no book of its own. */
const readTrade = (logged: string): Traded | (Allocated & Pick<Traded, 'bids' | 'asks' | 'taker'>) => ({
  bids: [],
  asks: [],
  ...(JSON.parse(logged) as Traded | Allocated),
})

const ruleOf = (trade: ReturnType<typeof readTrade>): string =>
  trade.kind === 'allocated' ? 'block' : trade.taker === undefined ? 'auction' : 'price-time'

function costsOf(fill: FillRow) {
  const sameDay = fill.dayTrade && (fill.purpose === 'open' || fill.openedOn === fill.date)
  const taxTerm: TermName = fill.kind === 'etf' ? 'taxEtf' : sameDay ? 'taxDayTrade' : 'taxStock'
  const cost = (what: string, amount: bigint, term: TermName) => ({
    what,
    amount: amount.toString(),
    rule: ruleIdOf(term),
  })
  return [
    cost('fee', fill.fee, 'brokerage'),
    ...(fill.tax > 0n ? [cost('tax', fill.tax, taxTerm)] : []),
    ...(fill.borrowFee > 0n ? [cost('borrow-fee', fill.borrowFee, 'borrowFee')] : []),
  ]
}

/** Hides the counterparty: a member's evidence must not reveal who traded against them. */
export const blinded = (account: string, memberId: string): string =>
  /^(member|seat)\//.test(account) && !account.startsWith(`member/${memberId}/`) ? 'counterparty' : account

const lineOf = ({ account, asset, amount }: Leg, memberId: string): readonly [string, string, string] => [
  blinded(account, memberId),
  asset,
  amount.toString(),
]

/** The first contradiction between a fill and the exchange's log or the ledger; undefined when there is none. */
export function contradiction(fill: FillRow, legs: readonly Leg[]): string | undefined {
  if (fill.logged === null || fill.loggedSequence === null) return 'the log has no such trade'
  const trade = readTrade(fill.logged)
  const buys = fill.side === 'buy'
  const facts: readonly (readonly [string, unknown, unknown])[] = [
    ['sequence', fill.sequence, fill.loggedSequence],
    ['symbol', fill.symbol, trade.symbol],
    ['price', fill.price, trade.price],
    ['quantity', fill.quantity, trade.quantity],
    ['order', fill.orderId, buys ? trade.buyOrder : trade.sellOrder],
    ['member', memberAccount(fill.memberId), buys ? trade.buyAccount : trade.sellAccount],
    ['rule', fill.decidedBy, ruleOf(trade)],
    ['book', canonical(fill.book), JSON.stringify({ bids: trade.bids, asks: trade.asks })],
    ['shares on the ledger', BigInt(fill.quantity), movedOf(legs, `stk:${fill.symbol}`)],
    ['value on the ledger', BigInt(fill.price) * BigInt(fill.quantity), movedOf(legs, 'TWD')],
    ['fee on the ledger', fill.fee, paidTo(legs, 'fees/brokerage/')],
    ['tax on the ledger', fill.tax, paidTo(legs, 'tax/transaction/')],
    ['borrow fee on the ledger', fill.borrowFee, paidTo(legs, 'fees/borrow/')],
  ]
  const wrong = facts.find(([, here, there]) => here !== there)
  return wrong && `${wrong[0]} is ${String(wrong[1])} here and ${String(wrong[2])} there`
}

function canonical(book: string): string {
  const { bids, asks } = JSON.parse(book) as Pick<Traded, 'bids' | 'asks'>
  return JSON.stringify({ bids, asks })
}

const paidTo = (legs: readonly Leg[], account: string): bigint =>
  legs.reduce((sum, leg) => sum + (leg.account.startsWith(account) ? leg.amount : 0n), 0n)

/** The amount the entry moved through clearing: the trade's value, or its shares. */
function movedOf(legs: readonly Leg[], asset: string): bigint {
  const net = legs.reduce(
    (sum, leg) => sum + (leg.asset === asset && leg.account.startsWith('clearing/') ? leg.amount : 0n),
    0n,
  )
  return net < 0n ? -net : net
}
