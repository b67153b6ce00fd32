// Order intake on PostgreSQL: the facts it reads under lock, and the rows it writes for a decision.

import { randomUUID } from 'node:crypto'
import { type Entry, entry, heldTwin, holdKey, member } from '@fairlot/ledger'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import type pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { shards } from '../../packages/contract/src/venue/index.ts'
import {
  decideBatch,
  type OrderDecision,
  type TakenOrder,
} from '../../apps/server/src/features/orders/intake/decide-batch.ts'
import { firstStepsOf } from '../../apps/server/src/features/orders/first-steps.ts'
import type { BatchFacts } from '../../apps/server/src/features/orders/intake/facts.ts'
import {
  lockFacts,
  rowOf,
  withMore,
  writeOrders,
} from '../../apps/server/src/features/orders/intake/store.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { worldFacts } from './support/order-world-facts.ts'
import { connectForWorlds, insertWorld } from './support/order-world-rows.ts'
import { type OrderWorld, orderWorld, worldDate, worldNow } from './support/order-worlds.ts'

let database: TestDatabase
let client: pg.Client
const worlds = process.env['FAIRLOT_PROVE'] === '1' ? 5_000 : 150

beforeAll(async () => {
  database = await openTestDatabase()
  client = await connectForWorlds(database.ownerUrl)
})
afterAll(async () => {
  await client.end()
  await database.close()
})

const tx = {
  query: async <Row>(text: string, values: readonly unknown[] = []) =>
    (await client.query(text, [...values])).rows as Row[],
}

/** Runs as the api in a transaction that leaves nothing behind. */
async function inWorld(world: OrderWorld, run: () => Promise<void>): Promise<void> {
  await client.query('BEGIN')
  try {
    await insertWorld(client, world)
    await client.query('SET LOCAL SESSION AUTHORIZATION fairlot_api')
    await run()
  } finally {
    await client.query('ROLLBACK')
  }
}

async function readFacts({ drafts, members }: OrderWorld): Promise<BatchFacts> {
  const facts = await lockFacts(tx, drafts, worldNow)
  const named = members.map(({ id }) => id).filter((id) => facts.members.has(id))
  return withMore(tx, facts, named, worldDate, worldNow)
}

test('intake reads the facts of its orders', async () => {
  for (let seed = 0; seed < worlds; seed += 1) {
    const world = orderWorld(seed)
    if (world.drafts.length === 0) continue
    await inWorld(world, async () => {
      expect(comparable(await readFacts(world), world), `seed ${seed}`).toEqual(
        comparable(worldFacts(world), world),
      )
    })
  }
})

test('intake writes the rows of a decision and nothing of a refusal', async () => {
  for (let seed = 0; seed < worlds; seed += 1) {
    const world = orderWorld(seed)
    if (world.drafts.length === 0) continue
    await inWorld(world, async () => {
      const decided = decideBatch(world.drafts, await readFacts(world), worldNow)
      if (!decided.complete) throw new Error('a fact is missing')
      const taken = takenOf(decided.decisions)
      expect(await writeOrders(tx, taken, [], worldNow)).toEqual(new Set())
      await client.query('RESET SESSION AUTHORIZATION')
      expect(await readWritten(world), `seed ${seed}`).toEqual(expectedOf(world, taken))
    })
  }
})

test('an order whose cash was used meanwhile is not written', async () => {
  const world = Array.from({ length: 200 }, (_, seed) => orderWorld(seed)).find((one) => {
    const decided = decideBatch(one.drafts, worldFacts(one), worldNow)
    return decided.complete && one.drafts.length === 1 && (takenOf(decided.decisions)[0]?.held ?? 0n) > 0n
  })!
  await inWorld(world, async () => {
    const decided = decideBatch(world.drafts, await readFacts(world), worldNow)
    if (!decided.complete) throw new Error('a fact is missing')
    const taken = takenOf(decided.decisions)
    await client.query('RESET SESSION AUTHORIZATION')
    await client.query('UPDATE ledger.balances SET balance = 0 WHERE account_id = ledger.account_id($1)', [
      taken[0]!.holdParts[0]!.account,
    ])
    await client.query('SET LOCAL SESSION AUTHORIZATION fairlot_api')
    expect(await writeOrders(tx, taken, [], worldNow)).toEqual(new Set([world.drafts[0]!.id]))
    await client.query('RESET SESSION AUTHORIZATION')
    expect(await readWritten(world)).toEqual(expectedOf(world, []))
  })
})

test('the database refuses an order whose id has another time', async () => {
  const world = Array.from({ length: 200 }, (_, seed) => orderWorld(seed)).find((one) => {
    const decided = decideBatch(one.drafts, worldFacts(one), worldNow)
    return decided.complete && one.drafts.length === 1 && takenOf(decided.decisions).length === 1
  })!
  const dayMs = 86_400_000
  const strange = [
    randomUUID(),
    newId(worldNow.getTime() - 3 * dayMs - 1),
    newId(worldNow.getTime() + 3 * dayMs + 1),
    newId(Date.parse('2026-10-01')),
    newId(Date.parse('2099-01-01')),
  ]
  for (const id of strange) {
    await inWorld(world, async () => {
      const decided = decideBatch(world.drafts, await readFacts(world), worldNow)
      if (!decided.complete) throw new Error('a fact is missing')
      const [order] = takenOf(decided.decisions)
      // A taken process leaves out the check of the server.
      const forged = { ...order!, draft: { ...order!.draft, id, positionId: id } }
      await expect(writeOrders(tx, [forged], [], worldNow)).rejects.toThrow(
        `order ${id} is not written: its id does not begin with the time it is placed`,
      )
    })
  }
})

test('the database refuses an order whose columns contradict each other', async () => {
  const world = Array.from({ length: 200 }, (_, seed) => orderWorld(seed)).find((one) => {
    const decided = decideBatch(one.drafts, worldFacts(one), worldNow)
    return decided.complete && takenOf(decided.decisions).some(({ draft }) => draft.purpose === 'open')
  })!
  const wrong: readonly object[] = [
    { kind: 'bond' },
    { side: 'both' },
    { purpose: 'lend' },
    { purpose: 'close' },
    { direction: 'up' },
    { direction: 'short', side: 'sell', multiple: 200 },
    { multiple: 300 },
    { price: 0 },
    { price: -1 },
    { quantity: 0 },
    { validity: 'GTC' },
    { worstPrice: 0 },
    { origin: 'operator' },
    { positionId: randomUUID() },
    { side: null },
  ]
  for (const change of wrong) {
    await inWorld(world, async () => {
      const decided = decideBatch(world.drafts, await readFacts(world), worldNow)
      if (!decided.complete) throw new Error('a fact is missing')
      const order = takenOf(decided.decisions).find(({ draft }) => draft.purpose === 'open')!
      const forged = { ...order, draft: { ...order.draft, ...change } }
      await expect(writeOrders(tx, [forged], [], worldNow), JSON.stringify(change)).rejects.toThrow(
        `order ${order.draft.id} is not written: its columns contradict each other`,
      )
    })
  }
})

/** A world with one order that holds cash, and another member who has some. */
const holdingWorld = (): OrderWorld =>
  Array.from({ length: 500 }, (_, seed) => orderWorld(seed)).find((one) => {
    const decided = decideBatch(one.drafts, worldFacts(one), worldNow)
    const [order, ...more] = decided.complete ? takenOf(decided.decisions) : []
    const other = one.members.some(
      ({ id }) => id !== order?.draft.memberId && (one.balances.get(member(id).available('TWD')) ?? 0n) > 0n,
    )
    return one.drafts.length === 1 && more.length === 0 && (order?.held ?? 0n) > 0n && other
  })!

/** What the database answers, undone. */
async function attempt(run: () => Promise<unknown>): Promise<string> {
  await client.query('SAVEPOINT attempt')
  const answer = await run().then(
    () => 'written',
    (error: unknown) => (error as Error).message,
  )
  await client.query('ROLLBACK TO SAVEPOINT attempt')
  return answer
}

async function decideOne(world: OrderWorld): Promise<TakenOrder & { entry: Entry }> {
  const decided = decideBatch(world.drafts, await readFacts(world), worldNow)
  if (!decided.complete) throw new Error('a fact is missing')
  const [order] = takenOf(decided.decisions)
  return { ...order!, entry: order!.entry! }
}

/** The entry of the same holds under other ids. */
const otherHolds = (entry: Entry): Entry => ({
  ...entry,
  lines: entry.lines.map((line) => (line.hold === undefined ? line : { ...line, hold: randomUUID() })),
})

/** As a process with the rights of the api can call it: these rows, and these entries of these orders. */
const callWrite = (rows: string, orderIds: readonly string[], entries: readonly Entry[]) => {
  const lines = entries.flatMap((entry, index) => entry.lines.map((line) => ({ ...line, entry: index + 1 })))
  return tx.query(
    `SELECT app.write_orders($1, $2, $3::uuid[], $4::integer[], $5::text[], $6::bigint[], $7::uuid[], '{}')`,
    [
      worldNow,
      rows,
      orderIds,
      lines.map(({ entry }) => entry),
      lines.map(({ account }) => account),
      lines.map(({ amount }) => amount),
      lines.map(({ hold }) => hold ?? null),
    ],
  )
}

test('a repeated order id never holds twice', async () => {
  const world = holdingWorld()
  await inWorld(world, async () => {
    const order = await decideOne(world)
    const otherHold = { ...order, entry: otherHolds(order.entry) }
    const rows = JSON.stringify([rowOf(order)])
    const { id } = order.draft
    const twice = [order.entry, otherHold.entry]
    expect(await attempt(() => callWrite(rows, [id, id], twice))).toContain('duplicate key')
    expect(await writeOrders(tx, [order], [], worldNow)).toEqual(new Set())
    expect(await attempt(() => writeOrders(tx, [order], [], worldNow))).toContain('hold-exists')
    expect(await attempt(() => writeOrders(tx, [otherHold], [], worldNow))).toContain('duplicate key')
    expect(await attempt(() => callWrite('[]', [id], [otherHold.entry]))).toContain(
      'of no order of this call',
    )
  })
})

test('a hold without an order of the same call is refused', async () => {
  const world = holdingWorld()
  await inWorld(world, async () => {
    const order = await decideOne(world)
    const { id } = order.draft
    const rows = JSON.stringify([rowOf(order)])
    const refused = 'of no order of this call'
    expect(await attempt(() => callWrite('[]', [id], [order.entry]))).toContain(refused)
    expect(await attempt(() => callWrite(rows, [randomUUID()], [order.entry]))).toContain(refused)
    const both = [order.entry, otherHolds(order.entry)]
    expect(await attempt(() => callWrite(rows, [id, randomUUID()], both))).toContain(refused)
    expect(await attempt(() => callWrite(rows, [id], [order.entry]))).toBe('written')
  })
})

test('an order cannot hold the cash of another member', async () => {
  const world = holdingWorld()
  await inWorld(world, async () => {
    const order = await decideOne(world)
    const { id, memberId } = order.draft
    const victim = world.members.find(
      (one) => one.id !== memberId && (world.balances.get(member(one.id).available('TWD')) ?? 0n) > 0n,
    )!
    const stolen = entry({ ...order.entry, key: holdKey(id) })
      .hold(id, 1n, member(victim.id).available('TWD'))
      .done()
    const mixed = { ...stolen, lines: [...order.entry.lines, ...stolen.lines] }
    const rows = JSON.stringify([rowOf(order)])
    for (const attack of [stolen, mixed])
      expect(await attempt(() => callWrite(rows, [id], [attack]))).toContain('of another owner')
  })
})

test('a rate-limit stop is written and cancels on every shard', async () => {
  const world = orderWorld(1)
  const { id } = world.members[0]!
  await inWorld(world, async () => {
    await writeOrders(tx, [], [id], worldNow)
    await client.query('RESET SESSION AUTHORIZATION')
    const limits = await client.query('SELECT stopped_by FROM app.risk_limits WHERE member_id = $1', [id])
    expect(limits.rows).toEqual([{ stopped_by: 'rule' }])
    const open = world.orders.filter(
      ({ memberId, state, cancelAsked }) => memberId === id && state === 'entrusted' && !cancelAsked,
    )
    const queued = await client.query('SELECT shard FROM exchange.queue ORDER BY shard')
    expect(queued.rows).toEqual(open.length === 0 ? [] : shards.map((shard) => ({ shard })))
  })
})

const takenOf = (decisions: readonly OrderDecision[]): TakenOrder[] =>
  decisions.flatMap((decision) => (decision.outcome === 'placed' ? [decision.taken] : []))

/** PostgreSQL reads only what the orders name; the world has everything. */
function comparable(facts: BatchFacts, { drafts }: OrderWorld) {
  const members = new Set(drafts.map(({ memberId }) => memberId))
  const sorted = <Value>(map: ReadonlyMap<string, Value>, isWanted: (key: string) => boolean) =>
    [...map].filter(([key]) => isWanted(key)).toSorted(([a], [b]) => (a < b ? -1 : 1))
  const sells = new Set(
    drafts
      .filter(({ purpose, direction }) => purpose === 'close' && direction === 'long')
      .map(({ memberId, symbol }) => `${memberId}/${symbol}`),
  )
  const borrows = new Set(
    drafts
      .filter(({ purpose, direction }) => purpose === 'open' && direction === 'short')
      .map(({ symbol }) => symbol),
  )
  return {
    known: sorted(facts.known, () => true).map(
      ([, { id, memberId, quantity, replaces, placedMs, held, worstPrice }]) => ({
        id,
        memberId,
        quantity,
        replaces,
        placedMs,
        held,
        worstPrice,
      }),
    ),
    replaced: sorted(facts.replaced, () => true).map(
      ([, { id, memberId, left, state, cancelAsked, positionId }]) => ({
        id,
        memberId,
        left,
        state,
        cancelAsked,
        positionId,
      }),
    ),
    positions: sorted(facts.positions, () => true).map(
      ([, { id, memberId, symbol, shares, closing, collateral }]) => ({
        id,
        memberId,
        symbol,
        shares,
        closing,
        collateral,
      }),
    ),
    members: sorted(facts.members, (id) => members.has(id)).map(([, { more, ...member }]) => ({
      ...member,
      more: more && {
        ...more,
        holdings: more.holdings.map((holding) => JSON.stringify(holding, inText)).toSorted(),
        openOrders: more.openOrders.map((order) => JSON.stringify(order)).toSorted(),
        dayTrades: more.dayTrades.map((order) => JSON.stringify(order, inText)).toSorted(),
      },
    })),
    lendable: sorted(facts.lendable, (symbol) => borrows.has(symbol)).filter(([, amount]) => amount > 0n),
    shares: sorted(facts.shares, (key) => sells.has(key)).filter(([, balances]) => balances.length > 0),
  }
}

const inText = (_: string, value: unknown): unknown => (typeof value === 'bigint' ? value.toString() : value)

async function readWritten({ drafts, positions }: OrderWorld) {
  const ids = drafts.map(({ id }) => id)
  const read = async (text: string, values: readonly unknown[]) =>
    (await client.query(text, [...values])).rows
  return {
    orders: await read(
      `SELECT id, steps, encode(steps_hash, 'hex') AS hash, left_shares AS "left" FROM app.orders
       WHERE id = ANY ($1::uuid[]) AND placed_at = $2 ORDER BY id`,
      [ids, worldNow],
    ),
    holds: await read(
      `SELECT o.id, h.id AS "holdId", a.code AS account, h.amount, h.remaining, h.reference
       FROM app.orders o CROSS JOIN LATERAL unnest(o.holds) WITH ORDINALITY AS u (id, place)
       JOIN ledger.holds h ON h.id = u.id JOIN ledger.accounts a ON a.id = h.account_id
       WHERE o.id = ANY ($1::uuid[]) ORDER BY o.id, u.place`,
      [ids],
    ),
    firstSteps: (
      await read(
        `SELECT id, placed_at AS "placedAt", side, price, quantity, validity, origin, replaces, worst_price AS "worstPrice",
           held_cash AS "heldCash", held_shares AS "heldShares" FROM app.orders
         WHERE id = ANY ($1::uuid[]) AND placed_at = $2 ORDER BY id`,
        [ids, worldNow],
      )
    ).flatMap((order) => firstStepsOf(order, order.placedAt)),
    storedSteps: await read('SELECT n FROM app.order_steps WHERE order_id = ANY ($1::uuid[])', [ids]),
    commands: await read('SELECT shard, command FROM exchange.queue ORDER BY id', []),
    closing: await read('SELECT id, closing FROM app.positions WHERE id = ANY ($1::uuid[]) ORDER BY id', [
      positions.map(({ id }) => id),
    ]),
  }
}

function expectedOf({ positions }: OrderWorld, taken: readonly TakenOrder[]) {
  const byId = taken.toSorted((a, b) => (a.draft.id < b.draft.id ? -1 : 1))
  const closing = new Map<string, number>()
  for (const order of taken)
    closing.set(order.draft.positionId, (closing.get(order.draft.positionId) ?? 0) + order.closing)
  return {
    orders: byId.map(({ draft: { id, quantity }, steps }) => ({
      id,
      steps: steps.length,
      hash: steps.at(-1)!.hash,
      left: quantity,
    })),
    holds: byId.flatMap(({ draft: { id }, holdParts }) =>
      holdParts.map((part) => ({
        ...part,
        id,
        account: heldTwin(part.account),
        remaining: part.amount,
        reference: id,
      })),
    ),
    firstSteps: byId.flatMap(({ steps }) => steps),
    storedSteps: [],
    commands: taken.map(({ draft: { shard, command } }) => ({ shard, command })),
    closing: positions
      .map(({ id, closing: before }) => ({ id, closing: before + (closing.get(id) ?? 0) }))
      .toSorted((a, b) => (a.id < b.id ? -1 : 1)),
  }
}
