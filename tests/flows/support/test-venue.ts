// A database with securities, seats and a lending pool, a real exchange on it, and settlement that the test starts and
// stops. Orders are placed by the intake the api uses, with the test's own clock and day.

import { randomUUID } from 'node:crypto'
import { entry, houseAccounts, post, seat, stock } from '@fairlot/ledger'
import { openPreparedDatabase, type TestDatabase, testServices } from '@fairlot/testkit'
import { differenceText, readDifferences } from '@fairlot/testkit/reconciliation'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { tradingBreaches } from '@fairlot/testkit/invariants/trading'
import { until } from '@fairlot/testkit/until'
import { type RunningExchange, startExchange } from '../../../apps/exchange/src/exchange.ts'
import type { Engines } from '../../../apps/exchange/src/recover.ts'
import type { OrderDraft } from '../../../apps/server/src/features/orders/intake/draft.ts'
import { takeOrders } from '../../../apps/server/src/features/orders/intake/take.ts'
import { practiceGrantEntry } from '../../../apps/server/src/features/members/postings.ts'
import {
  makeSettlementMetrics,
  type SettlementDeps,
  startSettlement,
} from '../../../apps/server/src/features/settlement/index.ts'
import { openBus } from '../../../apps/server/src/platform/bus.ts'
import { type Db, openDb } from './open-db.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { makeMetrics } from '../../../apps/server/src/platform/metrics.ts'
import { openSessionLocks } from '../../../apps/server/src/platform/session-lock.ts'
import {
  type Command,
  memberAccount,
  type Phase,
  seatAccount,
  type Side,
  shardOf,
  type OddAuctionHours,
  shards,
  subjectsOf,
  type Validity,
} from '../../../packages/contract/src/venue/index.ts'
import {
  brokerage,
  heldFor,
  loanOf,
  type TradingTerms,
  valueAt,
} from '../../../packages/rules/src/orders/index.ts'
import { insertMember } from './insert-member.ts'
import { captureLog } from './captured-log.ts'
import { prepareVenue, reference, venueTerms } from './prepare-venue.ts'

export interface Opening {
  readonly symbol: string
  readonly direction?: 'long' | 'short'
  readonly multiple?: 100 | 200 | 250
  readonly dayTrade?: boolean
  /** Absent: a market order. */
  readonly price?: number
  readonly lots: number
  readonly validity?: Validity
  /** The open order it replaces. */
  readonly replaces?: string
}

export interface Closing {
  readonly price?: number
  readonly lots: number
  readonly validity?: Validity
  readonly origin?: 'member' | 'liquidation' | 'auto-cover'
}

export interface Settler {
  readonly log: readonly string[]
  stop(): Promise<void>
}

export interface TestVenue {
  readonly database: TestDatabase
  readonly exchange: RunningExchange
  readonly sql: Sql
  /** Connected with the worker's rights. */
  readonly db: Db
  /** The arguments of settlement's jobs. */
  readonly settlement: SettlementDeps
  seatLedgerId(code: string): Promise<string>
  /** Removes all shares of one instrument from a seat. */
  emptySeat(code: string, symbol: string): Promise<void>
  readonly terms: TradingTerms
  now: number
  member(): Promise<string>
  makeEligible(memberId: string): Promise<void>
  open(memberId: string, opening: Opening): Promise<string>
  /** Places many orders in one call, as the api does under load; limit orders paid from available cash. */
  openMany(openings: readonly (Opening & { readonly memberId: string })[]): Promise<string[]>
  /** What `open` would place, for a process of its own. */
  draft(memberId: string, opening: Opening): Promise<OrderDraft>
  close(positionId: string, closing: Closing): Promise<string>
  cancel(orderId: string): Promise<void>
  /** A seat's order, straight to the venue. */
  seat(code: string, symbol: string, side: Side, price: number, lots: number): Promise<void>
  submit(shard: number, command: Command): Promise<void>
  /** With `closed`: the hours of the odd-lot auction that follows. */
  phase(date: string, phase: Phase, oddAuction?: OddAuctionHours): Promise<void>
  /** Moves the day from opening call to continuous trading. */
  begin(date: string): Promise<void>
  /** Closing call, close, and the next day to continuous trading. */
  roll(from: string, to: string): Promise<void>
  startSettler(natsUrl?: string): Settler
  /** Waits until the exchange has applied all commands and settlement all events. */
  settled(): Promise<void>
  matched(): Promise<void>
  order(id: string): Promise<any>
  position(id: string): Promise<any>
  balance(account: string): Promise<number>
  /** Of trading and of reconciliation. */
  breaches(): Promise<readonly { readonly invariant: string; readonly what: string }[]>
  stop(): Promise<void>
}

export interface VenueOptions {
  readonly symbols?: readonly string[]
  /** Where to create it; by default a database of this test run. */
  readonly on?: { readonly database: TestDatabase; readonly natsUrl: string }
  /** The clock of the exchange and of everything else; by default it stands still. */
  readonly clock?: () => number
  readonly startAt?: string
  /** The api's caches expire only when `untilIdle` is called, so that every machine sees the same cached values. */
  readonly holdCaches?: boolean
  readonly engines?: Engines
  readonly gatherMs?: number
}

/** Orders here are within every limit of their owner. */
const unlimited = {
  line: 10_000_000_000_000,
  quota: 10_000_000_000_000,
  quotaTimes: 1_000,
  equityShare: null,
  riskLimited: false,
  orderRateLimit: 1_000,
}

export async function openTestVenue(options: VenueOptions = {}): Promise<TestVenue> {
  const listed = options.symbols ?? ['2330', '2317']
  const startAt = options.startAt ?? '2026-11-15T21:00:00Z'
  const prepare = (database: TestDatabase) => prepareVenue(database, listed, new Date(startAt))
  const database =
    options.on?.database ?? (await openPreparedDatabase(JSON.stringify(['venue', listed, startAt]), prepare))
  if (options.on) await prepare(database)
  const natsUrl = options.on?.natsUrl ?? testServices().natsUrl
  const sql = openSql(database.ownerUrl, { connections: 2 })
  const open = (url: string, poolSize: number): Db => openDb({ url, poolSize, applicationName: 'venue' })
  const db = open(database.workerUrl, 4)
  const settlementDb = open(database.settlementUrl, 4)
  const closing = [database, sql, db, settlementDb].map((opened) => (): Promise<unknown> => opened.close())
  let now = new Date(startAt).getTime()
  let date = ''
  const subjects = subjectsOf(database.name)
  const { terms, hash } = venueTerms()
  const api = open(database.apiUrl, 2)
  const practice = open(database.practiceUrl, 1)
  for (const opened of [api, practice]) closing.push(() => opened.close())
  const exchange = await startExchange({
    databaseUrl: database.exchangeUrl,
    natsUrl,
    namespace: database.name,
    shards,
    mode: 'test',
    logLevel: 'silent',
    now: options.clock ?? (() => now),
    ...(options.engines && { engines: options.engines }),
  })
  closing.push(() => exchange.stop())
  await until('the exchange', () => exchange.isReady())
  const settlers: Settler[] = []
  const clock = { now: () => new Date(options.clock?.() ?? now) }
  const venueBus = openBus(natsUrl, 'venue', captureLog('venue').log, makeMetrics('worker'))
  closing.push(() => venueBus.close())
  const limitsOf = async (symbol: string): Promise<{ upper: number; lower: number }> => {
    const [row] = await sql.query<{ upper: number; lower: number }>(
      `SELECT (body::json ->> 'upper')::int AS upper, (body::json ->> 'lower')::int AS lower FROM exchange.events
       WHERE kind = 'day' AND symbol = $1 ORDER BY event DESC LIMIT 1`,
      [symbol],
    )
    return row!
  }

  const send = async (by: Pick<Db, 'query'>, shard: number, command: Command): Promise<void> => {
    await by.query('SELECT exchange.submit($1, $2)', [shard, JSON.stringify(command)])
    venueBus.publish(subjects.wakeExchange(shard), { shard })
  }
  // As the owner: tests send commands that no product role may, such as reducing an order.
  const submit = (shard: number, command: Command): Promise<void> => send(sql, shard, command)
  const matched = async (): Promise<void> => {
    await until('the queue to empty', async () => {
      const rows = await sql.query('SELECT FROM exchange.queue LIMIT 1')
      return rows.length === 0
    })
  }
  const place = async (drafts: readonly OrderDraft[]): Promise<string[]> => {
    const answers = await api.transaction((tx) =>
      takeOrders(tx, { bus: venueBus, subjects }, drafts, clock.now()),
    )
    for (const answer of answers)
      if (!answer.ok) throw new Error(`refused: ${JSON.stringify(answer.refusal)}`)
    return drafts.map(({ id }) => id)
  }
  const command = (
    id: string,
    memberId: string,
    symbol: string,
    side: Side,
    quantity: number,
    validity: Validity,
    price: number | undefined,
    replaces?: string,
  ): string =>
    JSON.stringify({
      ...(replaces === undefined
        ? { kind: 'place', order: id, side }
        : { kind: 'replace', order: replaces, newOrder: id }),
      account: memberAccount(memberId),
      symbol,
      quantity,
      validity,
      date,
      ...(price === undefined ? {} : { price }),
    })

  const draftOf = async (memberId: string, opening: Opening): Promise<OrderDraft> => {
    const {
      symbol,
      direction = 'long',
      multiple = 100,
      dayTrade = false,
      price,
      lots,
      validity = 'ROD',
      replaces,
    } = opening
    const id = newId(now)
    const quantity = lots * 1_000
    const side = direction === 'long' ? 'buy' : 'sell'
    const worstPrice = direction === 'long' && price !== undefined ? price : (await limitsOf(symbol)).upper
    const cash = heldFor(terms, { direction, multiple, worstPrice, left: quantity, filled: 0n })
    const debt =
      direction === 'short'
        ? valueAt(worstPrice, quantity)
        : multiple === 100
          ? 0n
          : loanOf(multiple, valueAt(worstPrice, quantity))
    return {
      id,
      memberId,
      symbol,
      kind: 'stock',
      side,
      purpose: 'open',
      positionId: id,
      direction,
      multiple,
      dayTrade,
      price: price ?? null,
      quantity,
      validity,
      worstPrice,
      date,
      origin: 'member',
      terms: hash.toString('hex'),
      shard: shardOf(symbol),
      command: command(id, memberId, symbol, side, quantity, validity, price, replaces),
      replaces: replaces ?? null,
      cash,
      debt,
      deviceKey: null,
      signature: null,
      ...unlimited,
    }
  }

  const venue: TestVenue = {
    database,
    exchange,
    sql,
    db,
    settlement: { db: settlementDb, bus: venueBus, subjects, clock, calendar: 'practice' },
    async seatLedgerId(code) {
      const [row] = await sql.query<{ id: string }>('SELECT ledger_id AS id FROM app.seats WHERE code = $1', [
        code,
      ])
      return row!.id
    },
    async emptySeat(code, symbol) {
      const id = await venue.seatLedgerId(code)
      const has = seat(id).available(stock(symbol))
      const amount = BigInt(await venue.balance(has))
      const head = { event: 'seat-inventory', reference: symbol, key: randomUUID(), postedAt: new Date(now) }
      const posted = await post(
        sql,
        entry(head)
          .move(amount, has, houseAccounts.issue(stock(symbol)))
          .done(),
      )
      if (!posted.ok) throw new Error(posted.reason)
    },
    terms,
    get now() {
      return now
    },
    set now(value) {
      now = value
    },
    async member() {
      const memberId = newId(clock.now().getTime())
      const posted = await post(sql, practiceGrantEntry(memberId, new Date(now)))
      if (!posted.ok) throw new Error(posted.reason)
      await insertMember(sql, memberId, new Date(now))
      return memberId
    },
    async makeEligible(memberId) {
      await sql.query(
        `INSERT INTO app.day_trading_applications (id, member_id, statement, state, applied_at, decided_at)
         VALUES ($1, $2, 'risk', 'passed', now(), now())`,
        [randomUUID(), memberId],
      )
    },
    open: async (memberId, opening) => (await place([await draftOf(memberId, opening)]))[0]!,
    openMany: async (openings) =>
      place(await Promise.all(openings.map(({ memberId, ...opening }) => draftOf(memberId, opening)))),
    draft: draftOf,
    async close(positionId, { price, lots, validity = 'ROD', origin = 'member' }) {
      const position = await venue.position(positionId)
      const id = newId(now)
      const quantity = lots * 1_000
      const isLong = position.direction === 'long'
      const side = isLong ? 'sell' : 'buy'
      const limits = await limitsOf(position.symbol)
      const worstPrice = isLong ? limits.lower : (price ?? limits.upper)
      const value = valueAt(worstPrice, quantity)
      const draft: OrderDraft = {
        id,
        memberId: position.member_id,
        symbol: position.symbol,
        kind: 'stock',
        side,
        purpose: 'close',
        positionId,
        direction: position.direction,
        multiple: position.multiple,
        dayTrade: position.day_trade,
        price: price ?? null,
        quantity,
        validity,
        worstPrice,
        date,
        origin,
        terms: hash.toString('hex'),
        shard: shardOf(position.symbol),
        command: command(id, position.member_id, position.symbol, side, quantity, validity, price),
        cash: isLong ? 0n : value + brokerage(terms, value),
        debt: 0n,
        replaces: null,
        deviceKey: null,
        signature: null,
        ...unlimited,
      }
      return (await place([draft]))[0]!
    },
    async cancel(orderId) {
      const order = await venue.order(orderId)
      await submit(shardOf(order.symbol), {
        kind: 'cancel',
        order: orderId,
        account: memberAccount(order.member_id),
        symbol: order.symbol,
      })
    },
    async seat(code, symbol, side, price, lots) {
      const placed: Command = {
        kind: 'place',
        order: randomUUID(),
        account: seatAccount(code),
        symbol,
        side,
        price,
        quantity: lots * 1_000,
        validity: 'ROD',
      }
      await send(practice, shardOf(symbol), placed)
    },
    submit,
    async phase(day, phase, oddAuction) {
      if (phase === 'opening-call') date = day
      for (const shard of shards)
        await submit(shard, {
          kind: 'phase',
          date: day,
          phase,
          ...(phase === 'opening-call' ? { seed: `seed ${day}`, odd: true } : {}),
          ...(oddAuction && { oddAuction }),
        })
      await matched()
    },
    async begin(day) {
      await venue.phase(day, 'opening-call')
      await venue.phase(day, 'continuous')
    },
    async roll(from, to) {
      await venue.phase(from, 'closing-call')
      await venue.phase(from, 'closed')
      now += 86_400_000
      await venue.begin(to)
    },
    startSettler(nats = natsUrl) {
      const { log, lines } = captureLog('settler')
      const metrics = makeMetrics('worker')
      const own = openDb({ url: database.settlementUrl, poolSize: 6, applicationName: 'settler' })
      const bus = openBus(nats, 'settler', log, metrics)
      const locks = openSessionLocks(database.settlementUrl, `settler-${randomUUID()}`, log)
      const running = startSettlement(
        {
          db: own,
          bus,
          subjects,
          clock,
          calendar: 'practice',
          gatherMs: options.gatherMs ?? 0,
          log,
          metrics,
          settlementMetrics: makeSettlementMetrics(metrics.registry),
        },
        locks,
      )
      let stopped: Promise<void> | undefined
      const settler: Settler = {
        log: lines,
        stop: () =>
          (stopped ??= (async () => {
            await running.stop()
            await locks.close()
            await bus.close()
            await own.close()
          })()),
      }
      settlers.push(settler)
      return settler
    },
    matched,
    async settled() {
      await matched()
      await until('settlement to be through', async () => {
        const rows = await sql.query(
          `SELECT s.shard FROM exchange.shards s LEFT JOIN settlement.cursors c ON c.shard = s.shard
             WHERE s.event > coalesce(c.event, 0)`,
        )
        return rows.length === 0
      }).catch((error: unknown) => {
        throw new Error(`${String(error)}\n${settlers.flatMap(({ log }) => log).join('\n')}`)
      })
    },
    order: async (id) => (await sql.query<any>('SELECT * FROM app.orders WHERE id = $1', [id]))[0],
    position: async (id) =>
      (
        await sql.query<any>(
          `SELECT *, sellable_on::text AS sellable_on, settles_on::text AS settles_on FROM app.positions WHERE id = $1`,
          [id],
        )
      )[0],
    async balance(account) {
      const [row] = await sql.query<{ amount: string }>('SELECT ledger.balance_of($1)::text AS amount', [
        account,
      ])
      return Number(row!.amount)
    },
    async breaches() {
      const differences = (await readDifferences(sql)).map((each) => ({
        invariant: `reconciliation ${each.code}`,
        what: differenceText(each),
      }))
      return [...(await tradingBreaches(database)), ...differences]
    },
    async stop() {
      for (const settler of settlers) await settler.stop()
      for (const end of closing.toReversed()) await end()
    },
  }

  const byShard = Map.groupBy(listed, shardOf)
  for (const shard of shards)
    await submit(shard, {
      kind: 'list',
      instruments: (byShard.get(shard) ?? []).map((symbol) => ({
        symbol,
        instrument: 'stock',
        reference,
        limited: true,
      })),
    })
  return venue
}
