// The order harness with dividends: two operators who announce them, and the worker's steps, each run by hand.

import { ledgerBreaches } from '@fairlot/testkit/invariants'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { shardOf, subjectsOf } from '@fairlot/contract/venue'
import {
  bookDividends,
  corporateActionsConsoleHandlers,
  passExDates,
  notifyHolders,
} from '../../../apps/server/src/features/corporate-actions/index.ts'
import { corporateActionsReviews } from '../../../apps/server/src/features/corporate-actions/reviews.ts'
import { executeReviews } from '../../../apps/server/src/features/operators/execution/execute-reviews.ts'
import { flushSeatNets } from '../../../apps/server/src/features/settlement/index.ts'
import { sweepDues } from '../../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { openBus } from '../../../apps/server/src/platform/bus.ts'
import type { Db } from '../../../apps/server/src/platform/db.ts'
import { makeMetrics } from '../../../apps/server/src/platform/metrics.ts'
import type { DataOf } from '../../../packages/contract/src/routes.ts'
import { captureLog } from './captured-log.ts'
import { openDb } from './open-db.ts'
import type { MarginVenue } from './margin-venue.ts'
import { openOrderHarness, type OrderHarness } from './order-harness.ts'
import type { TestMember } from './start-test-api.ts'
import { openVotes } from './two-operators.ts'

type Handlers = ReturnType<typeof corporateActionsConsoleHandlers>
export type Dividend = DataOf<'/corporate-actions/ofStock'>['actions'][number]

type Votes = Awaited<ReturnType<typeof openVotes>>

export interface DividendActions {
  readonly votes: Votes
  /** The date so many days from the current trading day. */
  inDays(days: number): string
  propose(over?: object): ReturnType<Handlers['proposeDividend']>
  proposeSplit(over?: object): ReturnType<Handlers['proposeSplit']>
  proposeCancel(actionId: string): ReturnType<Handlers['proposeCancel']>
  published(): ReturnType<Handlers['published']>
  /** The subject of a proposal. */
  subjectOf(reviewId: string): Promise<string>
  execute(): Promise<number>
  /** Announced by two operators; returns its id. The ex-date is the next trading day. */
  announce(over?: object): Promise<string>
  announceSplit(over: object): Promise<string>
  /** Cancelled by two operators. */
  cancel(actionId: string): Promise<void>
  /** One run of the loop that notifies holders, in batches of this size. */
  notify(size?: number, db?: Db): Promise<number>
  /** The codes of the member's notices about dividends, in order. */
  noticesOf(member: TestMember): Promise<readonly string[]>
  /** What the scheduler asks before it opens the next day of the symbol's shard. */
  passExDates(symbol: string): Promise<boolean>
  /** The close, the ex-date's preparation, its opening; booked. */
  passExDate(symbol: string, ...members: readonly TestMember[]): Promise<void>
  book(): Promise<number>
  sweep(): Promise<number>
  /** Posts what seats owe each other. */
  flushSeats(): Promise<number>
  dividend(member: TestMember, symbol: string): Promise<Dividend>
  balance(account: string): Promise<bigint>
  /** Of the ledger, of trading, of requests, and of the reconciliation. */
  everyBreach(): Promise<unknown[]>
  /** Of these steps alone. */
  stop(): Promise<void>
}

export type DividendVenue = OrderHarness & DividendActions

export async function openDividendVenue(symbols: readonly string[]): Promise<DividendVenue> {
  const market = await openOrderHarness({ symbols })
  const dividends = await openDividends(market, await openVotes(market.venue.database.ownerUrl))
  return {
    ...market,
    ...dividends,
    async stop() {
      await dividends.stop()
      await dividends.votes.owner.end()
      await market.stop()
    },
  }
}

/** The steps of dividends and splits on a venue that is open. */
export async function openDividends(market: MarginVenue, votes: Votes): Promise<DividendActions> {
  const { venue } = market
  for (const { operatorId } of votes.operators)
    await votes.owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'market')`, [
      operatorId,
    ])
  const consoleDb = openDb({ url: venue.database.consoleUrl, poolSize: 2, applicationName: 'test-console' })
  const { log } = captureLog('dividends')
  const bus = openBus(market.api.config.natsUrl, 'dividends', log, makeMetrics('worker'))
  const calendar = 'practice' as const
  const deps = { db: venue.db, bus, subjects: subjectsOf(venue.database.name) }
  const handlers = corporateActionsConsoleHandlers({ db: consoleDb, calendar, money: 'practice' })
  const now = () => new Date(venue.now)
  const context = () => ({ caller: votes.operators[0], now: now(), requestId: 'test' }) as never
  const waits = new Map<string, number>()
  const approved = async (proposed: Awaited<ReturnType<DividendActions['propose']>>): Promise<string> => {
    if (!proposed.ok) throw new Error(JSON.stringify(proposed))
    const id = await made.subjectOf(proposed.data.reviewId)
    await votes.vote(1, 'corporate-actions', id, 'approve', 'seen')
    await made.execute()
    return id
  }
  const made: DividendActions = {
    votes,
    inDays: (days) => new Date(Date.parse(market.date()) + days * 86_400_000).toISOString().slice(0, 10),
    propose: (over = {}) =>
      handlers.proposeDividend(
        {
          cashMicros: 1_800_000,
          exOn: made.inDays(1),
          paysOn: made.inDays(3),
          reason: 'as the board decided',
          ...over,
        } as never,
        context(),
      ),
    proposeSplit: (over = {}) =>
      handlers.proposeSplit(
        {
          splitTo: 1,
          splitFrom: 1,
          exOn: made.inDays(1),
          paysOn: made.inDays(3),
          reason: 'as the board decided',
          ...over,
        } as never,
        context(),
      ),
    proposeCancel: (actionId) =>
      handlers.proposeCancel({ actionId, reason: 'the board took it back' }, context()),
    published: () => handlers.published({}, context()),
    async subjectOf(reviewId) {
      const { rows } = await votes.owner.query('SELECT subject FROM app.reviews WHERE id = $1', [reviewId])
      return rows[0].subject as string
    },
    execute: () =>
      executeReviews(
        { db: venue.db, log, kinds: corporateActionsReviews({ calendar }), onTrouble: () => undefined },
        now,
      ),
    announce: async (over = {}) => approved(await made.propose(over)),
    announceSplit: async (over) => approved(await made.proposeSplit(over)),
    async cancel(actionId) {
      const proposed = await made.proposeCancel(actionId)
      if (!proposed.ok) throw new Error(JSON.stringify(proposed))
      await votes.vote(1, 'dividend-cancel', actionId, 'approve', 'seen')
      await made.execute()
    },
    notify: (size, db = venue.db) => notifyHolders({ ...deps, db }, now(), size),
    async noticesOf({ memberId }) {
      const { rows } = await votes.owner.query<{ code: string }>(
        `SELECT code FROM app.notices WHERE member_id = $1 AND split_part(code, '.', 1) IN ('dividend', 'stock-dividend', 'split', 'shares') ORDER BY sent_at, id`,
        [memberId],
      )
      return rows.map(({ code }) => code)
    },
    passExDates: (symbol) =>
      passExDates(deps, waits, { shard: shardOf(symbol), date: made.inDays(1), now: now() }),
    async passExDate(symbol, ...members) {
      await market.closeDay()
      if (!(await made.passExDates(symbol))) throw new Error('the opening waits')
      await market.openCall()
      await made.book()
      await market.continuous()
      for (const member of members) await market.call(member, '/positions/account')
    },
    book: () => bookDividends(deps, now()),
    sweep: () => sweepDues(venue.settlement.db, calendar, now()),
    flushSeats: () => flushSeatNets(venue.settlement.db, now()),
    async dividend(member, symbol) {
      const { actions } = await market.call(member, '/corporate-actions/ofStock', { symbol })
      return actions[0] as Dividend
    },
    async balance(account) {
      const { rows } = await votes.owner.query('SELECT ledger.balance_of($1)::text AS balance', [account])
      return BigInt(rows[0].balance as string)
    },
    async everyBreach() {
      return [
        ...(await ledgerBreaches(venue.database)),
        ...(await venue.breaches()),
        ...(await requestBreaches(venue.database)),
      ]
    },
    async stop() {
      await bus.close()
      await consoleDb.close()
    },
  }
  return made
}
