// A chunk of a block that makes the engine fail: no order of the block stays without an answer.

import { randomUUID } from 'node:crypto'
import { until } from '@fairlot/testkit/until'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openReview } from '../../apps/server/src/features/operators/index.ts'
import { askAboutCommands, commandReviews } from '../../apps/server/src/features/settlement/index.ts'
import { copyPoolAccount, type PlaceBlock, shardOf } from '../../packages/contract/src/venue/index.ts'
import { linesOf, withoutCommands } from './support/block-orders.ts'
import { faultyEngines } from './support/faulty-engines.ts'
import { openTestVenue, type TestVenue } from './support/test-venue.ts'
import { openDeciding } from './support/two-operators.ts'

const symbol = '2317'
const shard = shardOf(symbol)
const date = '2026-11-16'

let venue: TestVenue
let fails: boolean
beforeEach(async () => {
  fails = true
  venue = await openTestVenue({
    symbols: [symbol],
    engines: faultyEngines(
      (command) => fails && command.kind === 'block' && command.from === 1 && !command.failed,
    ),
  })
  await venue.begin(date)
  venue.startSettler()
})
afterEach(() => venue.stop())

/** Three chunks of one order each, of which the engine fails on the second. */
async function failingBlock(): Promise<{ readonly orders: readonly string[]; readonly subject: string }> {
  const members = await Promise.all([venue.member(), venue.member(), venue.member()])
  const orders = await withoutCommands(venue, () =>
    venue.openMany(members.map((memberId) => ({ memberId, symbol, price: 10_000, lots: 1 }))),
  )
  const terms = { symbol, side: 'buy', price: 10_000, date } as const
  const head = { kind: 'block', block: randomUUID(), account: copyPoolAccount, ...terms } as const
  for (const [from, line] of (await linesOf(venue, orders)).entries()) {
    const chunk: PlaceBlock = { ...head, from, lines: [line], ...(from === 2 && { last: true }) }
    await venue.submit(shard, chunk)
  }
  const id = await until('the chunk set aside', async () => {
    const [row] = await venue.sql.query<{ id: string }>(
      'SELECT id::text AS id FROM exchange.commands_set_aside',
    )
    return row?.id
  })
  await venue.settled()
  await askAboutCommands({ db: venue.db, clock: { now: () => new Date() } }, openReview)
  return { orders, subject: `${shard}/${id}` }
}

const ends = async (orders: readonly string[]): Promise<readonly string[]> => {
  await venue.settled()
  const rows = await Promise.all(orders.map((id) => venue.order(id)))
  return rows.map(({ state, reason, holds }) => `${state} ${reason} ${holds.length}`)
}

test('two approvals refuse every order of a failed chunk', async () => {
  const { orders, subject } = await failingBlock()
  expect(await ends(orders)).toEqual(['refused block.chunk 0', 'entrusted null 1', 'refused block.chunk 0'])
  const deciding = await openDeciding(venue.database, [commandReviews])
  await deciding.approve('command-set-aside', subject)
  await deciding.stop()
  expect(await ends(orders)).toEqual([
    'refused block.chunk 0',
    'refused command.failed 0',
    'refused block.chunk 0',
  ])
  expect(await venue.breaches()).toEqual([])
})

test('a failed chunk that is retried comes too late for its block', async () => {
  const { orders, subject } = await failingBlock()
  fails = false
  const deciding = await openDeciding(venue.database, [commandReviews])
  await deciding.reject('command-set-aside', subject, { reason: 'not-needed', note: 'the cause was mended' })
  await deciding.stop()
  expect(await ends(orders)).toEqual([
    'refused block.chunk 0',
    'refused block.ended 0',
    'refused block.chunk 0',
  ])
  expect(await venue.breaches()).toEqual([])
})
