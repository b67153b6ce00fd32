// Every kind of command of the model, by name.

import { shardOf } from '@fairlot/contract/venue'
import type fc from 'fast-check'
import { expect } from 'vitest'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { matchOddLots } from '../support/odd-lots.ts'
import type { Seen } from './compare.ts'
import { closingOf, type Entry, entryRefusal, instrumentState, nextDate, stateOf } from './model.ts'
import { ask, type RealTrading, settleAndFollow } from './real.ts'
import {
  acknowledged,
  cancelOf,
  close,
  closeAndFillAgain,
  closes,
  entersAt,
  codeOf,
  job,
  kind,
  open,
  opens,
  ordersOf,
  other,
  phase,
  pickOf,
  positionsOf,
  refuses,
  replaces,
  seatTrades,
  type Command,
} from './actions.ts'

export function tradingCommands(seen: Seen): fc.Arbitrary<Command>[] {
  const day = (real: RealTrading): string => real.harness.today()
  return [
    opens('long 1x limit', seen, {}),
    opens('long 2x limit', seen, { multiple: 200 }),
    opens('long 2.5x limit', seen, { multiple: 250 }),
    opens('short limit', seen, { direction: 'short' }),
    opens('day trade long', seen, { dayTrade: true }),
    opens('day trade short', seen, { dayTrade: true, direction: 'short' }),
    opens('limit IOC', seen, { entry: { validity: 'IOC' } }),
    opens('limit FOK', seen, { entry: { validity: 'FOK' } }),
    opens('market ROD', seen, { entry: { market: true } }),
    opens('market IOC', seen, { entry: { market: true, validity: 'IOC' } }),
    opens('market FOK', seen, { entry: { market: true, validity: 'FOK' } }),
    opens('wrong tick', seen, { entry: { price: 10_003 } }),
    opens('beyond the day', seen, { entry: { price: 20_000 } }),
    opens('not a lot', seen, { entry: { quantity: 1_500 } }),
    opens('odd lot', seen, { entry: { quantity: 137 } }),
    opens('too many lots', seen, { entry: { quantity: 500_000 } }),
    opens('beyond the balance', seen, { entry: { quantity: 400_000 }, refused: 'balance.insufficient' }),
    opens('stale terms', seen, { terms: 'f'.repeat(64), refused: 'order.terms-changed' }),
    opens('unknown stock', seen, { symbol: '9999', refused: 'stock.not-found' }),
    replaces('replace the price', seen, ({ left }) => left),
    replaces('reduce by replacing', seen, ({ left }) =>
      left < 1_000 ? Math.max(1, left - 100) : Math.max(1_000, left - 1_000),
    ),
    closes('close a part', seen, (_position, { entry }) => ({ ...entry, quantity: 1_000 })),
    closes('close all of it', seen, (position, { entry }) => ({
      ...entry,
      quantity: Math.max(1, position.shares),
    })),
    closes('close an odd part', seen, (position, { entry, pick }) => ({
      ...entry,
      quantity: Math.max(1, Math.min(position.shares, 1 + (pick % 1_500))),
    })),
    closes('close at market', seen, (position) => ({
      quantity: Math.max(1, position.shares),
      validity: 'IOC',
    })),
    kind('odd lots match', seen, async (model, real) => {
      await matchOddLots(real.harness.venue)
      await settleAndFollow(model, real)
    }),
    closes('close while closing', seen, (position, { entry }) => ({
      ...entry,
      quantity: position.shares + 1_000,
    })),
    kind(
      'close against a bid',
      seen,
      async (model, real, choice) => {
        const position = pickOf(positionsOf(model, choice.who), choice.pick)!
        const isLong = position.direction === 'long'
        const price = isLong ? 10_150 : 9_850
        const lots = Math.max(1, Math.floor(position.shares / 1_000))
        await real.harness.venue.seat('maker-2', position.symbol, isLong ? 'buy' : 'sell', price, lots)
        const entry: Entry = { price, quantity: lots * 1_000, validity: 'ROD' }
        await close('close against a bid', seen, model, real, position, entry)
      },
      (model, { who }) => positionsOf(model, who).length > 0,
    ),
    kind(
      'closed and filled again',
      seen,
      (model, real, choice) => closeAndFillAgain(seen, model, real, choice),
      (model, { symbol }) => model.states.get(symbol) === 'continuous',
    ),
    kind(
      'cancel',
      seen,
      async (model, real, { who, pick }) => {
        const order = pickOf(ordersOf(model, who, true), pick)!
        const code = codeOf(seen, await ask(real, who, '/orders/cancelOrder', { orderId: order.id }))
        expect(code).toBeUndefined()
      },
      (model, { who }) => ordersOf(model, who, true).length > 0,
    ),
    refuses('cancel what has ended', seen, 'order.not-pending', (model, _real, { who, pick }) =>
      cancelOf(pickOf(ordersOf(model, who, false), pick), who),
    ),
    refuses("cancel another's", seen, 'order.not-found', (model, _real, { who, pick }) =>
      cancelOf(
        pickOf([...ordersOf(model, other(who), true), ...ordersOf(model, other(who), false)], pick),
        who,
      ),
    ),
    refuses("close another's", seen, 'order.not-found', (model, real, { who, pick, entry }) => {
      const position = pickOf(positionsOf(model, other(who)), pick)
      return (
        position && {
          who,
          path: '/orders/closePosition',
          body: {
            orderId: newId(),
            positionId: position.id,
            ...entry,
            terms: real.harness.terms,
            acknowledged,
          },
        }
      )
    }),
    kind(
      'the same again',
      seen,
      async (_model, real, { who, pick }) => {
        const model = _model
        const order = pickOf(
          [...model.orders.values()].filter((one) => one.who === who && one.path !== ''),
          pick,
        )!
        // A repeat gets the first response, and nothing new happens.
        expect(codeOf(seen, await ask(real, who, order.path, order.body))).toBeUndefined()
      },
      (model, { who }) => [...model.orders.values()].some((one) => one.who === who && one.path !== ''),
    ),
    kind(
      'the same id, another order',
      seen,
      async (model, real, { who, pick }) => {
        const order = pickOf(
          [...model.orders.values()].filter((one) => one.who === who && one.path === '/orders/placeOrder'),
          pick,
        )!
        const body = { ...order.body, quantity: Number(order.body['quantity']) + 1_000 }
        const may = [
          'order.duplicate-id',
          entryRefusal(instrumentState(model, order.symbol), body as unknown as Entry),
          'stock.over-price-limit',
        ].filter((code) => code !== undefined)
        expect(may).toContain(codeOf(seen, await ask(real, who, order.path, body)))
      },
      (model, { who }) =>
        [...model.orders.values()].some((one) => one.who === who && one.path === '/orders/placeOrder'),
    ),
    kind('cancel all', seen, async (_model, real, { who }) => {
      expect(codeOf(seen, await ask(real, who, '/orders/cancelAll', { stop: false }))).toBeUndefined()
    }),
    kind('cancel all and stop', seen, async (model, real, { who }) => {
      expect(codeOf(seen, await ask(real, who, '/orders/cancelAll', { stop: true }))).toBeUndefined()
      model.stopped.add(who)
    }),
    kind('start again', seen, async (model, real, { who }) => {
      const body = { dailyLossLimit: null, stopped: false }
      expect(codeOf(seen, await ask(real, who, '/orders/setRiskLimits', body))).toBeUndefined()
      model.stopped.delete(who)
      model.lossLimited.delete(who)
    }),
    kind('limit my loss', seen, async (model, real, { who }) => {
      const body = { dailyLossLimit: '100', stopped: model.stopped.has(who) }
      expect(codeOf(seen, await ask(real, who, '/orders/setRiskLimits', body))).toBeUndefined()
      model.lossLimited.add(who)
    }),
    kind(
      'conditional order',
      seen,
      async (model, real, { who, pick, entry }) => {
        const position = pickOf(positionsOf(model, who), pick)!
        const away = position.direction === 'long' ? -1 : 1
        const conditionalId = newId()
        const body = {
          conditionalId,
          positionId: position.id,
          kind: 'stop',
          quantity: 1_000,
          stop: { trigger: 10_000 + away * (50 + Math.abs(entry.price! - 10_000)) },
          expiresOn: nextDate(model.date),
          terms: real.harness.terms,
        }
        const code = codeOf(seen, await ask(real, who, '/orders/placeConditional', body))
        const free = position.shares - closingOf(model, position.id)
        const may =
          position.shares === 0
            ? ['order.not-holding']
            : free < 1_000
              ? ['order.lots', 'order.not-holding']
              : [
                  undefined,
                  'order.trigger',
                  'balance.insufficient',
                  'stock.over-price-limit',
                  // Until the watcher has read the start of the day.
                  'stock.no-price',
                ]
        expect(may).toContain(code)
        if (code === undefined)
          model.conditionals.set(conditionalId, {
            id: conditionalId,
            who,
            positionId: position.id,
            quantity: 1_000,
            state: 'waiting',
            orderId: null,
          })
      },
      (model, { who }) => positionsOf(model, who).length > 0,
    ),
    entersAt('conditional entry', seen),
    kind(
      'give a conditional order up',
      seen,
      async (model, real, { who, pick }) => {
        const one = pickOf(
          [...model.conditionals.values()].filter((row) => row.who === who),
          pick,
        )!
        const code = codeOf(
          seen,
          await ask(real, who, '/orders/cancelConditional', { conditionalId: one.id }),
        )
        expect(code).toBe(one.state === 'waiting' ? undefined : 'order.not-pending')
      },
      (model, { who }) => [...model.conditionals.values()].some((row) => row.who === who),
    ),
    kind('top up', seen, async (_model, real, { who }) => {
      const code = codeOf(seen, await ask(real, who, '/positions/topUp', { amount: '10000' }, true))
      expect([undefined, 'margin.nothing-owed', 'balance.insufficient']).toContain(code)
    }),
    kind(
      'keep overnight',
      seen,
      async (model, real, { who, pick }) => {
        const position = pickOf(positionsOf(model, who), pick)!
        const code = codeOf(
          seen,
          await ask(real, who, '/day-trading/keepOvernight', { positionId: position.id }),
        )
        const right =
          stateOf(model, position) !== 'holding'
            ? 'order.not-holding'
            : !position.dayTrade
              ? undefined
              : position.direction === 'short'
                ? 'day-trading.cannot-keep'
                : undefined
        expect([right, ...(position.dayTrade ? ['day-trading.too-late'] : [])]).toContain(code)
        if (code === undefined) position.dayTrade = false
      },
      (model, { who }) => positionsOf(model, who).length > 0,
    ),
    seatTrades('a seat buys', seen, 'buy'),
    seatTrades('a seat sells', seen, 'sell'),
    job('the conditional watch runs', seen, 'conditional'),
    job('the margin watch runs', seen, 'margin'),
    job('interest of the day', seen, 'interest'),
    job('the settlement date comes', seen, 'sweep'),
    job("seats' debts are netted", seen, 'seat-nets'),
    job('day trades are kept', seen, 'day-trades'),
    job('day trades are covered', seen, 'cover'),
    phase('closing call', seen, ['continuous'], (real) =>
      real.harness.venue.phase(day(real), 'closing-call'),
    ),
    phase('close', seen, ['closing-call'], (real) => real.harness.venue.phase(day(real), 'closed')),
    phase('the next day opens', seen, ['closed'], async (real, model) => {
      await real.harness.openDay(nextDate(model.date))
    }),
    phase('continuous trading', seen, ['opening-call'], (real) =>
      real.harness.venue.phase(day(real), 'continuous'),
    ),
    kind(
      'halt',
      seen,
      async (_model, { harness }, { symbol }) => {
        await harness.venue.submit(shardOf(symbol), { kind: 'halt', symbol, reason: 'news' })
      },
      (model, { symbol }) => model.states.get(symbol) === 'continuous',
    ),
    kind(
      'order into a halt',
      seen,
      async (model, real, choice) => {
        const { symbol } = choice
        // The first fills the api's cache. The second is decided from that cache, and the venue refuses it.
        await open('before a halt', seen, model, real, choice, {})
        await real.harness.venue.submit(shardOf(symbol), { kind: 'halt', symbol, reason: 'news' })
        await open('into a halt', seen, model, real, choice, { may: ['order.choice'] })
      },
      (model, { symbol }) => model.states.get(symbol) === 'continuous',
    ),
    kind(
      'resume',
      seen,
      async (model, real, { symbol }) => {
        await real.harness.venue.submit(shardOf(symbol), { kind: 'resume', symbol })
        await settleAndFollow(model, real)
        // In continuous trading through two minutes of collecting and an auction; otherwise it joins the current phase.
        if (model.states.get(symbol) !== 'paused') return
        real.harness.venue.now += 130_000
        await real.harness.untilState(symbol, 'continuous')
      },
      (model, { symbol }) => model.states.get(symbol) === 'halted',
    ),
  ]
}
