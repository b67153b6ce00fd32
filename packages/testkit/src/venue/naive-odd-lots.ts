// The book of odd lots of the naive venue. It has no timers: after each command it lists the times of the matches
// since the last one.

import { drawLot, lotteryOf } from '@fairlot/engine'
import type { Command, Level, Quote, Side, VenueEvent, VenueRule } from '@fairlot/contract/venue'
import { bestFive, naiveAuction, nameIn, sideOrders } from './naive-matching.ts'
import { isPrice } from './naive-prices.ts'
import {
  isOneOwner,
  type NaiveInstrument,
  type NaiveOdd,
  type NaiveOrder,
  type NaiveState,
} from './naive-state.ts'

const minute = 60_000

export interface Scene {
  readonly state: NaiveState
  readonly events: VenueEvent[]
  note(what: string): void
}

/** The instrument as its auctions would see it if it had only this book. */
const viewOf = (instrument: NaiveInstrument, odd: NaiveOdd): NaiveInstrument => ({
  ...instrument,
  orders: odd.orders,
  last: odd.last,
  reference: odd.closedAt === null ? instrument.reference : (instrument.last ?? instrument.reference),
})

/** The time of a match since the last command, if there was one at which something could happen. */
export function dueMatch({ at }: NaiveState, before: number, instrument: NaiveInstrument): number | null {
  const { odd } = instrument
  if (!odd || odd.orders.length === 0) return null
  if (odd.closedAt !== null) {
    const time = evening(odd).until
    return time <= at ? time : null
  }
  if (instrument.state === 'halted') return null
  let time = odd.first!
  while (time <= before || time < (odd.from ?? 0)) time += 5_000
  return time <= at && canTrade(odd) ? time : null
}

const canTrade = ({ orders }: NaiveOdd): boolean =>
  orders.some(
    (buy) => buy.side === 'buy' && orders.some((sell) => sell.side === 'sell' && sell.price! <= buy.price!),
  )

export function holdMatch(scene: Scene, instrument: NaiveInstrument, time: number): void {
  const odd = instrument.odd!
  const { state, note } = scene
  if (odd.closedAt !== null) {
    endAfterHours(scene, instrument)
    return
  }
  const { price } = naiveAuction(viewOf(instrument, odd), () => undefined)!
  const isFar = odd.last !== null && Math.abs(price - odd.last) / odd.last > 0.035
  if (isFar) {
    const isQuiet = state.phaseUntil !== null && state.at >= state.phaseUntil - 5 * minute
    if (odd.from !== null && time - odd.from < 5_000) note('odd: after a delay any price')
    else if (instrument.reference <= 100) note('odd: exempt at one dollar')
    else if (state.phase !== 'continuous') note('odd: no delay in the closing call')
    else if (isQuiet) note('odd: no delay in the last five minutes')
    else {
      note('odd: delayed by a jump')
      odd.from = state.at + 2 * minute
      scene.events.push({ kind: 'odd-delayed', symbol: instrument.symbol, price, until: odd.from })
      return
    }
  }
  run(scene, instrument, 'odd')
}

function run(scene: Scene, instrument: NaiveInstrument, session: 'odd' | 'after-hours'): void {
  const { state, events, note } = scene
  const odd = instrument.odd!
  const found = naiveAuction(viewOf(instrument, odd), () => undefined)
  if (!found) return
  const byLot = odd.last === null && state.seed !== ''
  note(`odd: ${session === 'odd' ? 'matched by day' : 'matched after hours'}, ${byLot ? 'lot' : 'time'}`)
  const lottery = lotteryOf(state.seed, state.date!, `${instrument.symbol} ${session}`)
  const inLine = (side: Side): NaiveOrder[] =>
    sideOrders(viewOf(instrument, odd), side).sort(
      (a, b) =>
        (side === 'buy' ? b.price! - a.price! : a.price! - b.price!) ||
        (byLot ? drawLot(lottery, a.entry) - drawLot(lottery, b.entry) : 0) ||
        a.entry - b.entry,
    )
  const [buys, sells] = [inLine('buy'), inLine('sell')]
  for (let left = found.quantity; left > 0;) {
    const buy = buys.find((order) => order.left > 0)!
    const sell = sells.find((order) => order.left > 0)!
    const quantity = Math.min(buy.left, sell.left, left)
    const view = viewOf(instrument, odd)
    const [bids, asks] = [bestFive(view, 'buy'), bestFive(view, 'sell')]
    left -= quantity
    buy.left -= quantity
    sell.left -= quantity
    events.push({
      kind: 'odd-traded',
      symbol: instrument.symbol,
      price: found.price,
      quantity,
      buyOrder: nameIn(instrument, buy),
      buyAccount: buy.account,
      buyLeft: buy.left,
      sellOrder: nameIn(instrument, sell),
      sellAccount: sell.account,
      sellLeft: sell.left,
      bids,
      asks,
    })
    odd.orders = odd.orders.filter((order) => order.left > 0)
    odd.last = found.price
  }
}

function gone(
  scene: Scene,
  { symbol }: NaiveInstrument,
  order: NaiveOrder,
  reason: 'end-of-day' | 'asked' | 'self-trade' | 'replaced',
): void {
  const { id, account, left } = order
  if (id) scene.events.push({ kind: 'cancelled', order: id, account, symbol, quantity: left, reason })
}

function endOrders(scene: Scene, instrument: NaiveInstrument): void {
  for (const order of instrument.odd!.orders) gone(scene, instrument, order, 'end-of-day')
  instrument.odd!.orders = []
}

/** After the close. */
function evening({ closedAt, auction }: NaiveOdd): { from: number; shown: number; until: number } {
  if (auction !== null) return auction
  const after = (minutes: number): number => closedAt! + minutes * minute
  return { from: after(10), shown: after(55), until: after(60) }
}

export function closeOddLots(scene: Scene, instrument: NaiveInstrument, auction: NaiveOdd['auction']): void {
  if (!instrument.odd) return
  if (instrument.state === 'halted') scene.note('odd: no last match in a halt')
  else run(scene, instrument, 'odd')
  endOrders(scene, instrument)
  if (auction !== null) scene.note('odd: hours of the auction after the close are named')
  instrument.odd = { ...blankOdd(), closedAt: scene.state.at, auction }
}

export function endAfterHours(scene: Scene, instrument: NaiveInstrument): void {
  if (!instrument.odd) return
  if (instrument.state !== 'halted') run(scene, instrument, 'after-hours')
  else if (instrument.odd.orders.length > 0) scene.note('odd: no match after hours in a halt')
  endOrders(scene, instrument)
}

export const blankOdd = (): NaiveOdd => ({
  last: null,
  first: null,
  from: null,
  closedAt: null,
  auction: null,
  orders: [],
})

const isOpen = ({ at, phase }: NaiveState, { odd, inDay }: NaiveInstrument): boolean => {
  if (!odd) return false
  if (odd.closedAt !== null) return !inDay && at >= evening(odd).from && at < evening(odd).until
  return inDay && (phase === 'continuous' || phase === 'closing-call')
}

type ForOrder = Extract<Command, { kind: 'place' | 'cancel' | 'reduce' | 'replace' }>

/** What happens to an odd lot; `other` when the command is about whole lots. */
export function changeOdd(
  scene: Scene,
  instrument: NaiveInstrument,
  command: ForOrder,
): VenueRule | 'other' | undefined {
  const { odd } = instrument
  if (command.kind === 'place') {
    if (!command.odd) return 'other'
    const rule = refusal(scene.state, instrument, command.order, command)
    if (!rule) enter(scene, instrument, command.order, command.side, command)
    return rule
  }
  const own = odd?.orders.find(({ id, account }) => id === command.order && account === command.account)
  if (!odd || !own || own.id === '') return 'other'
  switch (command.kind) {
    case 'cancel':
      odd.orders = odd.orders.filter((order) => order !== own)
      gone(scene, instrument, own, 'asked')
      return undefined
    case 'reduce': {
      const { by, order, account, symbol } = command
      if (!Number.isInteger(by) || by < 1) return 'odd.quantity'
      if (own.left - by < 1) return 'order.reduce'
      own.left -= by
      scene.note('odd: reduced')
      scene.events.push({ kind: 'reduced', order, account, symbol, by, left: own.left })
      return undefined
    }
    case 'replace': {
      if (command.left !== undefined && command.left !== own.left) return 'order.left'
      const rule = refusal(scene.state, instrument, command.newOrder, command)
      if (rule) return rule
      scene.note('odd: replaced')
      odd.orders = odd.orders.filter((order) => order !== own)
      gone(scene, instrument, own, 'replaced')
      enter(scene, instrument, command.newOrder, own.side, command)
      return undefined
    }
  }
}

type Terms = Pick<
  Extract<Command, { kind: 'replace' }>,
  'account' | 'group' | 'price' | 'quantity' | 'validity' | 'date'
>

function refusal(
  state: NaiveState,
  instrument: NaiveInstrument,
  id: string,
  terms: Terms,
): VenueRule | undefined {
  const { price, quantity, validity, date } = terms
  if (!isOpen(state, instrument)) return 'odd.closed'
  if (instrument.state === 'halted') return 'halt.no-entry'
  if (date !== undefined && date !== state.date) return 'order.day'
  const all = state.instruments.flatMap(({ orders, odd }) => [...orders, ...(odd?.orders ?? [])])
  if (id === '' || id.startsWith('quote:') || all.some((order) => order.id === id)) return 'order.duplicate'
  if (!isOddQuantity(quantity)) return 'odd.quantity'
  if (price === undefined || validity !== 'ROD') return 'odd.limit-rod-only'
  return refusalOfPrice(instrument, price)
}

const isOddQuantity = (quantity: number): boolean =>
  Number.isInteger(quantity) && quantity >= 1 && quantity < 1_000

function refusalOfPrice({ kind, limits }: NaiveInstrument, price: number): VenueRule | undefined {
  if (!isPrice(kind, price)) return 'order.tick'
  return limits && (price > limits.upper || price < limits.lower) ? 'order.price-limit' : undefined
}

function enter(scene: Scene, instrument: NaiveInstrument, id: string, side: Side, terms: Terms): void {
  const { symbol } = instrument
  const { account, group, quantity, validity } = terms
  const price = terms.price!
  scene.events.push({
    kind: 'accepted',
    order: id,
    account,
    symbol,
    side,
    price,
    quantity,
    validity,
    odd: true,
  })
  wait(scene, instrument, { id, account, group, side, price, left: quantity })
}

function wait(scene: Scene, instrument: NaiveInstrument, wanted: Omit<NaiveOrder, 'entry'>): void {
  instrument.entries += 1
  const order: NaiveOrder = { entry: instrument.entries, ...wanted }
  const odd = instrument.odd!
  const meetsOwn = odd.orders.some((other) => {
    const [buy, sell] = order.side === 'buy' ? [order, other] : [other, order]
    return other.side !== order.side && isOneOwner(order, other) && buy.price! >= sell.price!
  })
  if (meetsOwn) {
    scene.note(order.id ? 'odd: gives way to its own order' : 'odd: a level gives way')
    gone(scene, instrument, order, 'self-trade')
  } else odd.orders.push(order)
}

export function quoteOdd(
  scene: Scene,
  instrument: NaiveInstrument,
  account: string,
  { bids, asks }: Quote,
): VenueRule | undefined {
  const { odd } = instrument
  const levels: readonly Level[] = [...bids, ...asks]
  if (levels.length > 0) {
    if (!isOpen(scene.state, instrument)) return 'odd.closed'
    if (instrument.state === 'halted') return 'halt.no-entry'
    if (Math.max(bids.length, asks.length) > 10) return 'quote.levels'
    for (const [price, quantity] of levels) {
      const rule = isOddQuantity(quantity) ? refusalOfPrice(instrument, price) : 'odd.quantity'
      if (rule) return rule
    }
    const rising = [...bids.toReversed(), ...asks].map(([price]) => price)
    if (rising.some((price, index) => index > 0 && price <= rising[index - 1]!)) return 'quote.crossed'
  }
  if (!odd) return undefined
  odd.orders = odd.orders.filter((order) => order.account !== account || order.id !== '')
  for (const [price, left] of bids) wait(scene, instrument, { id: '', account, side: 'buy', price, left })
  for (const [price, left] of asks) wait(scene, instrument, { id: '', account, side: 'sell', price, left })
  if (levels.length > 0) scene.note('odd: quoted')
  return undefined
}

export function cancelAllOdd(scene: Scene, instrument: NaiveInstrument, account: string): void {
  const { odd } = instrument
  if (!odd) return
  for (const order of odd.orders.filter((resting) => resting.account === account)) {
    scene.note('odd: cancelled with all')
    gone(scene, instrument, order, 'asked')
  }
  odd.orders = odd.orders.filter((resting) => resting.account !== account)
}

/** What the engine's book must show of the odd lots. */
export function oddDepth(state: NaiveState, instrument: NaiveInstrument): object | undefined {
  const { odd } = instrument
  if (!odd || !isOpen(state, instrument)) return undefined
  const view = viewOf(instrument, odd)
  if (odd.closedAt !== null) {
    const next = evening(odd).until
    if (state.at < evening(odd).shown) return { bids: [], asks: [], next }
    const indicative = naiveAuction(view, () => undefined)
    const [bids, asks] = [bestFive(view, 'buy').slice(0, 1), bestFive(view, 'sell').slice(0, 1)]
    return { bids, asks, ...(indicative && { indicative }), next }
  }
  const indicative = naiveAuction(view, () => undefined)
  let next = odd.first!
  while (next <= state.at || next < (odd.from ?? 0)) next += 5_000
  return {
    bids: bestFive(view, 'buy'),
    asks: bestFive(view, 'sell'),
    ...(indicative && { indicative }),
    ...(instrument.state !== 'halted' && { next }),
  }
}
