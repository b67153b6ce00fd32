import { shardOf } from '@fairlot/contract/venue'
import { checkTrigger, isSameExits, ordersRules, type Acknowledgement } from '@fairlot/rules/orders'
import type { TradeGate } from '#features/identity'
import { writesDurably } from '#platform/crash-points'
import { Rollback, type Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { decideEntry } from '../../intake/decide.ts'
import { decideUnderLock } from '../../intake/take.ts'
import { readMarketDay } from '../../market-day.ts'
import type { ConditionalDeps } from '../deps.ts'
import { firstDayOf, refusalOfExpiry } from '../expiry.ts'
import { notify } from '../notify.ts'
import { countWaiting, insertConditional, readConditional, readStanding } from '../store.ts'
import { endEntry } from './end-entry.ts'
import { reserveEntry } from './reserve-entry.ts'
import type { EntryLeg } from './body.ts'
import { type EntryRow, lockEntry, lockTrading, readEntry } from './store.ts'

export interface EntryDeps extends ConditionalDeps {
  readonly tradeGate: TradeGate
}

export interface WantedEntry extends EntryLeg {
  readonly conditionalId: string
  readonly symbol: string
  readonly quantity: number
  readonly expiresOn: string
  readonly acknowledged?: readonly Acknowledgement[] | undefined
  /** A waiting entry of the same stock, which ends in the same transaction. */
  readonly replaces?: string | undefined
}

type Placed = Outcome<{ conditionalId: string; held: string }>

/** The same id and body get the first answer again; the refusals are listed with the route. */
export async function placeEntry(
  deps: EntryDeps,
  memberId: string,
  wanted: WantedEntry,
  now: Date,
): Promise<Placed> {
  const unknown = await deps.tradeGate(memberId)
  if (unknown) return unknown
  const today = await firstDayOf(deps, now)
  return deps.db.transaction(async (tx): Promise<Placed> => {
    await lockTrading(tx, memberId)
    const { conditionalId, replaces } = wanted
    const before = await readEntry(tx, conditionalId)
    if (before) return isSame(before, memberId, wanted) ? answer(before) : refuse('order.duplicate-id')
    if (await readConditional(tx, conditionalId)) return refuse('order.duplicate-id')
    if (replaces === undefined) return place(tx, deps, memberId, wanted, today, now)
    const replaced = await lockEntry(tx, replaces)
    if (replaced?.memberId !== memberId || replaced.symbol !== wanted.symbol) return refuse('order.not-found')
    if (replaced.state !== 'waiting') return refuse('order.not-pending')
    await endEntry(tx, deps, replaced, 'cancelled', 'replaced', now)
    const placed = await place(tx, deps, memberId, wanted, today, now)
    // The old one stays if the new one is refused.
    if (!placed.ok) throw new Rollback(placed)
    return placed
  })
}

async function place(
  tx: Tx,
  deps: ConditionalDeps,
  memberId: string,
  wanted: WantedEntry,
  today: string,
  now: Date,
): Promise<Placed> {
  const {
    conditionalId: id,
    symbol,
    direction,
    multiple,
    way,
    trigger,
    price,
    quantity,
    exits,
    expiresOn,
  } = wanted
  const day = await readMarketDay(tx, deps, symbol, now)
  if (day === undefined) return refuse('stock.not-found', { field: 'symbol' })
  if (day === 'delisted') return refuse('stock.delisted', { field: 'symbol' })
  if (day.termsHash !== wanted.terms) return refuse('order.terms-changed')
  const expiry = refusalOfExpiry(expiresOn, today, now, day.terms)
  if (expiry) return expiry
  const standing = await readStanding(tx, symbol, shardOf(symbol))
  if (standing.date === null) return refuse('stock.no-price')
  // The last trade and the event after which it is watched are of one snapshot: no trade is missed between them.
  const problem = checkTrigger({ ...day, last: standing.last }, wanted)
  if (problem) return refusing(problem)
  const decision = decideEntry(day, {
    orderId: id,
    memberId,
    origin: 'member',
    direction,
    multiple,
    trigger,
    price,
    quantity,
    exits,
    terms: wanted.terms,
    acknowledged: wanted.acknowledged,
  })
  if (!decision.ok) return refusing(decision.refusal)
  const { maxConditional } = day.terms
  if ((await countWaiting(tx, memberId)) >= maxConditional) {
    return refuse('order.conditional-full', {
      params: { max: maxConditional },
      rule: ordersRules.maxConditional.id,
    })
  }
  const [decided] = await decideUnderLock(tx, [decision.taken], now)
  if (decided!.outcome === 'refused') return refusing(decided!.refusal)
  if (decided!.outcome === 'replayed') return refuse('order.duplicate-id')
  const { held, heldShares } = decided!.taken
  writesDurably(tx, 'conditional.place')
  const holds = await reserveEntry(tx, { id, memberId, symbol, cash: held, lent: heldShares, now })
  // A withdrawal or another short came in between.
  if (!holds) throw new Rollback(refuse('balance.insufficient'))
  const leg: EntryLeg = { direction, multiple, way, trigger, price, exits, terms: wanted.terms }
  await insertConditional(tx, {
    id,
    memberId,
    symbol,
    positionId: null,
    kind: 'entry',
    body: { quantity, entry: leg },
    quantity,
    bestPrice: null,
    expiresOn,
    createdAt: now,
    afterEvent: standing.event,
    pricedOn: day.date ?? standing.date,
    holds,
    worstPrice: decision.taken.worstPrice,
  })
  await notify(tx, deps, { id, memberId }, 'waiting', null, now)
  return done({ conditionalId: id, held: String(held) }, 'done.conditional-placed')
}

const refusing = ({ msg, ...details }: NonNullable<ReturnType<typeof checkTrigger>>) => refuse(msg, details)

const answer = (row: EntryRow): Placed =>
  done({ conditionalId: row.id, held: String(row.held) }, 'done.conditional-placed')

const isSame = (row: EntryRow, memberId: string, wanted: WantedEntry): boolean => {
  const { entry, quantity } = row.body
  return (
    row.memberId === memberId &&
    row.symbol === wanted.symbol &&
    row.expiresOn === wanted.expiresOn &&
    quantity === wanted.quantity &&
    isSameExits(entry.exits, wanted.exits) &&
    (['direction', 'multiple', 'way', 'trigger', 'price', 'terms'] as const).every(
      (name) => entry[name] === wanted[name],
    )
  )
}
