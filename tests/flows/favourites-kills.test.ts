// Workers killed in the middle of their work: the next worker does what was not committed, and repeats nothing that
// was.

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { testServices } from '@fairlot/testkit'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { childEnvironment } from './support/child-environment.ts'
import { seedMarket } from './support/seed-market.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { day, openTape, type Tape, trade } from './support/tape.ts'
import { testEnvironment } from './support/test-config.ts'

const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
const symbol = '2317'
const members = 8
const thresholds = [10_100, 10_200, 10_300, 10_400]

let api: TestApi
let tape: Tape
const started: ChildProcess[] = []

beforeAll(async () => {
  api = await startTestApi()
  await seedMarket(api.db)
  tape = await openTape(api.database, testServices().natsUrl)
})
afterAll(async () => {
  for (const child of started) child.kill('SIGKILL')
  await tape.close()
  await api.stop()
})

function startWorkerProcess(): ChildProcess {
  const child = spawn(process.execPath, [main, 'worker'], {
    env: {
      ...childEnvironment(),
      ...testEnvironment(api.database, { DATABASE_URL: api.database.workerUrl }),
    },
    stdio: 'ignore',
  })
  started.push(child)
  return child
}

const firings = async (): Promise<number> => {
  const [row] = await api.db.query<{ count: bigint }>('SELECT count(*) FROM app.price_alert_firings')
  return Number(row!.count)
}

/** A recent day: the worker deletes live events that are a month old. */
const daysAgo = (days: number): string => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10)

async function beginDay(date: string): Promise<number> {
  const at = new Date(`${date}T02:00:00Z`).getTime()
  await tape.commit(at, [day(symbol, date, 10_000)])
  const reading = await api.startWorker()
  await until('the day to be read', async () => {
    const days = await api.db.query('SELECT 1 FROM app.price_alert_days WHERE symbol = $1 AND date = $2', [
      symbol,
      date,
    ])
    return days.length > 0
  })
  await reading.stop()
  return at
}

async function membersWithAlerts(count: number, at: readonly number[]): Promise<readonly TestMember[]> {
  const people: TestMember[] = []
  while (people.length < count) {
    const member = await api.member()
    people.push(member)
    for (const threshold of at) {
      const alert = { symbol, kind: 'rises-to', threshold, repeat: 'once' }
      const reply = await member.client.call('/favourites/addAlert', alert, { key: true })
      expect(reply.body.msg).toBe('done.alert-added')
    }
  }
  return people
}

async function kill(child: ChildProcess): Promise<void> {
  const gone = once(child, 'exit')
  child.kill('SIGKILL')
  await gone
}

test('a killed worker fires nothing, and the next fires everything once', async () => {
  const at = await beginDay(daysAgo(3))
  const people = await membersWithAlerts(3, [10_500])
  // Members are notified in the order of their ids: blocked at the last one, the worker has already written the others.
  const last = people
    .map(({ memberId }) => memberId)
    .toSorted()
    .at(-1)!
  const owner = new pg.Client({ connectionString: api.database.ownerUrl })
  await owner.connect()
  await owner.query('BEGIN')
  await owner.query(`SELECT pg_advisory_xact_lock(hashtextextended('member events ' || $1, 0))`, [last])
  const child = startWorkerProcess()
  await tape.commit(at + 1_000, [trade(symbol, 10_500, 1_000)])
  const stuck = `SELECT 1 FROM pg_stat_activity WHERE datname = current_database()
    AND application_name = 'fairlot-worker' AND wait_event_type = 'Lock' AND wait_event = 'advisory'`
  await until('the worker to be held up', async () => (await tape.sql.query(stuck)).length > 0)
  await kill(child)
  await owner.query('ROLLBACK')
  await until('its connections to be gone', async () => {
    const left = await tape.sql.query(
      `SELECT 1 FROM pg_stat_activity WHERE datname = current_database() AND application_name = 'fairlot-worker'`,
    )
    return left.length === 0
  })
  await owner.end()
  expect(await firings()).toBe(0)
  const [none] = await api.db.query<{ count: bigint }>('SELECT count(*) FROM app.member_events')
  expect(none!.count).toBe(0n)

  const workers = await Promise.all([api.startWorker(), api.startWorker()])
  await until('all firings', async () => (await firings()) >= 3)
  await Promise.all(workers.map((worker) => worker.stop()))
  expect(await firings()).toBe(3)
  // A worker that runs for long writes other events too.
  const fired = await api.db.query<{ memberId: string }>(
    `SELECT member_id AS "memberId" FROM app.member_events WHERE kind = 'alert.fired'`,
  )
  expect(fired.map(({ memberId }) => memberId).toSorted()).toEqual(
    people.map(({ memberId }) => memberId).toSorted(),
  )
  await api.db.query('DELETE FROM app.price_alerts')
})

// Many kills: only `npm run prove` runs it.
test.runIf(process.env['FAIRLOT_PROVE'] === '1')(
  'every alert fires once while workers are killed repeatedly',
  async () => {
    const at = await beginDay(daysAgo(2))
    const people = await membersWithAlerts(members, thresholds)
    let stopped = false
    const killing = (async () => {
      let kills = 0
      for (let turn = 0; !stopped; turn += 1) {
        const two = [startWorkerProcess(), startWorkerProcess()]
        // Killed after it has begun to fire alerts, at a different moment each time.
        const before = await firings()
        await until('a firing', async () => stopped || (await firings()) > before)
        await pause((turn * 37) % 120)
        for (const child of two) await kill(child)
        kills += two.length
      }
      return kills
    })()
    const pricing = (async () => {
      for (const [index, threshold] of thresholds.entries()) {
        const before = await firings()
        expect(before).toBe(index * members)
        await tape.commit(at + (index + 1) * 1_000, [
          trade(symbol, threshold - 50, 1_000),
          trade(symbol, threshold, 1_000),
          trade(symbol, threshold, 2_000),
        ])
        await until('the firings of this price', async () => (await firings()) >= before + members)
      }
    })().finally(() => {
      stopped = true
    })
    const [kills] = await Promise.all([killing, pricing])
    expect(kills).toBeGreaterThanOrEqual(4)

    const rows = await api.db.query<{ memberId: string; prices: number[] }>(
      // The workers also deliver the notices of the alerts, between these.
      `SELECT member_id AS "memberId", array_agg((data ->> 'price')::integer ORDER BY number) AS prices
     FROM app.member_events WHERE member_id = ANY($1) AND kind = 'alert.fired' GROUP BY member_id`,
      [people.map(({ memberId }) => memberId)],
    )
    expect(rows).toHaveLength(members)
    for (const { prices } of rows) expect(prices).toEqual(thresholds)
    const gaps = await api.db.query(
      `SELECT FROM app.member_events WHERE member_id = ANY($1) GROUP BY member_id HAVING max(number) <> count(*)`,
      [people.map(({ memberId }) => memberId)],
    )
    expect(gaps).toEqual([])
    expect(await firings()).toBe(members * thresholds.length)
    const [left] = await api.db.query<{ count: bigint }>(
      `SELECT count(*) FROM app.price_alerts WHERE state <> 'done'`,
    )
    expect(left!.count).toBe(0n)
  },
  300_000,
)
