// The actions of members, seats, operators, time and attackers. Each command states what the model expects, runs on the
// real system, waits for settlement and compares. A command whose preconditions are missing does not apply.

import fc from 'fast-check'
import { expect } from 'vitest'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { compare, type Seen, tryIllegalSteps } from './compare.ts'
import {
  addPosition,
  closingOf,
  type Entry,
  entryRefusal,
  instrumentState,
  type ModelOrder,
  type ModelPosition,
  nextDate,
  type TradingModel,
  type Who,
} from './model.ts'
import { ask, type Job, type RealTrading, runJob, settleAndFollow } from './real.ts'

export type Command = fc.AsyncCommand<TradingModel, RealTrading>

const symbols = ['2330', '2317'] as const
export const acknowledged = ['far-price', 'equity-share']
/** Ten million less a reserve: below this sum no member runs out of money. */
const surelyAffordable = 900_000_000

interface Choice {
  readonly who: Who
  readonly symbol: (typeof symbols)[number]
  readonly entry: Entry
  /** Picks one of the available items. */
  readonly pick: number
}

export const other = (who: Who): Who => (who === 'ann' ? 'bob' : 'ann')
export const pickOf = <Item>(items: readonly Item[], pick: number): Item | undefined =>
  items[pick % Math.max(1, items.length)]

/** One kind of command. `applies` decides on the model alone; `run` executes, checks and updates the model. */
export function kind(
  name: string,
  seen: Seen,
  run: (model: TradingModel, real: RealTrading, choice: Choice) => Promise<void>,
  applies: (model: TradingModel, choice: Choice) => boolean = () => true,
): fc.Arbitrary<Command> {
  return choices.map((choice) => ({
    check: (model) => applies(model, choice),
    async run(model, real) {
      // Time passes between two taps: one-minute locks begin and end.
      real.harness.venue.now += 9_000
      const hasOddLots = [...model.orders.values()].some(
        ({ state, quantity }) => state === 'entrusted' && quantity < 1_000,
      )
      if (await real.harness.serveTimers(model.states.values(), hasOddLots))
        await settleAndFollow(model, real)
      await run(model, real, choice)
      await settleAndFollow(model, real)
      await compare(model, real, seen)
      await tryIllegalSteps(model, real, seen)
      seen.kinds.set(name, (seen.kinds.get(name) ?? 0) + 1)
      seen.commands += 1
    },
    toString: () => `${name}(${choice.who} ${choice.symbol} ${JSON.stringify(choice.entry)} ${choice.pick})`,
  }))
}

const choices: fc.Arbitrary<Choice> = fc.record({
  who: fc.constantFrom<Who>('ann', 'bob'),
  symbol: fc.constantFrom(...symbols),
  entry: fc.record({
    price: fc.integer({ min: -3, max: 3 }).map((ticks) => 10_000 + ticks * 50),
    quantity: fc.integer({ min: 1, max: 3 }).map((lots) => lots * 1_000),
    validity: fc.constant('ROD' as const),
  }),
  pick: fc.nat(1_000),
})

function note(seen: Seen, code: string): void {
  seen.codes.set(code, (seen.codes.get(code) ?? 0) + 1)
}

/** Returns undefined for an accepted order. */
export function codeOf(
  seen: Seen,
  reply: { http: number; body: { status: number; msg?: string } },
): string | undefined {
  if (reply.http === 200 && reply.body.status === 1) {
    note(seen, 'done')
    return undefined
  }
  note(seen, reply.body.msg ?? 'none')
  return reply.body.msg ?? 'none'
}

interface Opening {
  readonly direction?: 'long' | 'short'
  readonly multiple?: 100 | 200 | 250
  readonly dayTrade?: boolean
  readonly entry?: Partial<Entry> & { readonly market?: true }
  readonly terms?: string
  /** Expected in any case, when the market is open. */
  readonly refused?: string
  /** Also possible. */
  readonly may?: readonly string[]
  readonly symbol?: string
}

export const opens = (name: string, seen: Seen, opening: Opening): fc.Arbitrary<Command> =>
  kind(name, seen, async (model, real, choice) => {
    await open(name, seen, model, real, choice, opening)
  })

export async function open(
  name: string,
  seen: Seen,
  model: TradingModel,
  real: RealTrading,
  { who, symbol: chosen, entry: drawn }: Choice,
  opening: Opening,
): Promise<string | undefined> {
  const { market, ...over } = opening.entry ?? {}
  const { price = 10_000, quantity, validity } = { ...drawn, ...over }
  const entry: Entry = { quantity, validity, ...(market ? {} : { price }) }
  const { direction = 'long', multiple = 100, dayTrade = false } = opening
  const symbol = opening.symbol ?? chosen
  const orderId = real.harness.newOrderId()
  const order = { orderId, symbol, direction, multiple, dayTrade, ...entry }
  const body = { ...order, terms: opening.terms ?? real.harness.terms, acknowledged }
  const isBefore = opening.refused === 'order.terms-changed' || opening.refused === 'stock.not-found'
  const may: (string | undefined)[] = [
    (isBefore ? opening.refused : undefined) ??
      entryRefusal(instrumentState(model, symbol), entry) ??
      (model.stopped.has(who) ? 'order.stopped' : undefined) ??
      (dayTrade && !model.eligible.has(who) ? 'day-trading.not-eligible' : undefined) ??
      opening.refused,
  ]
  may.push(...(opening.may ?? []))
  // Refusals that depend on money and prices: the invariants compute them, the model only knows when they are
  // impossible.
  if (model.lossLimited.has(who)) may.push('guard.daily-loss')
  if (model.asked > surelyAffordable) may.push('balance.insufficient')
  if (dayTrade) may.push('day-trading.quota', 'day-trading.too-late')
  if (direction === 'short') may.push('margin.no-shares-to-lend')
  if (direction === 'short' || multiple > 100) may.push('margin.called')
  if (entry.price !== undefined) may.push('stock.over-price-limit')
  const code = codeOf(seen, await ask(real, who, '/orders/placeOrder', body))
  expect(may, `${name} of ${who}`).toContain(code)
  if (code !== undefined) return undefined
  model.asked += 13_000 * entry.quantity
  addOrder(model, {
    id: orderId,
    who,
    symbol,
    purpose: 'open',
    positionId: orderId,
    direction,
    multiple,
    dayTrade,
    quantity: entry.quantity,
    replaces: null,
    path: '/orders/placeOrder',
    body,
  })
  return orderId
}

function addOrder(
  model: TradingModel,
  order: Omit<ModelOrder, 'state' | 'left' | 'filled' | 'isAccepted'>,
): void {
  model.orders.set(order.id, {
    ...order,
    state: 'entrusted',
    left: order.quantity,
    filled: 0,
    isAccepted: false,
  })
}

export const ordersOf = (model: TradingModel, who: Who, isOpen: boolean): ModelOrder[] =>
  [...model.orders.values()].filter((order) => order.who === who && (order.state === 'entrusted') === isOpen)

export const positionsOf = (model: TradingModel, who: Who): ModelPosition[] =>
  [...model.positions.values()].filter((position) => position.who === who)

/** Why this position cannot be closed now, by time and shares. */
function closeRefusals(
  model: TradingModel,
  position: ModelPosition,
  entry: Entry,
  now: number,
  freed = 0,
): (string | undefined)[] {
  if (position.shares === 0) return ['order.not-holding']
  if (model.date < position.sellableOn) return ['stock.no-same-day-sale', 'stock.no-sale-before-t1']
  const minutes = position.dayTrade ? 1 : 0
  if (now < position.openedAt + minutes * 60_000) return ['position.locked']
  const state = instrumentState(model, position.symbol)
  let free = position.shares - closingOf(model, position.id) + freed
  for (const part of partsOf(entry)) {
    const isOdd = part.quantity < 1_000
    const hasLoan = position.direction === 'short' || position.multiple !== 100 || position.dayTrade
    const refusal = entryRefusal(state, part, free) ?? (isOdd && hasLoan ? 'order.choice' : undefined)
    if (refusal !== undefined) return [refusal]
    free -= part.quantity
  }
  return [undefined]
}

/** Whole lots, and an odd lot in the other book; that of a market sale is a limit order at the day's lowest price. */
function partsOf(entry: Entry): readonly Entry[] {
  const odd = entry.quantity % 1_000
  const whole = entry.quantity - odd
  const oddEntry: Entry =
    entry.price === undefined ? { price: 9_000, quantity: odd, validity: 'ROD' } : { ...entry, quantity: odd }
  return [...(whole > 0 ? [{ ...entry, quantity: whole }] : []), ...(odd > 0 ? [oddEntry] : [])]
}

export const closes = (
  name: string,
  seen: Seen,
  entryFor: (position: ModelPosition, choice: Choice, model: TradingModel) => Entry,
): fc.Arbitrary<Command> =>
  kind(
    name,
    seen,
    async (model, real, choice) => {
      const position = pickOf(positionsOf(model, choice.who), choice.pick)!
      await close(name, seen, model, real, position, entryFor(position, choice, model))
    },
    (model, { who }) => positionsOf(model, who).length > 0,
  )

export async function close(
  name: string,
  seen: Seen,
  model: TradingModel,
  real: RealTrading,
  position: ModelPosition,
  entry: Entry,
): Promise<void> {
  const { who } = position
  const orderId = real.harness.newOrderId()
  const parts = partsOf(entry)
  const oddOrderId = real.harness.newOrderId()
  const request = { orderId, positionId: position.id, ...entry, terms: real.harness.terms, acknowledged }
  const body = parts.length > 1 ? { ...request, oddOrderId } : request
  const may = closeRefusals(model, position, entry, real.harness.venue.now)
  if (entry.price !== undefined) may.push('stock.over-price-limit')
  if (position.direction === 'short' && model.asked > surelyAffordable) may.push('balance.insufficient')
  const code = codeOf(seen, await ask(real, who, '/orders/closePosition', body))
  expect(may, `${name} of ${who}`).toContain(code)
  if (code !== undefined) return
  for (const [index, { quantity }] of parts.entries())
    addOrder(model, {
      id: index === 0 ? orderId : oddOrderId,
      who,
      symbol: position.symbol,
      purpose: 'close',
      positionId: position.id,
      direction: position.direction,
      multiple: position.multiple,
      dayTrade: position.dayTrade,
      quantity,
      replaces: null,
      path: '/orders/closePosition',
      body,
    })
}

/** Buys two lots of which one fills, sells that one, then lets the other fill: a closed position opens again. */
export async function closeAndFillAgain(
  seen: Seen,
  model: TradingModel,
  real: RealTrading,
  choice: Choice,
): Promise<void> {
  const { symbol } = choice
  const seat = real.harness.venue.seat.bind(real.harness.venue, 'maker-1', symbol)
  const entry = { price: 10_000, quantity: 2_000 }
  await seat('sell', 10_000, 1)
  const orderId = await open('buy two', seen, model, real, { ...choice, who: 'ann' }, { entry })
  await settleAndFollow(model, real)
  const position = orderId === undefined ? undefined : model.positions.get(orderId)
  if (!position) return
  await seat('buy', 10_050, 1)
  await close('sell one', seen, model, real, position, { price: 10_050, quantity: 1_000, validity: 'ROD' })
  await settleAndFollow(model, real)
  await compare(model, real, seen)
  await seat('sell', 10_000, 1)
}

export function replaces(
  name: string,
  seen: Seen,
  quantityOf: (order: ModelOrder) => number,
): fc.Arbitrary<Command> {
  return kind(
    name,
    seen,
    async (model, real, { who, entry: drawn, pick }) => {
      const old = pickOf(ordersOf(model, who, true), pick)!
      const entry = { ...drawn, quantity: quantityOf(old) }
      const newOrderId = real.harness.newOrderId()
      const body = { orderId: old.id, newOrderId, ...entry, terms: real.harness.terms, acknowledged }
      const position = model.positions.get(old.positionId)
      const may: (string | undefined)[] =
        old.purpose === 'close' && position
          ? closeRefusals(model, position, entry, real.harness.venue.now, old.left)
          : [
              entryRefusal(instrumentState(model, old.symbol), entry) ??
                (model.stopped.has(who) ? 'order.stopped' : undefined),
            ]
      may.push('stock.over-price-limit')
      if (model.lossLimited.has(who)) may.push('guard.daily-loss')
      if (model.asked > surelyAffordable) may.push('balance.insufficient')
      if (old.dayTrade) may.push('day-trading.quota', 'day-trading.too-late')
      if (old.direction === 'short') may.push('margin.no-shares-to-lend')
      may.push('margin.called')
      const code = codeOf(seen, await ask(real, who, '/orders/replaceOrder', body))
      expect(may, `${name} of ${who}`).toContain(code)
      if (code !== undefined) return
      model.asked += 13_000 * entry.quantity
      addOrder(model, {
        id: newOrderId,
        who,
        symbol: old.symbol,
        purpose: old.purpose,
        positionId: old.purpose === 'open' ? newOrderId : old.positionId,
        direction: old.direction,
        multiple: old.multiple,
        dayTrade: old.dayTrade,
        quantity: entry.quantity,
        replaces: old.id,
        path: '/orders/replaceOrder',
        body,
      })
    },
    (model, { who }) => ordersOf(model, who, true).length > 0,
  )
}

/** A request that must be refused with this code and change nothing. */
export function refuses(
  name: string,
  seen: Seen,
  code: string,
  request: (
    model: TradingModel,
    real: RealTrading,
    choice: Choice,
  ) => { readonly who: Who; readonly path: string; readonly body: unknown } | undefined,
): fc.Arbitrary<Command> {
  return kind(
    name,
    seen,
    async (model, real, choice) => {
      const { who, path, body } = request(model, real, choice)!
      expect(codeOf(seen, await ask(real, who, path, body)), name).toBe(code)
    },
    (model, choice) => request(model, { harness: {} } as RealTrading, choice) !== undefined,
  )
}

export const cancelOf = (order: ModelOrder | undefined, who: Who) =>
  order && { who, path: '/orders/cancelOrder', body: { orderId: order.id } }

const entryKinds = [
  { direction: 'long', multiple: 100, market: false },
  { direction: 'long', multiple: 250, market: true },
  { direction: 'short', multiple: 100, market: false },
] as const

/** An order that opens when a trade reaches its trigger, a tick or more from the middle of the prices. */
export const entersAt = (name: string, seen: Seen): fc.Arbitrary<Command> =>
  kind(name, seen, async (model, real, { who, symbol, pick, entry: { price = 10_000 } }) => {
    const conditionalId = newId()
    const { direction, multiple, market } = pickOf(entryKinds, pick)!
    const way = Math.floor(pick / entryKinds.length) % 2 === 0 ? 'rise' : 'fall'
    const trigger = 10_000 + (way === 'rise' ? 1 : -1) * (50 + (Math.abs(price - 10_000) % 200))
    const body = {
      conditionalId,
      symbol,
      direction,
      multiple,
      way,
      trigger,
      ...(market ? {} : { price: trigger }),
      quantity: 1_000,
      expiresOn: nextDate(model.date),
      terms: real.harness.terms,
      acknowledged,
    }
    const may: (string | undefined)[] = [
      model.stopped.has(who) ? 'order.stopped' : undefined,
      'order.entry-trigger',
      // Until the watcher has read the start of the day.
      'stock.no-price',
    ]
    if (trigger % 50 !== 0) may.push('order.tick')
    if (model.lossLimited.has(who)) may.push('guard.daily-loss')
    if (model.asked > surelyAffordable) may.push('balance.insufficient')
    if (direction === 'short') may.push('margin.no-shares-to-lend')
    if (direction === 'short' || multiple > 100) may.push('margin.called')
    const code = codeOf(seen, await ask(real, who, '/orders/placeEntry', body))
    expect(may, `${name} of ${who}`).toContain(code)
    if (code !== undefined) return
    model.asked += 13_000_000
    const waiting = { who, positionId: null, quantity: 1_000, state: 'waiting', orderId: null }
    model.conditionals.set(conditionalId, { id: conditionalId, ...waiting })
  })

export const job = (name: string, seen: Seen, which: Job): fc.Arbitrary<Command> =>
  kind(name, seen, async (model, real) => {
    await runJob(real, which)
    await settleAndFollow(model, real)
    await adoptSystemOrders(model, real)
    await adoptDayTrades(model, real)
  })

/** Adds the orders that the platform placed by itself: the model predicts their outcome, not their arrival. */
async function adoptSystemOrders(model: TradingModel, { harness, members }: RealTrading): Promise<void> {
  const rows = await harness.venue.sql.query<{
    id: string
    memberId: string
    symbol: string
    positionId: string
    direction: 'long' | 'short'
    multiple: number
    dayTrade: boolean
    quantity: number
    replaces: string | null
    purpose: ModelOrder['purpose']
    openedAt: string | null
    state: ModelOrder['state']
    left: number
    filled: number
  }>(
    `SELECT o.id, o.member_id AS "memberId", o.symbol, o.position_id AS "positionId", o.direction, o.multiple, o.day_trade AS "dayTrade",
       o.quantity, o.replaces, o.state, o.left_shares AS left, o.filled_shares AS filled, o.purpose,
       (extract(epoch FROM p.opened_at) * 1000)::bigint AS "openedAt"
     FROM app.orders o LEFT JOIN app.positions p ON p.id = o.id WHERE o.origin <> 'member' AND o.member_id = ANY ($1)`,
    [Object.values(members).map(({ memberId }) => memberId)],
  )
  for (const row of rows) {
    if (model.orders.has(row.id)) continue
    const who: Who = row.memberId === members.ann.memberId ? 'ann' : 'bob'
    const { memberId: _owner, openedAt, ...order } = row
    const known: ModelOrder = { ...order, who, path: '', body: {}, isAccepted: true }
    model.orders.set(row.id, known)
    // Fills from before the model knew the order.
    const position = model.positions.get(row.positionId)
    if (openedAt !== null) addPosition(model, known, row.filled, Number(openedAt))
    else if (position) position.shares -= row.filled
  }
}

/** A day trade that was kept becomes an ordinary position. */
async function adoptDayTrades(model: TradingModel, { harness }: RealTrading): Promise<void> {
  const kept = await harness.venue.sql.query<{ id: string }>(
    'SELECT id FROM app.positions WHERE NOT day_trade AND id = ANY ($1)',
    [[...model.positions.values()].filter(({ dayTrade }) => dayTrade).map(({ id }) => id)],
  )
  for (const { id } of kept) model.positions.get(id)!.dayTrade = false
}

export const phase = (
  name: string,
  seen: Seen,
  from: readonly string[],
  run: (real: RealTrading, model: TradingModel) => Promise<void>,
): fc.Arbitrary<Command> =>
  kind(
    name,
    seen,
    async (model, real) => {
      await run(real, model)
      await settleAndFollow(model, real)
    },
    (model) => from.includes(marketPhase(model)),
  )

/** The phase of the day, read from an instrument that is not halted. */
function marketPhase(model: TradingModel): string {
  const states = [...model.states.values()]
  if (states.some((state) => state === 'halted' || state === 'paused')) return 'disturbed'
  return states[0] ?? 'closed'
}

export const seatTrades = (name: string, seen: Seen, side: 'buy' | 'sell'): fc.Arbitrary<Command> =>
  kind(name, seen, async (_model, { harness }, { symbol, entry }) => {
    await harness.venue.seat('maker-1', symbol, side, entry.price!, entry.quantity / 1_000)
  })
