// Closed days and halts, proposed in the console, approved by a second person, executed by the worker: the exchange
// stops and resumes, members are notified, and nothing else of the market changes.

import { haltReasons } from '@fairlot/contract/market-data'
import { shardOf, subjectsOf } from '@fairlot/contract/venue'
import { fixedClock } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { texts as detailEn } from '../../apps/member/src/features/market-data/detail/texts/en.ts'
import { texts as detailTw } from '../../apps/member/src/features/market-data/detail/texts/tw.ts'
import { closureReviews, loadClosures } from '../../apps/server/src/features/calendar/index.ts'
import { marketHaltReviews, marketResumeReviews } from '../../apps/server/src/features/market-data/index.ts'
import { executeReviews } from '../../apps/server/src/features/operators/execution/execute-reviews.ts'
import { type Bus, openBus } from '../../apps/server/src/platform/bus.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { captureLog } from './support/captured-log.ts'
import { type ConsoleHarness, startConsoleHarness, type TestOperator } from './support/console-harness.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

const symbols = ['2330', '2454']
const { log, lines } = captureLog('worker')

let harness: OrderHarness
let office: ConsoleHarness
let bus: Bus
let first: TestOperator
let second: TestOperator
let member: TestMember

beforeAll(async () => {
  harness = await openOrderHarness({ symbols })
  office = await startConsoleHarness({
    database: harness.venue.database,
    clock: fixedClock(new Date(harness.venue.now)),
    config: harness.api.config,
  })
  bus = openBus(harness.api.config.natsUrl, 'market-control', log, makeMetrics('worker'))
  first = await office.operator('market')
  second = await office.operator('market')
  member = await harness.member()
  // The test venue lists them at the exchange directly; the scheduler would have recorded it.
  await office.owner.query('UPDATE app.instruments SET venue_sent_at = now() WHERE symbol = ANY($1)', [
    symbols,
  ])
  await loadClosures(office.owner)
})
afterAll(async () => {
  await bus?.close()
  await office?.stop()
  await harness?.stop()
})

/** The second person approves what is shown to them, and the worker executes it. Returns the outcome. */
async function approve(reviewId: string): Promise<string | null> {
  const seen = await second.browser.ask('/operators/review', { reviewId })
  const voted = await second.browser.ask('/operators/vote', {
    reviewId,
    decision: 'approve',
    payloadHash: seen.body.data.payloadHash,
    note: '',
  })
  expect(voted.body.msg).toBe('')
  const deps = { bus, subjects: subjectsOf(harness.venue.database.name) }
  const kinds = [marketHaltReviews(deps), marketResumeReviews(deps), closureReviews]
  // By the clock of the members' api: a notice of a later time would not be sent yet.
  await executeReviews(
    { db: harness.venue.db, log, kinds, onTrouble: () => undefined },
    () => new Date(harness.venue.now),
  )
  const after = await second.browser.ask('/operators/review', { reviewId })
  expect(after.body.data.trouble, lines.slice(-2).join('')).toBeNull()
  return after.body.data.outcome
}

const halt = async (symbol: string | null, reason = 'news') =>
  first.browser.ask('/market/proposeHalt', { symbol, reason, why: 'news at one' })
const resume = async (symbol: string | null) =>
  first.browser.ask('/market/proposeResume', { symbol, why: 'the news is out' })

const stateOf = async (symbol: string): Promise<{ state: string; reason: string | null }> => {
  const [row] = await harness.venue.sql.query<{ state: string; reason: string | null }>(
    'SELECT state, reason FROM market.quotes WHERE symbol = $1',
    [symbol],
  )
  return row!
}
const isIn = (symbol: string, state: string) =>
  until(`${symbol} to be ${state}`, async () => (await stateOf(symbol)).state === state)
/** A resumed security collects orders for two minutes. */
async function letTwoMinutesPass(): Promise<void> {
  harness.venue.now += 121_000
  await harness.venue.matched()
}

test('two operators halt and resume one security', async () => {
  const resting = await harness.placed(member, { symbol: '2454', price: 9_900 })
  await harness.state(resting, 'entrusted')

  expect((await halt('9999')).body.msg).toBe('stock.not-found')
  expect((await resume('2454')).body.msg).toBe('market.not-halted')
  const empty = await first.browser.ask('/market/proposeHalt', { symbol: '2454', reason: 'news', why: ' ' })
  expect(empty.body.msg).toBe('proposal.why')
  const proposed = await halt('2454')
  expect(proposed.body.msg).toBe('')
  expect((await halt('2454')).body.msg).toBe('proposal.open')
  const { reviewId } = proposed.body.data

  // Only one person has approved: nothing has happened.
  expect((await stateOf('2454')).state).toBe('continuous')
  const standing = await first.browser.ask('/market/standing', { symbol: '2454' })
  expect(standing.body.data).toMatchObject({ orders: 1, buyLots: 1, sellLots: 0, conditional: 0 })
  const waiting = await first.browser.ask('/market/control')
  const row = waiting.body.data.securities.find(({ symbol }) => symbol === '2454')!
  expect(row.proposal).toMatchObject({ reviewId, kind: 'market-halt' })
  expect(waiting.body.data.phases.map(({ phase }) => phase)).toEqual([
    'opening-call',
    'continuous',
    'closing-call',
    'closed',
  ])
  const own = await first.browser.ask('/operators/review', { reviewId })
  expect(own.body.data.mayApprove).toBe('review.same-person')

  // A row that the worker writes for a review without votes halts nothing.
  const worker = openSql(harness.venue.database.workerUrl)
  const asWorker = (command: object) =>
    worker.query('SELECT exchange.submit($1, $2)', [shardOf('2454'), JSON.stringify(command)])
  await worker.query(
    `INSERT INTO app.market_halts (id, symbol, reason, halted_at) VALUES ($1, '2454', 'news', now())`,
    [reviewId],
  )
  await expect(asWorker({ kind: 'halt', symbol: '2454', reason: 'news' })).rejects.toThrow(
    'may not ask the venue',
  )
  await office.owner.query('DELETE FROM app.market_halts')

  expect(await approve(reviewId)).toBe('passed')
  await isIn('2454', 'halted')
  expect(await stateOf('2454')).toEqual({ state: 'halted', reason: 'news' })
  expect((await stateOf('2330')).state).toBe('continuous')
  const halted = (await first.browser.ask('/market/control')).body.data.securities.find(
    ({ symbol }) => symbol === '2454',
  )!
  expect(halted.halt).toMatchObject({ reason: 'news', by: ['Operator op.1', 'Operator op.2'] })
  expect((await halt('2454')).body.msg).toBe('market.halted')

  // New orders are refused with the rule's name; the resting one can still be cancelled; other stocks keep trading.
  await until('the api to know', async () => {
    const { body } = await harness.place(member, { symbol: '2454', price: 9_900 })
    return body.msg === 'order.choice' && body.rule === 'halt.no-entry'
  })
  expect((await harness.place(member, { symbol: '2330', price: 9_900 })).http).toBe(200)
  expect((await harness.ask(member, '/orders/cancelOrder', { orderId: resting })).http).toBe(200)
  await harness.state(resting, 'cancelled')

  const notices = await harness.ask(member, '/notices/siteList', {})
  expect(JSON.stringify(notices.body.data)).toContain('2454')

  // The halt stays until two operators resume it, whatever the worker asks for.
  await expect(asWorker({ kind: 'resume', symbol: '2454' })).rejects.toThrow('may not ask the venue')

  const again = await resume('2454')
  expect(await approve(again.body.data.reviewId)).toBe('passed')
  await isIn('2454', 'paused')
  expect((await stateOf('2454')).reason).toBe('resumed')
  await letTwoMinutesPass()
  await isIn('2454', 'continuous')
  const rows = await office.owner.query<{ symbol: string; over: boolean }>(
    'SELECT symbol, resumed_at IS NOT NULL AS over FROM app.market_halts',
  )
  expect(rows).toEqual([{ symbol: '2454', over: true }])
  await expect(asWorker({ kind: 'halt', symbol: '2454', reason: 'news' })).rejects.toThrow(
    'may not ask the venue',
  )
  // The review resumed the security once, and its row cannot be written again for a later halt.
  await expect(asWorker({ kind: 'resume', symbol: '2454' })).rejects.toThrow('may not ask the venue')
  await expect(worker.query('UPDATE app.market_halts SET resumed_at = resumed_at')).rejects.toThrow(
    'was decided',
  )
  await worker.close()
})

test('resuming the market leaves a separately halted security halted', async () => {
  expect(await approve((await halt('2454')).body.data.reviewId)).toBe('passed')
  await isIn('2454', 'halted')
  const whole = await halt(null, 'market')
  expect(await approve(whole.body.data.reviewId)).toBe('passed')
  await isIn('2330', 'halted')
  const control = (await first.browser.ask('/market/control')).body.data
  expect(control.halt).toMatchObject({ reason: 'market' })
  expect((await resume('2454')).body.msg).toBe('market.halted-whole')

  expect(await approve((await resume(null)).body.data.reviewId)).toBe('passed')
  await isIn('2330', 'paused')
  await letTwoMinutesPass()
  await isIn('2330', 'continuous')
  expect(await stateOf('2454')).toEqual({ state: 'halted', reason: 'news' })
  expect((await first.browser.ask('/market/control')).body.data.halt).toBeNull()
  // The exchange was sent nothing that it would refuse.
  const refused = await harness.venue.sql.query(
    `SELECT body FROM exchange.events WHERE kind = 'refused' AND body LIKE '%halt.already%' OR body LIKE '%halt.not-halted%'`,
  )
  expect(refused).toEqual([])
})

interface Notice {
  readonly title: { readonly tw: string; readonly en: string }
  readonly summary: { readonly tw: string; readonly en: string }
}

test('a market halt notice names the market once and its cause', async () => {
  expect(await approve((await halt(null, 'market')).body.data.reviewId)).toBe('passed')
  const { notices } = (await harness.ask(member, '/notices/siteList', {})).body.data
  const whole = notices.filter(({ title }: Notice) => title.en === 'Trading halted: The whole market')
  expect(whole.length).toBeGreaterThan(0)
  for (const { title, summary } of whole as Notice[]) {
    for (const lang of ['tw', 'en'] as const) {
      const read = `${title[lang]} ${summary[lang]}`
      expect(read.match(/whole market|整個市場|整體市場/gi), read).toHaveLength(1)
    }
    expect(summary.en).toContain('Reason: unusual market conditions.')
  }
  // The page of a security says the same cause, and so does every other reason: none only repeats what is halted.
  for (const reason of haltReasons) {
    for (const texts of [detailTw, detailEn]) {
      expect(texts.notes.halted(texts.reasons[reason])).not.toMatch(/whole market|整個市場|整體市場/i)
    }
  }
  expect(detailEn.reasons.market).toBe('unusual market conditions')
  expect(await approve((await resume(null)).body.data.reviewId)).toBe('passed')
  await isIn('2330', 'paused')
  await letTwoMinutesPass()
  await isIn('2330', 'continuous')
})

test('a rejected halt does nothing', async () => {
  const proposed = await halt('2330')
  const { reviewId } = proposed.body.data
  const seen = await second.browser.ask('/operators/review', { reviewId })
  await second.browser.ask('/operators/vote', {
    reviewId,
    decision: 'reject',
    payloadHash: seen.body.data.payloadHash,
    reason: 'not-needed',
    note: 'not needed',
  })
  const deps = { bus, subjects: subjectsOf(harness.venue.database.name) }
  const carry = () =>
    executeReviews(
      { db: harness.venue.db, log, kinds: [marketHaltReviews(deps)], onTrouble: () => undefined },
      () => office.clock.now(),
    )
  expect(await carry()).toBe(1)
  expect(await carry()).toBe(0)
  expect((await stateOf('2330')).state).toBe('continuous')
})

test('two operators close and reopen a trading day', async () => {
  const month = async (of: string) => (await first.browser.ask('/calendar/month', { month: of })).body.data
  const days = (await month('2027-03')).days
  expect(days).toHaveLength(31)
  const free = days.find(({ isWeekend, closure }) => !isWeekend && closure === null)!
  const body = {
    date: free.date,
    action: 'close',
    nameTw: '颱風假',
    nameEn: 'Typhoon day',
    settlementOnly: false,
    why: 'the city is shut',
  }
  const propose = (over: object) => first.browser.ask('/calendar/proposeClosure', { ...body, ...over })
  const weekend = days.find(({ isWeekend }) => isWeekend)!.date
  const announced = (await month('2027-01')).days.find(({ closure, isWeekend }) => closure && !isWeekend)!
  expect(announced.closure?.byOperators).toBe(false)
  for (const [over, msg] of [
    [{ date: '2020-01-06' }, 'closure.past'],
    [{ date: weekend }, 'closure.no-trading-day'],
    [{ date: announced.date }, 'closure.no-trading-day'],
    [{ date: announced.date, action: 'open' }, 'closure.not-ours'],
    [{ action: 'open' }, 'closure.not-ours'],
    [{ nameEn: '' }, 'proposal.why'],
    [{ why: '' }, 'proposal.why'],
  ] as const) {
    expect((await propose(over)).body.msg, JSON.stringify(over)).toBe(msg)
  }
  const effect = await first.browser.ask('/calendar/effect', {
    date: free.date,
    action: 'close',
    settlementOnly: false,
  })
  expect(effect.body.data.moves.length).toBeGreaterThan(1)
  expect(effect.body.data.moves.at(-1)).toMatchObject({ trade: free.date, after: null })

  const proposed = await propose({})
  expect((await propose({})).body.msg).toBe('proposal.open')
  expect((await month('2027-03')).days.find(({ date }) => date === free.date)?.closure).toBeNull()
  expect(await approve(proposed.body.data.reviewId)).toBe('passed')
  const closed = (await month('2027-03')).days.find(({ date }) => date === free.date)!
  expect(closed).toMatchObject({
    settles: false,
    settlesOn: null,
    closure: { nameTw: '颱風假', byOperators: true },
  })
  expect((await propose({})).body.msg).toBe('closure.no-trading-day')
  // Loading the announced days again does not change it.
  await loadClosures(office.owner)
  expect((await month('2027-03')).days.find(({ date }) => date === free.date)?.closure).not.toBeNull()
  expect(await approve((await propose({ action: 'open' })).body.data.reviewId)).toBe('passed')
  expect((await month('2027-03')).days.find(({ date }) => date === free.date)?.closure).toBeNull()
})

test('the console cannot halt, close a day or command the exchange', async () => {
  const asConsole = office.console.runtime.db
  for (const text of [
    `INSERT INTO app.market_halts (id, reason, halted_at) VALUES (gen_random_uuid(), 'news', now())`,
    `INSERT INTO app.closures VALUES ('2027-03-03', 'x', 'x', false, 'operators')`,
    `SELECT exchange.submit(0, '{"kind":"halt","symbol":"2330","reason":"news"}')`,
    `UPDATE market.quotes SET state = 'halted'`,
  ]) {
    await expect(asConsole.query(text), text).rejects.toThrow(/permission denied/)
  }
})
