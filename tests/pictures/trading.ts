// Positions of every kind, orders that wait, a day trade, a savings plan with dates; and another member's margin call.

import { expect } from '@playwright/test'
import { newId } from '../../apps/member/src/shell/send-once/new-id.ts'
import type { DataOf } from '../../packages/contract/src/index.ts'
import { stepPrice } from '../../packages/rules/src/instruments/index.ts'
import { storeDayEnds } from '../e2e/support/day-ends.ts'
import { hold, placeOrder } from '../e2e/support/hold.ts'
import { borrowDownTo, letSell, lockFor } from '../e2e/support/holdings.ts'
import { fundPassword } from '../e2e/support/money.ts'
import { withOwner } from '../e2e/support/operators.ts'
import type { Person } from './people.ts'
import type { Screens } from './samples.ts'

type Terms = DataOf<'/orders/terms'>

export async function trade(person: Person): Promise<Screens> {
  const { api, post } = person
  const cash = await hold(api, { symbol: '2317', lots: 2 })
  const margin = await hold(api, { symbol: '2603', lots: 3, multiple: 250 })
  await hold(api, { symbol: '2409', lots: 4, direction: 'short' })
  await buyOdd(person, '0050', 120)
  const waiting = await placeOrder(api, { symbol: '2881', price: 'limit-down' })
  await placeOrder(api, { symbol: '2891', lots: 3, price: 'limit-down' })
  await bracket(person, cash.positionId)
  await sellAgain(person, '2885', 2)
  await sellAgain(person, '2002', 1)
  await post('/day-trading/apply', { read: true, fundPassword })
  const dayTrade = await hold(api, { symbol: '2357', dayTrade: true })
  const { records } = await api.ask<{ records: { entryId: string; event: string }[] }>('/funds/records', {
    tab: 'transaction',
  })
  const bought = records.find(({ event }) => event === 'trade.open-long')
  return {
    '/market/marketDetail': { query: 'symbol=2330' },
    '/market/marketDetail?view=table': { query: 'symbol=2330' },
    '/market/marketBuy': { query: 'symbol=2317&side=long' },
    '/position/positionDetail': { query: `id=${margin.positionId}` },
    '/position/positionDetail?view=timeline': { query: `order=${waiting}` },
    '/common/dayTrading?view=open': { query: `id=${dayTrade.positionId}` },
    '/user/FundingDetails?view=entry': { query: `id=${bought?.entryId ?? ''}` },
    '/home/search': { query: 'q=23' },
  }
}

async function buyOdd({ api }: Person, symbol: string, quantity: number): Promise<void> {
  const { upper, hash } = await api.ask<Terms>('/orders/terms', { symbol })
  await api.ask('/orders/placeOrder', {
    orderId: newId(),
    symbol,
    direction: 'long',
    multiple: 100,
    dayTrade: false,
    quantity,
    price: upper,
    validity: 'ROD',
    terms: hash,
    acknowledged: ['far-price', 'equity-share'],
  })
}

/** A stop and a take-profit: one cancels the other. */
async function bracket({ api, post }: Person, positionId: string): Promise<void> {
  const { hash } = await api.ask<Terms>('/orders/terms', { symbol: '2317' })
  const { last, reference } = await api.quote('2317')
  const from = last ?? reference
  await post('/orders/placeConditional', {
    conditionalId: newId(),
    positionId,
    kind: 'one-cancels-other',
    quantity: 1_000,
    stop: { trigger: stepPrice('stock', from, -16) },
    takeProfit: { price: stepPrice('stock', from, 16) },
    expiresOn: inDays(7),
    terms: hash,
  })
}

const dayMs = 86_400_000
const inDays = (days: number): string =>
  new Date(Date.now() + days * dayMs + 8 * 3_600_000).toISOString().slice(0, 10)

/** Bought and sold, as on two days. */
async function sellAgain({ api }: Person, symbol: string, lots: number): Promise<void> {
  const { positionId, shares } = await hold(api, { symbol, lots })
  await letSell(positionId)
  await lockFor(positionId, 0)
  const { hash, lower } = await api.ask<Terms>('/orders/terms', { symbol })
  await api.ask('/orders/closePosition', {
    orderId: newId(),
    positionId,
    quantity: shares,
    price: lower,
    validity: 'ROD',
    terms: hash,
    acknowledged: ['far-price'],
  })
  await expect
    .poll(async () => (await api.positions('open')).some((each) => each.positionId === positionId), {
      timeout: 60_000,
    })
    .toBe(false)
}

/** Sixty day ends before today: calm, with one fall. */
export async function past({ member }: Person): Promise<void> {
  const paidIn = 1_000_000_000n
  const days = Array.from({ length: 60 }, (_, at) => {
    const wave = Math.sin(at / 6) * 3_000_000 + at * 120_000 - (at > 30 && at < 40 ? 4_500_000 : 0)
    return { date: inDays(at - 60), total: paidIn + BigInt(Math.round(wave)) * 1n, paidIn }
  })
  await storeDayEnds(
    member,
    days.filter(({ date }) => ![0, 6].includes(new Date(date).getUTCDay())),
  )
}

/** A plan with dates behind it, and a paused one. */
export async function save({ post }: Person): Promise<Screens> {
  const create = (symbol: string, amount: string, days: readonly number[]) =>
    post<{ plan: { planId: string } }>('/savings-plans/create', { symbol, amount, days })
  const { plan } = await create('0050', '500000', [6, 16])
  const { plan: paused } = await create('2412', '300000', [6])
  await plantRuns(plan.planId)
  await post('/savings-plans/pause', { planId: paused.planId })
  return { '/trading/trading?view=savings-plan': { query: `id=${plan.planId}` } }
}

/** Past dates, as the worker stores them: four filled, one skipped for lack of money. */
const plantRuns = (planId: string): Promise<void> =>
  withOwner((db) =>
    db.transaction(async (tx) => {
      await tx.query(`SET LOCAL session_replication_role = replica`)
      await tx.query(
        `INSERT INTO app.savings_runs (plan_id, due_on, on_date, amount, state, reason, odd_order, shares, spent, at, ended_at)
         SELECT $1, d, d, 500000, CASE n WHEN 3 THEN 'skipped' ELSE 'filled' END, CASE n WHEN 3 THEN 'money' END,
           CASE n WHEN 3 THEN NULL ELSE gen_random_uuid() END, CASE n WHEN 3 THEN 0 ELSE shares END,
           CASE n WHEN 3 THEN 0 ELSE shares * (reference - n * 20) + 700 END, d + time '09:06', d + time '13:30'
         FROM generate_series(1, 5) AS n CROSS JOIN LATERAL (
           SELECT (date_trunc('month', now() - n * interval '1 month') + interval '5 days')::date AS d) AS x,
           LATERAL (SELECT reference, 495000 / reference AS shares FROM settlement.prices WHERE symbol = '0050') AS q`,
        [planId],
      )
    }),
  )

/** A member whose margin position fell below the call. */
export async function callMargin({ member, api }: Person): Promise<Screens> {
  const { positionId } = await hold(api, { symbol: '2609', lots: 4, multiple: 250 })
  await letSell(positionId)
  await borrowDownTo(member, positionId, 12_800)
  const as = member.account
  return { '/position/position?view=margin-call': { as } }
}
