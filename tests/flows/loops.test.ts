// The loops of the worker: one worker runs a round at a time, and a loop without work runs none.

import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { until } from '@fairlot/testkit/until'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../apps/server/src/platform/clock.ts'
import { type Loop, startLoops } from '../../apps/server/src/platform/loops.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { captureLog } from './support/captured-log.ts'
import { openDb } from './support/open-db.ts'

let database: TestDatabase
let owner: Sql

beforeAll(async () => {
  database = await openTestDatabase()
  owner = openSql(database.ownerUrl)
})

afterAll(async () => {
  await owner.close()
})

describe('loops', () => {
  test('run in one worker at a time and continue after a failure', async () => {
    const { log, lines } = captureLog()
    const metrics = makeMetrics('test')
    const db = openDb({ url: database.workerUrl, poolSize: 6, applicationName: 'test' })
    let running = 0
    let max = 0
    let runs = 0
    const loop = {
      name: 'counting',
      everyMs: 1,
      async run() {
        max = Math.max(max, ++running)
        await db.query('SELECT pg_sleep(0.002)')
        running--
        runs++
        if (runs === 3) throw new Error('made to fail')
        return 1
      },
    }
    const workers = [
      startLoops(db, [loop], log, metrics, { clock: systemClock }),
      startLoops(db, [loop], log, metrics, { clock: systemClock }),
    ]
    await until('runs', () => runs >= 8)
    await Promise.all(workers.map((worker) => worker.stop()))
    const after = runs
    expect(max).toBe(1)
    expect(await metrics.registry.metrics()).toMatch(
      /fairlot_loop_failures_total\{loop="counting",role="test"\} 1/,
    )
    expect(lines.join()).toContain('loop failed')
    expect(lines.join()).toContain('loop is working again')
    await db.query('SELECT 1')
    expect(runs).toBe(after)
    await db.close()
  })

  test('that all start at once find a free database connection', async () => {
    const { log, lines } = captureLog()
    const db = openDb({ url: database.workerUrl, poolSize: 20, applicationName: 'test' })
    const done = new Set<string>()
    const loops = Array.from({ length: 40 }, (_, index) => ({
      name: `crowd-${index}`,
      everyMs: 60_000,
      async run() {
        await db.query('SELECT 1')
        done.add(`crowd-${index}`)
        return 1
      },
    }))
    const running = startLoops(db, loops, log, makeMetrics('test'), { clock: systemClock })
    await until('all loops', () => done.size === loops.length)
    await running.stop()
    expect(lines.join()).not.toContain('loop failed')
    await db.close()
  })

  /** Counts the rounds of loops that do nothing else. */
  function startCounting(loops: readonly Omit<Loop, 'run' | 'everyMs'>[], restMs: number) {
    const { log } = captureLog()
    const db = openDb({ url: database.workerUrl, poolSize: 6, applicationName: 'test' })
    const rounds = new Map<string, number>(loops.map(({ name }) => [name, 0]))
    const running = startLoops(
      db,
      loops.map((loop) => ({
        ...loop,
        everyMs: 5,
        async run() {
          rounds.set(loop.name, rounds.get(loop.name)! + 1)
          return 1
        },
      })),
      log,
      makeMetrics('test'),
      { clock: systemClock, checkMs: 5, restMs },
    )
    return {
      of: (name: string): number => rounds.get(name)!,
      async stop() {
        await running.stop()
        await db.close()
      },
    }
  }
  const never = 600_000
  const halt = `INSERT INTO practice.halt_requests (symbol, until) VALUES ('2330', now()) RETURNING id`
  const halted = 'EXISTS (SELECT FROM practice.halt_requests)'

  test('without work run no round after the first', async () => {
    const rounds = startCounting(
      [
        { name: 'quiet', work: { exists: 'false' } },
        { name: 'same', work: { changes: '7' } },
        { name: 'busy', work: { exists: 'true' } },
      ],
      never,
    )
    await until('the busy loop', () => rounds.of('busy') >= 30)
    expect(rounds.of('quiet')).toBe(1)
    // The first round knows no value yet, so the first value counts as new.
    expect(rounds.of('same')).toBeLessThanOrEqual(2)
    await rounds.stop()
  })

  test('run a round as soon as work is committed', async () => {
    const rounds = startCounting(
      [
        { name: 'halts', work: { exists: halted } },
        { name: 'counts', work: { changes: '(SELECT count(*) FROM practice.halt_requests)::text' } },
        { name: 'busy', work: { exists: 'true' } },
      ],
      never,
    )
    await until('the busy loop', () => rounds.of('busy') >= 10)
    const counted = rounds.of('counts')
    expect(rounds.of('halts')).toBe(1)
    await owner.query(halt)
    await until('a round per loop', () => rounds.of('halts') >= 3 && rounds.of('counts') > counted)
    await owner.query('DELETE FROM practice.halt_requests')
    await rounds.stop()
  })

  test('whose condition misses work are late by the slow poll only', async () => {
    const rounds = startCounting([{ name: 'blind', work: { exists: 'false' } }], 20)
    await until('rounds without a signal', () => rounds.of('blind') >= 5)
    await rounds.stop()
    expect(rounds.of('blind')).toBeGreaterThanOrEqual(5)
  })

  test('run as before when they cannot be asked for work', async () => {
    const rounds = startCounting(
      [
        { name: 'broken', work: { exists: '1 / 0 = 1' } },
        { name: 'quiet', work: { exists: 'false' } },
      ],
      never,
    )
    await until('rounds of both', () => rounds.of('broken') >= 5 && rounds.of('quiet') >= 5)
    await rounds.stop()
    expect(rounds.of('quiet')).toBeGreaterThanOrEqual(5)
  })

  test('run again after a round that failed', async () => {
    const { log } = captureLog()
    const db = openDb({ url: database.workerUrl, poolSize: 6, applicationName: 'test' })
    let runs = 0
    const loop: Loop = {
      name: 'failing',
      everyMs: 5,
      work: { exists: 'false' },
      async run() {
        runs += 1
        if (runs < 4) throw new Error('made to fail')
        return 1
      },
    }
    const running = startLoops(db, [loop], log, makeMetrics('test'), {
      clock: systemClock,
      checkMs: 5,
      restMs: never,
    })
    await until('the round that succeeds', () => runs === 4)
    await running.stop()
    expect(runs).toBe(4)
    await db.close()
  })

  test('take over a change that another worker died with', async () => {
    const { log } = captureLog()
    const db = openDb({ url: database.workerUrl, poolSize: 12, applicationName: 'test' })
    const { promise: death, reject: die } = Promise.withResolvers<number>()
    let holders = 0
    let did = 0
    const loopOf = (run: () => Promise<number>): Loop => ({
      name: 'shared',
      everyMs: 5,
      work: { changes: '7' },
      run,
    })
    const options = { clock: systemClock, checkMs: 5, restMs: never }
    const first = startLoops(db, [loopOf(() => (holders++, death))], log, makeMetrics('test'), options)
    await until('the first worker holds the lock', () => holders === 1)
    const metrics = makeMetrics('test')
    const second = startLoops(db, [loopOf(async () => (did += 1))], log, metrics, options)
    const tries = async (): Promise<number> => {
      const { values } = await metrics.loopSeconds.get()
      return values.find(({ metricName }) => metricName?.endsWith('_count'))?.value ?? 0
    }
    await until('the second worker finds it locked', async () => (await tries()) >= 5)
    expect(did).toBe(0)
    const stopped = first.stop()
    die(new Error('killed'))
    await stopped
    await until('the second worker', () => did > 0)
    await second.stop()
    await db.close()
  })
})
