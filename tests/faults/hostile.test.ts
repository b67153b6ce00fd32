// Every database role but the worker's and settlement's (hostile-worker.test.ts), and a NATS publisher, in an attacker's hand while members
// trade. Each database attacker calls every function and writes every table its role reaches, with random and with forged
// content. Afterwards ledger, fills, quotes, positions and cursors must equal a recomputation from the exchange's log, and no
// member may own what no fill and no grant gave them.
// FAIRLOT_PROVE=1 attacks for ten minutes with all at once and for one minute with each alone, and writes
// evidence/hostile.json. FAIRLOT_HOSTILE_SECONDS sets the ten minutes; each alone gets a tenth of it.

import { seededRandom, testServices } from '@fairlot/testkit'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { writeEvidence } from '../flows/support/evidence.ts'
import { openOrderHarness, type OrderHarness } from '../flows/support/order-harness.ts'
import { attackDatabase, type Tries } from './hostile/attack-database.ts'
import { attackNats, type Published } from './hostile/attack-nats.ts'
import { type Forge, openForge, readLoot } from './hostile/forge.ts'
import { seedEntries } from './hostile/forged-entries.ts'
import { judge, type LogEnds, readSeeded } from './hostile/judge.ts'
import { readReach } from './hostile/reach.ts'
import { type MemberLoad, startMemberLoad } from './support/member-load.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const seconds = Number(process.env['FAIRLOT_HOSTILE_SECONDS'] ?? 600)
const aloneMs = isWhole ? seconds * 100 : 1_500
const togetherMs = isWhole ? seconds * 1_000 : 10_000
const seed = 20_261_115

const roles = [
  'api',
  'console',
  'quotes',
  'live',
  'practice',
  'practice_proposer',
  'practice_approver',
  'exchange',
  'reader',
  'seed',
  'console_app',
] as const
type Role = (typeof roles)[number]

let harness: OrderHarness
let load: MemberLoad
let time: NodeJS.Timeout
const random = seededRandom(seed)
const tries: Record<string, Tries> = {}
const published: Published = new Map()
/** What the seed posted when the installation was set up. */
let seeded: ReadonlySet<string>
let seats: readonly [string, string]
/** Where the log ended when the quotes role last attacked. */
let quotesAttackedUntil: LogEnds = []

beforeAll(async () => {
  harness = await openOrderHarness()
  const members = []
  for (let made = 0; made < 4; made += 1) members.push(await harness.member())
  for (const { memberId } of members) await harness.venue.makeEligible(memberId)
  seeded = await readSeeded(harness.venue.sql)
  seats = [await harness.venue.seatLedgerId('maker-1'), await harness.venue.seatLedgerId('maker-2')]
  time = setInterval(() => {
    harness.venue.now += 1_000
    for (const symbol of ['2330', '2317']) {
      void harness.venue.seat('maker-1', symbol, 'sell', 10_000 + 50 * Math.floor(random() * 4), 1)
      void harness.venue.seat('maker-2', symbol, 'buy', 10_000 - 50 * Math.floor(random() * 4), 1)
    }
  }, 1_000)
  load = startMemberLoad({
    members,
    symbols: ['2330', '2317'],
    random,
    terms: harness.terms,
    pauseMs: 150,
    newOrderId: harness.newOrderId,
  })
})
afterAll(async () => {
  clearInterval(time)
  await load?.stop()
  await harness?.stop()
})

async function attack(who: readonly (Role | 'nats')[], forMs: number): Promise<void> {
  const { sql, database } = harness.venue
  const endAt = Date.now() + forMs
  let forge: Forge = openForge(await readLoot(sql), random)
  const looting = setInterval(() => {
    void readLoot(sql).then((loot) => (forge = openForge(loot, random)))
  }, 2_000)
  try {
    await Promise.all(
      who.map(async (role) => {
        if (role === 'nats')
          return attackNats(testServices().natsUrl, database.name, () => forge, endAt, published)
        const reach = await readReach(sql, `fairlot_${role}`)
        const counted = (tries[role] ??= { functions: 0, tables: 0, succeeded: 0, did: new Map() })
        const url = database.apiUrl.replace('fairlot_api', `fairlot_${role}`)
        const entries = role === 'seed' ? () => seedEntries({ seats }) : undefined
        await attackDatabase(url, reach, () => forge, endAt, counted, entries)
      }),
    )
  } finally {
    clearInterval(looting)
  }
  quotesAttackedUntil = who.includes('quotes')
    ? await sql.query<LogEnds[number]>('SELECT shard, event FROM exchange.shards')
    : quotesAttackedUntil
}

/**
 * Waits until settlement and quotes have read everything that was in the log when the attack ended. Trading continues.
 */
async function readersCatchUp(): Promise<void> {
  const { sql } = harness.venue
  const ends = await sql.query<{ shard: number; event: string; sequence: string }>(
    'SELECT shard, event, sequence FROM exchange.shards',
  )
  await until('settlement and quotes to read the log', async () => {
    const behind = await sql.query(
      `SELECT FROM unnest($1::int[], $2::bigint[], $3::bigint[]) AS e (shard, event, sequence)
         LEFT JOIN settlement.cursors s USING (shard) LEFT JOIN market.cursors m ON m.shard = e.shard
         WHERE coalesce(s.event, 0) < e.event OR coalesce(m.sequence, 0) < e.sequence`,
      [ends.map(({ shard }) => shard), ends.map(({ event }) => event), ends.map(({ sequence }) => sequence)],
    )
    return behind.length === 0
  })
}

describe('a hostile process', () => {
  it.each(roles)('%s alone creates no money and breaks no books', { timeout: 300_000 }, async (role) => {
    const before = load.accepted.size
    await attack([role], aloneMs)
    await readersCatchUp()
    const { breaches, created, allowed } = await judge(
      harness.venue.sql,
      harness.venue.database,
      seeded,
      quotesAttackedUntil,
    )
    expect({ breaches, created }, JSON.stringify([...tries[role]!.did])).toEqual({
      breaches: [],
      created: 0n,
    })
    // Only the seed has rights of its own to post: paper money of new owners, and what seats and the pool begin with.
    if (roles.indexOf(role) < roles.indexOf('seed')) expect(allowed).toEqual({})
    expect(load.accepted.size).toBeGreaterThanOrEqual(before)
  })

  it('the seed role cannot change holds or closing shares', { timeout: 60_000 }, async () => {
    const thief = new pg.Client({ connectionString: harness.venue.database.seedUrl })
    await thief.connect()
    try {
      await until('an order and a holding', async () => {
        const { rows } = await thief.query(
          'SELECT EXISTS (SELECT FROM app.orders) AND EXISTS (SELECT FROM app.positions WHERE shares > 2) AS both',
        )
        return rows[0].both === true
      })
      for (const table of ['app.orders', 'app.conditional_orders'])
        await expect(thief.query(`UPDATE ${table} SET holds = '{}'`)).rejects.toThrow('permission denied')
      const closing = `UPDATE app.positions SET closing = CASE closing WHEN 1 THEN 2 ELSE 1 END WHERE id = (SELECT id FROM app.positions WHERE shares > 2 LIMIT 1)`
      await expect(thief.query(closing)).rejects.toThrow('counts shares as closing that no order closes')
    } finally {
      await thief.end()
    }
  })

  it('a NATS publisher alone creates no money and breaks no books', { timeout: 300_000 }, async () => {
    await attack(['nats'], aloneMs)
    await readersCatchUp()
    expect(published.size).toBeGreaterThan(9)
    const { breaches, created } = await judge(
      harness.venue.sql,
      harness.venue.database,
      seeded,
      quotesAttackedUntil,
    )
    expect({ breaches, created }).toEqual({ breaches: [], created: 0n })
  })

  it('all roles at once create no money and break no books', { timeout: 1_800_000 }, async () => {
    const before = load.accepted.size
    await attack([...roles, 'nats'], togetherMs)
    await readersCatchUp()
    const verdict = await judge(harness.venue.sql, harness.venue.database, seeded, quotesAttackedUntil)
    expect(verdict).toMatchObject({ breaches: [], created: 0n })
    expect(load.accepted.size).toBeGreaterThan(before)
    if (isWhole)
      writeEvidence('hostile', {
        breaches: verdict.breaches.length,
        created: Number(verdict.created),
        allowed: verdict.allowed,
        tries: Object.fromEntries(
          Object.entries(tries).map(([role, { did, ...counts }]) => [
            role,
            { ...counts, did: Object.fromEntries(did) },
          ]),
        ),
        published: Object.fromEntries(published),
        ordersAccepted: load.accepted.size,
        secondsTogether: togetherMs / 1_000,
        secondsAlone: aloneMs / 1_000,
        seed,
      })
  })
})
