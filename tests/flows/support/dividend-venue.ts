// The order harness with dividends: two operators who announce them, and the worker's steps, each run by hand.

import { ledgerBreaches } from '@fairlot/testkit/invariants'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { shardOf, subjectsOf } from '@fairlot/contract/venue'
import {
  bookDividends,
  corporateActionsConsoleHandlers,
  passExDates,
} from '../../../apps/server/src/features/corporate-actions/index.ts'
import { corporateActionsReviews } from '../../../apps/server/src/features/corporate-actions/reviews.ts'
import { reconcile } from '../../../apps/server/src/features/funds/index.ts'
import { executeReviews } from '../../../apps/server/src/features/operators/execution/execute-reviews.ts'
import { sweepDues } from '../../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { openBus } from '../../../apps/server/src/platform/bus.ts'
import { makeMetrics } from '../../../apps/server/src/platform/metrics.ts'
import type { DataOf } from '../../../packages/contract/src/routes.ts'
import { captureLog } from './captured-log.ts'
import { openDb } from './open-db.ts'
import { openOrderHarness, type OrderHarness } from './order-harness.ts'
import type { TestMember } from './start-test-api.ts'
import { openVotes } from './two-operators.ts'

type Handlers = ReturnType<typeof corporateActionsConsoleHandlers>
export type Dividend = DataOf<'/corporate-actions/ofStock'>['actions'][number]

export interface DividendVenue extends OrderHarness {
  readonly votes: Awaited<ReturnType<typeof openVotes>>
  /** The date so many days from the current trading day. */
  inDays(days: number): string
  propose(over?: object): ReturnType<Handlers['proposeDividend']>
  published(): ReturnType<Handlers['published']>
  /** The subject of a proposal. */
  subjectOf(reviewId: string): Promise<string>
  execute(): Promise<number>
  /** Announced by two operators; returns its id. The ex-date is the next trading day. */
  announce(over?: object): Promise<string>
  /** What the scheduler asks before it opens the next day of the symbol's shard. */
  passExDates(symbol: string): Promise<boolean>
  /** The close, the ex-date's preparation, its opening; booked. */
  passExDate(symbol: string, ...members: readonly TestMember[]): Promise<void>
  book(): Promise<number>
  sweep(): Promise<number>
  dividend(member: TestMember, symbol: string): Promise<Dividend>
  balance(account: string): Promise<bigint>
  /** Of the ledger, of trading, of requests, and of the reconciliation. */
  everyBreach(): Promise<unknown[]>
}

export async function openDividendVenue(symbols: readonly string[]): Promise<DividendVenue> {
  const market = await openOrderHarness({ symbols })
  const { venue } = market
  const votes = await openVotes(venue.database.ownerUrl)
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
  const made: DividendVenue = {
    ...market,
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
    async announce(over = {}) {
      const proposed = await made.propose(over)
      if (!proposed.ok) throw new Error(JSON.stringify(proposed))
      const id = await made.subjectOf(proposed.data.reviewId)
      await votes.vote(1, 'corporate-actions', id, 'approve', 'seen')
      await made.execute()
      return id
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
    async dividend(member, symbol) {
      const { actions } = await market.call(member, '/corporate-actions/ofStock', { symbol })
      return actions[0] as Dividend
    },
    async balance(account) {
      const { rows } = await votes.owner.query('SELECT ledger.balance_of($1)::text AS balance', [account])
      return BigInt(rows[0].balance as string)
    },
    async everyBreach() {
      const { broken } = await venue.db.transaction((tx) => reconcile(tx, now()))
      return [
        ...(await ledgerBreaches(venue.database)),
        ...(await venue.breaches()),
        ...(await requestBreaches(venue.database)),
        ...broken,
      ]
    },
    async stop() {
      await bus.close()
      await consoleDb.close()
      await votes.owner.end()
      await market.stop()
    },
  }
  return made
}
