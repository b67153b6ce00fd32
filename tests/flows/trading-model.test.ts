// Random sequences of the actions of members, seats, operators and time, on the real api, PostgreSQL, NATS, exchange
// and worker, against a small model: after every command all orders and positions match the model, every refusal has
// the code the model expects, and after every run all invariants of trading hold. Over the runs every legal step of an
// order and of a position happens, and every illegal one is tried at the database and refused.
// FAIRLOT_PROVE=1 does 300 runs of up to 100 commands, on four venues in parallel because a run mostly waits, and
// writes evidence/trading-model.json.

import { seatAccount, shardOf, shards } from '@fairlot/contract/venue'
import fc from 'fast-check'
import { orderTransitions } from '@fairlot/rules/orders'
import { positionTransitions } from '@fairlot/rules/positions'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { writeEvidence } from './support/evidence.ts'
import { openOrderHarness, type OrderHarness } from './support/order-harness.ts'
import { tradingCommands } from './trading-model/commands.ts'
import { compare, illegalSteps, newSeen, tryIllegalSteps } from './trading-model/compare.ts'
import { newModel, type TradingModel } from './trading-model/model.ts'
import { type ModelHarness, type RealTrading, settleAndFollow } from './trading-model/real.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const runs = isWhole ? 300 : 6
const maxCommands = 100
const seed = 20_261_128
/** Each test venue has its own database, exchange and settler. */
const venues = isWhole ? 4 : 1

const harnesses: ModelHarness[] = []
const seen = newSeen()

beforeAll(async () => {
  while (harnesses.length < venues) harnesses.push(modelHarness(await openOrderHarness({ holdCaches: true })))
})
afterAll(() => Promise.all(harnesses.map((harness) => harness.stop())))

function modelHarness(opened: OrderHarness): ModelHarness {
  let today = opened.date()
  return Object.assign(opened, {
    today: () => today,
    async openDay(date: string) {
      today = date
      opened.venue.now += 86_400_000
      await opened.venue.phase(date, 'opening-call')
    },
    untilState: (symbol: string, state: string) =>
      until(`${symbol} to be ${state}`, async () => {
        const rows = await opened.venue.sql.query(
          'SELECT FROM settlement.prices WHERE symbol = $1 AND state = $2',
          [symbol, state],
        )
        return rows.length > 0
      }).then(() => undefined),
    async serveTimers(states: Iterable<string>, hasOddLots: boolean) {
      // A continuous or closed instrument has no timer. Before a command the exchange runs the timers that are due.
      const isTimed = [...states].some((state) => state !== 'continuous' && state !== 'closed')
      if (!isTimed && !hasOddLots) return false
      for (const shard of shards)
        await opened.venue.submit(shard, { kind: 'cancel-all', account: seatAccount('no-orders') })
      return true
    },
  })
}

/** The start of a run: new members, an empty book, continuous trading. */
async function begin(harness: ModelHarness): Promise<{ model: TradingModel; real: RealTrading }> {
  await harness.untilIdle()
  const [ann, bob] = [await harness.member(), await harness.member()]
  await harness.venue.makeEligible(ann.memberId)
  const states = new Map(
    (
      await harness.venue.sql.query<{ symbol: string; state: string }>(
        `SELECT symbol, state FROM settlement.prices WHERE symbol IN ('2330', '2317')`,
      )
    ).map(({ symbol, state }) => [symbol, state]),
  )
  const places = await harness.venue.sql.query<{ shard: number; event: string }>(
    'SELECT shard, event FROM exchange.shards',
  )
  return {
    model: newModel(states, harness.today()),
    real: {
      harness,
      members: { ann, bob },
      seen: new Map(places.map(({ shard, event }) => [shard, Number(event)])),
    },
  }
}

/** Returns to continuous trading with an empty book, whatever state the run left. */
async function tidy({ harness: used, members }: RealTrading): Promise<void> {
  for (const { memberId } of Object.values(members))
    await used.venue.sql.query('DELETE FROM app.risk_limits WHERE member_id = $1', [memberId])
  const state = async (symbol: string): Promise<string> => {
    const [row] = await used.venue.sql.query<{ state: string }>(
      'SELECT state FROM settlement.prices WHERE symbol = $1',
      [symbol],
    )
    return row!.state
  }
  for (const symbol of ['2330', '2317'])
    if ((await state(symbol)) === 'halted')
      await used.venue.submit(shardOf(symbol), { kind: 'resume', symbol })
  await used.untilIdle()
  // The end of a day removes everything from the book.
  for (let turns = 0; turns < 8; turns += 1) {
    const now = await state('2330')
    const today = used.today()
    if (now === 'continuous' || now === 'paused') await used.venue.phase(today, 'closing-call')
    else if (now === 'closing-call') await used.venue.phase(today, 'closed')
    else if (now === 'closed')
      await used.openDay(new Date(Date.parse(today) + 86_400_000).toISOString().slice(0, 10))
    else {
      await used.venue.phase(today, 'continuous')
      await used.untilIdle()
      return
    }
    await used.untilIdle()
  }
}

const run = (harness: ModelHarness, numRuns: number, ownSeed: number): Promise<void> =>
  fc.assert(
    fc.asyncProperty(
      fc.commands(tradingCommands(seen), { maxCommands: maxCommands, size: 'max' }),
      async (commands) => {
        const { model, real } = await begin(harness)
        try {
          await fc.asyncModelRun(() => ({ model, real }), commands)
          await settleAndFollow(model, real)
          await compare(model, real, seen)
          await tryIllegalSteps(model, real, seen)
          expect(await harness.venue.breaches()).toEqual([])
        } finally {
          await tidy(real)
        }
      },
    ),
    { numRuns, seed: ownSeed, endOnFailure: true },
  )

test(`orders and positions match the model over ${runs} random runs`, { timeout: 3_600_000 }, async () => {
  const began = performance.now()
  await Promise.all(harnesses.map((harness, index) => run(harness, runs / venues, seed + index)))
  const kinds = tradingCommands(seen).length
  const legal = {
    orders: orderTransitions.map(([from, to]) => `${from} > ${to}`),
    positions: positionTransitions.map(([from, to]) => `${from} > ${to}`),
  }
  expect([...seen.orderSteps].toSorted()).toEqual(legal.orders.toSorted())
  expect([...seen.positionSteps].toSorted()).toEqual(legal.positions.toSorted())
  expect([...seen.refusedSteps].toSorted()).toEqual([...illegalSteps].toSorted())
  expect(kinds).toBeGreaterThanOrEqual(30)
  if (isWhole) {
    expect(seen.kinds.size).toBe(kinds)
    writeEvidence('trading-model', {
      runs,
      maxCommands,
      commands: seen.commands,
      kinds: Object.fromEntries(seen.kinds),
      answers: Object.fromEntries(seen.codes),
      legalSteps: legal,
      illegalStepsRefused: illegalSteps.length,
      breaches: 0,
      seconds: Math.round((performance.now() - began) / 1_000),
      venues,
      seed,
    })
  }
})
