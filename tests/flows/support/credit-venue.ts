// The margin venue with credit: two operators who decide at the venue's time, the daily interest and the watch over pledges,
// each run by hand.

import { ledgerBreaches } from '@fairlot/testkit/invariants'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { subjectsOf } from '@fairlot/contract/venue'
import { accrueCredit, watchCredit } from '../../../apps/server/src/features/credit/index.ts'
import { creditReviews } from '../../../apps/server/src/features/credit/reviews.ts'
import { executeReviews } from '../../../apps/server/src/features/operators/execution/execute-reviews.ts'
import { sweepDues } from '../../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { openBus } from '../../../apps/server/src/platform/bus.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { makeMetrics } from '../../../apps/server/src/platform/metrics.ts'
import type { DataOf } from '../../../packages/contract/src/routes.ts'
import { captureLog } from './captured-log.ts'
import { type MarginVenue, openMarginVenue } from './margin-venue.ts'
import type { TestMember } from './start-test-api.ts'
import type { Reply } from './test-client.ts'
import { openVotes } from './two-operators.ts'

export type Overview = DataOf<'/credit/overview'>

export interface CreditVenue extends MarginVenue {
  readonly votes: Awaited<ReturnType<typeof openVotes>>
  /** A member with two settled lots of 2330 at NT$100. */
  holder(lots?: number): Promise<{ readonly member: TestMember; readonly positionId: string }>
  overview(member: TestMember): Promise<Overview>
  apply(member: TestMember, body?: object): Promise<Reply>
  repay(member: TestMember, loanId: string, amount: string, repaymentId?: string): Promise<Reply>
  approve(kind: string, subject: string): Promise<void>
  reject(kind: string, subject: string, reason: string): Promise<void>
  /** A member with a loan of 100,000 for 90 days against two lots. */
  borrower(): Promise<{ readonly member: TestMember; readonly positionId: string; readonly loanId: string }>
  execute(): Promise<number>
  accrueCredit(): Promise<number>
  watch(): Promise<number>
  /** Money and shares of every date up to now arrive. */
  sweep(): Promise<number>
  /** Of the ledger, of trading, of requests, and of the reconciliation. */
  everyBreach(): Promise<unknown[]>
  /** Waits for the signed-in member through days. */
  ask(member: TestMember, path: string, body?: unknown): Promise<Reply>
}

export async function openCreditVenue(): Promise<CreditVenue> {
  const market = await openMarginVenue()
  const { venue } = market
  const votes = await openVotes(venue.database.ownerUrl)
  const { log } = captureLog('credit')
  const bus = openBus(market.api.config.natsUrl, 'credit', log, makeMetrics('worker'))
  const subjects = subjectsOf(venue.database.name)
  const deps = { db: venue.db, bus, subjects, calendar: 'practice', money: 'practice' } as const
  const now = () => new Date(venue.now)
  const execute = () =>
    executeReviews(
      {
        db: venue.db,
        log,
        kinds: creditReviews({ bus, subjects, profile: 'practice' }),
        onTrouble: () => undefined,
      },
      now,
    )
  const sweep = () => sweepDues(venue.settlement.db, 'practice', now())
  const ask = async (member: TestMember, path: string, body: unknown = {}): Promise<Reply> => {
    // Days pass in these tests, and a session does not last that long.
    await market.call(member, '/positions/account')
    return member.client.call(path, body, { key: true })
  }
  const made: CreditVenue = {
    ...market,
    votes,
    execute,
    sweep,
    ask,
    async holder(lots = 2) {
      const member = await market.member()
      await venue.seat('maker-1', '2330', 'sell', 10_000, lots)
      const positionId = await venue.open(member.memberId, { symbol: '2330', price: 10_000, lots })
      await market.untilIdle()
      for (let days = 0; days < 2; days += 1) await market.nextDay({ 2330: 10_000 })
      await sweep()
      return { member, positionId }
    },
    overview: (member) => market.call(member, '/credit/overview'),
    apply: (member, body = {}) =>
      ask(member, '/credit/apply', {
        loanId: newId(),
        amount: '10000000',
        termDays: 90,
        aprPpm: 65_000,
        symbols: ['2330'],
        ...body,
      }),
    repay: (member, loanId, amount, repaymentId = newId()) =>
      ask(member, '/credit/repay', { loanId, repaymentId, amount }),
    async approve(kind, subject) {
      await votes.vote(0, kind, subject, 'approve', '')
      await votes.vote(1, kind, subject, 'approve', '')
      await execute()
    },
    async reject(kind, subject, reason) {
      await votes.vote(0, kind, subject, 'reject', 'see the note', { reason })
      await execute()
    },
    async borrower() {
      const { member, positionId } = await made.holder()
      const reply = await made.apply(member)
      if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
      const { loanId } = reply.body.data.loan
      await made.approve('credit-loan', loanId)
      return { member, positionId, loanId }
    },
    accrueCredit: () => accrueCredit(venue.db, now()),
    watch: () => watchCredit(deps, now()),
    async everyBreach() {
      const untraced = await venue.sql.query(`SELECT * FROM recon.untraced_credit(0, 9223372036854775807)`)
      const unbooked = await venue.sql.query(`SELECT * FROM recon.unbooked_credit('-infinity')`)
      const books = await venue.sql.query(`SELECT * FROM recon.check_holdings(true) WHERE difference <> 0`)
      return [
        ...(await ledgerBreaches(venue.database)),
        ...(await venue.breaches()),
        ...(await requestBreaches(venue.database)),
        ...untraced,
        ...unbooked,
        ...books,
      ]
    },
    async stop() {
      await bus.close()
      await votes.owner.end()
      await market.stop()
    },
  }
  return made
}
