import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { ledgerBreaches } from '@fairlot/testkit/invariants'
import { portIsFree } from '@fairlot/testkit/services/process'
import { until as untilTrue } from '@fairlot/testkit/until'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { memberPassword, members } from '../apps/practice/src/first-day/members.ts'
import { due } from '../apps/practice/src/first-day/play.ts'
import { openProgress } from '../apps/practice/src/first-day/progress.ts'
import { type ApiClient, openApiClient } from '../apps/practice/src/mentors/client.ts'
import { strategies } from '../apps/practice/src/mentors/strategies.ts'
import { portsFrom } from './stack/layout.ts'
import { readLock, type LockContent } from './stack/lock.ts'
import { isAlive, type ProcessMark } from './stack/processes.ts'

const root = resolve(import.meta.dirname, '..')
const names = [
  'api',
  'beacon',
  'console',
  'console-app',
  'exchange-0',
  'exchange-1',
  'exchange-2',
  'exchange-3',
  'live',
  'nats',
  'postgres',
  'practice',
  'practice-approve',
  'practice-mentors',
  'practice-propose',
  'quotes',
  'redis',
  'settlement',
  'worker',
]
/** A normal run starts empty and kills one process. FAIRLOT_PROVE=1 plays the first day, kills every process, and the start itself. */
const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const victims = isWhole ? names : ['postgres']
let devFolder: string
let portBase: number

beforeAll(async () => {
  devFolder = mkdtempSync(join(tmpdir(), 'fairlot-start-'))
  for (portBase = 21_000; ; portBase += 100) {
    const free = await Promise.all(Object.values(portsFrom(portBase)).map(portIsFree))
    if (free.every(Boolean)) break
  }
})

// A failed test must not leave its processes to the next one.
afterEach(async () => {
  for (const { process, exited } of starts.splice(0)) {
    if (process.exitCode !== null || process.signalCode !== null) continue
    process.kill('SIGTERM')
    await exited
  }
})

afterAll(() => rmSync(devFolder, { recursive: true, force: true }))

interface Start {
  readonly process: ChildProcess
  readonly exited: Promise<unknown>
  output(): string
}

const starts: Start[] = []

function npmStart(...args: string[]): Start {
  let output = ''
  const child = spawn(process.execPath, [join(root, 'scripts/run.mjs'), 'start', ...args], {
    cwd: root,
    env: { ...process.env, FAIRLOT_DEV_DIR: devFolder, FAIRLOT_PORT_BASE: String(portBase) },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (data: Buffer) => (output += data.toString()))
  const start = { process: child, exited: once(child, 'exit'), output: () => output }
  starts.push(start)
  return start
}

const until = (
  what: string,
  condition: () => boolean | Promise<boolean>,
  output: () => string,
): Promise<true> =>
  untilTrue(what, condition, 300_000).catch((error: unknown) => {
    throw new Error(`${String(error)}\n${output().slice(-2_000)}`)
  })

const running = (start: Start) =>
  until(
    'it runs',
    () => start.output().includes('Fairlot is running') || start.process.exitCode !== null,
    start.output,
  )

const played = (start: Start): boolean =>
  /the first day was (not )?played/.test(start.output()) || start.process.exitCode !== null

/** The program of the first day beside the running stack, to its end. */
async function playAgain(): Promise<void> {
  const origin = `http://localhost:${portBase}`
  const child = spawn(process.execPath, [join(root, 'apps/practice/src/main.ts'), 'first-day'], {
    env: {
      ...process.env,
      FAIRLOT_MODE: 'development',
      PUBLIC_ORIGIN: origin,
      CONSOLE_ORIGIN: `http://localhost:${portsFrom(portBase).console}`,
      FIRST_DAY_FOLDER: join(devFolder, 'first-day'),
    },
  })
  const [code] = await once(child, 'exit')
  expect(code).toBe(0)
}

const lock = () => readLock(join(devFolder, 'start.lock'))
const child = (name: string): ProcessMark | undefined => lock()?.children.find((each) => each.name === name)

async function isReady(): Promise<boolean> {
  try {
    return (
      await fetch(`http://127.0.0.1:${portsFrom(portBase).apiMetrics}/readyz`, {
        signal: AbortSignal.timeout(2_000),
      })
    ).ok
  } catch {
    return false
  }
}

async function ask<Row>(sql: string): Promise<Row> {
  const client = new pg.Client({
    connectionString: `postgres://fairlot_owner@127.0.0.1:${portBase + 32}/fairlot`,
  })
  await client.connect()
  try {
    const { rows } = await client.query(sql)
    return rows[0]
  } finally {
    await client.end()
  }
}

/** The data of the first start, in two numbers. The seats keep trading meanwhile, so their entries are not counted. */
const dataKept = (): Promise<unknown> =>
  ask(
    `SELECT (SELECT count(*) FROM app.members) AS members, (SELECT count(*) FROM ledger.entries
      WHERE event IN ('practice-grant', 'seat-cash', 'seat-inventory', 'lending-pool')) AS entries`,
  )

const countMentors = async (): Promise<number> =>
  (await ask<{ count: number }>('SELECT count(*)::integer AS count FROM app.mentors')).count

/** What the members of the first day have, as each of them and the public lists see it, in one row of figures. */
async function firstDayFigures(): Promise<Readonly<Record<string, number>>> {
  const origin = `http://localhost:${portBase}`
  const clients: ApiClient[] = []
  for (const { account } of members) {
    const client = openApiClient(origin, origin)
    await client.enter({ account, password: memberPassword })
    clients.push(client)
  }
  const read: ApiClient['call'] = async (path, body) => {
    const answer = await clients[0]!.call(path, body)
    if (!answer.ok) throw new Error(`${path}: ${answer.msg}`)
    return answer
  }
  const sum = async (count: (client: ApiClient) => Promise<number>): Promise<number> => {
    let total = 0
    for (const client of clients) total += await count(client)
    return total
  }
  const identities = async (state: string) =>
    sum(async (client) => {
      const answer = await client.call('/identity/status', {})
      return answer.ok && answer.data.state === state ? 1 : 0
    })
  const announced = async (...symbols: readonly string[]): Promise<number> => {
    let count = 0
    for (const symbol of symbols)
      count += ok(await read('/corporate-actions/ofStock', { symbol })).actions.length
    return count
  }
  const ok = <Data>(answer: { readonly ok: boolean; readonly data?: Data }): Data => answer.data!
  return {
    verified: await identities('verified'),
    underReview: await identities('under-review'),
    // A savings plan buys on its days of the month: only what the members sent themselves.
    orders: await sum(async (client) => {
      const open = ok(await client.call('/orders/listOrders', { which: 'open' })).orders
      const ended = ok(await client.call('/orders/listOrders', { which: 'ended' })).orders
      return [...open, ...ended].filter(({ origin }) => origin === 'member').length
    }),
    plans: await sum(async (client) => ok(await client.call('/savings-plans/list', {})).plans.length),
    exchanges: await sum(
      async (client) =>
        ok(await client.call('/currency-exchange/records', {})).quotes.filter(
          ({ state }) => state === 'dealt',
        ).length,
    ),
    matters: await sum(async (client) => ok(await client.call('/support/list', {})).threads.length),
    blocks: await sum(
      async (client) => ok(await client.call('/block-trades/applications', {})).applications.length,
    ),
    bids: ok(await read('/auctions/list', { view: 'open' })).auctions.reduce((n, { bids }) => n + bids, 0),
    placements: ok(await read('/placements/offers', { view: 'open' })).placements.reduce(
      (n, { applications }) => n + applications,
      0,
    ),
    dividends: await announced('2886', '2409', '2317'),
    subscriptions: ok(await read('/new-shares/offers', { view: 'open' })).offers.reduce(
      (n, { applications }) => n + applications,
      0,
    ),
  }
}

const waitingReviews = async (): Promise<readonly string[]> =>
  (
    await ask<{ kinds: string[] }>(
      `SELECT coalesce(array_agg(DISTINCT kind ORDER BY kind), '{}') AS kinds FROM app.reviews WHERE state IN ('waiting', 'second')`,
    )
  ).kinds

/** Block trading pauses between two practice days, 04:55 to 05:05 in Taipei. A first day played then has no block yet. */
const isNearBlockPause = (): boolean => {
  const minute = (Math.floor(Date.now() / 60_000) + 8 * 60) % (24 * 60)
  return minute >= 4 * 60 + 40 && minute < 5 * 60 + 15
}

/** A dozen members with histories, requests that wait, sound books; and played again it adds nothing. */
async function expectFirstDay(start: Start): Promise<void> {
  await until('the first day is played', () => played(start), start.output)
  const progress = join(devFolder, 'first-day/progress.json')
  const hasBlocks = !isNearBlockPause()
  const missing = due(openProgress(progress)).filter((call) => hasBlocks || !/ block( listing)?$/.test(call))
  expect(missing, start.output().slice(-3_000)).toEqual([])
  const figures = await firstDayFigures()
  expect(figures).toMatchObject({
    verified: 8,
    underReview: 2,
    orders: 14,
    plans: 2,
    exchanges: 3,
    matters: 3,
    ...(hasBlocks ? { blocks: 1 } : {}),
    bids: 2,
    placements: 3,
    subscriptions: 3,
    dividends: 3,
  })
  expect(await waitingReviews()).toEqual(
    expect.arrayContaining([
      'bank-account',
      ...(hasBlocks ? ['block-trade'] : []),
      'coupon-grant',
      'credit-increase',
      'identity',
    ]),
  )
  expect(
    await ledgerBreaches({ readerUrl: `postgres://fairlot_owner@127.0.0.1:${portBase + 32}/fairlot` }),
  ).toEqual([])
  // Played again, as a second start does: nothing is added.
  const calls = Object.keys(JSON.parse(readFileSync(progress, 'utf8'))).toSorted()
  await playAgain()
  expect(await firstDayFigures()).toEqual(figures)
  expect(Object.keys(JSON.parse(readFileSync(progress, 'utf8'))).toSorted()).toEqual(calls)
}

async function nothingLeft(content: LockContent): Promise<void> {
  expect(content.children.filter(isAlive)).toEqual([])
  const ports = Object.values(portsFrom(portBase))
  const free = await Promise.all(ports.map(portIsFree))
  expect(ports.filter((_, index) => !free[index])).toEqual([])
  expect(existsSync(join(devFolder, 'start.lock'))).toBe(false)
}

test('npm start restarts every killed process and leaves nothing behind', { timeout: 900_000 }, async () => {
  const first = isWhole ? npmStart() : npmStart('--empty')
  await running(first)
  expect(first.output()).toContain(`http://localhost:${portBase}`)
  expect(first.output(), 'the demo accounts').toMatch(/account \d{10}/)
  expect(
    lock()
      ?.children.map(({ name }) => name)
      .sort(),
  ).toEqual(names)
  // The simulated mentors register through the api once it answers.
  await until(
    'the simulated mentors are listed',
    async () => (await countMentors()) === strategies.length,
    first.output,
  )
  if (isWhole) await expectFirstDay(first)
  const before = await dataKept()
  expect(before).toMatchObject({
    members: expect.stringMatching(/^[1-9]/),
    entries: expect.stringMatching(/^[1-9]/),
  })

  const second = npmStart()
  await second.exited
  expect(second.process.exitCode).toBe(1)
  expect(second.output()).toContain(
    `already running: http://localhost:${portBase} (process ${first.process.pid}`,
  )

  for (const name of victims) {
    // A process that depends on the last victim can itself be restarting.
    await until(`${name} runs`, () => child(name) !== undefined, first.output)
    const killed = child(name)!
    process.kill(killed.pid, 'SIGKILL')
    await until(
      `${name} is back`,
      () => {
        const now = child(name)
        return now !== undefined && now.pid !== killed.pid && isAlive(now)
      },
      first.output,
    )
    await until(`the api is ready after ${name}`, isReady, first.output)
    expect(await dataKept(), `after kill -9 of ${name}`).toEqual(before)
  }

  const content = lock()!
  first.process.kill('SIGTERM')
  await first.exited
  expect(first.process.exitCode).toBe(0)
  await nothingLeft(content)
})

test.runIf(isWhole)('the next start cleans up after a killed one', async () => {
  const first = npmStart('--no-build')
  await running(first)
  const before = await dataKept()
  const left = lock()!
  first.process.kill('SIGKILL')
  await first.exited

  const second = npmStart('--no-build')
  await running(second)
  expect(second.output()).toContain('Fairlot is running')
  expect(left.children.filter(isAlive)).toEqual([])
  expect(await dataKept()).toEqual(before)

  const content = lock()!
  second.process.kill('SIGINT')
  await second.exited
  expect(second.process.exitCode).toBe(0)
  await nothingLeft(content)
})

test('Ctrl-C during the start stops it', async () => {
  const start = npmStart('--no-build', '--empty')
  await until('the first child runs', () => (lock()?.children.length ?? 0) > 0, start.output)
  const content = lock()!
  start.process.kill('SIGINT')
  await start.exited
  expect(start.process.exitCode).toBe(0)
  await nothingLeft(content)
})
