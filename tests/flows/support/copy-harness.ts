// Copies on the real api and PostgreSQL: mentors with a planted record, followers with money, products that two operators
// publish. The worker's steps run when the test says so.

import {
  copyTradingConsoleHandlers,
  endOutlived,
} from '../../../apps/server/src/features/copy-trading/index.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { reviewDeps } from '../../../apps/server/src/roles/feature-deps.ts'
import type { DataOf } from '../../../packages/contract/src/routes.ts'
import { type FundHarness, openFundHarness } from './fund-harness.ts'
import { dayBefore, plantRecord, steadyDays, steadyTrades } from './mentor-record.ts'
import type { TestMember } from './start-test-api.ts'
import type { Reply } from './test-client.ts'

export type Copy = DataOf<'/copy-trading/read'>['copy']

export interface TestMentor extends TestMember {
  readonly mentorId: string
}

export interface CopyHarness extends FundHarness {
  /** A listed junior mentor. */
  mentor(): Promise<TestMentor>
  follow(member: TestMember, mentorId: string, body?: object): Promise<Reply>
  /** Follows and returns the copy's id; fails when it is refused. */
  followed(member: TestMember, mentorId: string, body?: object): Promise<string>
  copy(member: TestMember, copyId: string): Promise<Copy>
  propose(mentorId: string, over?: object): ReturnType<Handlers['proposeProduct']>
  /** A product that two operators published; returns its id. */
  product(mentorId: string, over?: object): Promise<string>
  listed(): ReturnType<Handlers['listed']>
  copies(state: Copy['state'], after?: string): ReturnType<Handlers['copies']>
  /** The worker ends copies whose mentor has closed or whose term is over. */
  end(): Promise<number>
  held(member: TestMember): Promise<bigint>
}
type Handlers = ReturnType<typeof copyTradingConsoleHandlers>

const day = 24 * 60 * 60_000

export async function openCopyHarness(): Promise<CopyHarness> {
  const harness = await openFundHarness()
  const { api, clock, owner, worker, operators } = harness
  await owner.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     VALUES ('2330', '台積電', 'TSMC', 'listed', 'stock', '半導體', 'Semiconductors', 100000) ON CONFLICT DO NOTHING`,
  )
  const handlers = copyTradingConsoleHandlers({ db: harness.console })
  const context = () => ({ caller: operators[0], now: clock.now(), requestId: 'test' }) as never
  let names = 0
  const copy: CopyHarness = {
    ...harness,
    async mentor() {
      const member = await harness.member()
      const until = dayBefore(clock.now().toISOString().slice(0, 10), 1)
      await owner.query('BEGIN')
      await plantRecord(owner, member.memberId, { days: steadyDays(until, 95), trades: steadyTrades(22) })
      await owner.query('COMMIT')
      const applicationId = newId()
      const strategy = { tw: '只買大型股，分三批進場，跌破月線就全部賣出，不用融資。', en: '' }
      const applied = await member.client.call(
        '/mentors/apply',
        { applicationId, name: `導師${(names += 1)}`, strategy, agreed: true },
        { key: true },
      )
      if (applied.http !== 200) throw new Error(JSON.stringify(applied.body))
      await harness.approve('mentor', applicationId)
      const { rows } = await owner.query('SELECT id FROM app.mentors WHERE member_id = $1', [member.memberId])
      return { ...member, mentorId: rows[0].id as string }
    },
    follow: (member, mentorId, body = {}) =>
      member.client.call(
        '/copy-trading/follow',
        {
          copyId: newId(),
          mentorId,
          amount: '5000000',
          stockShareBp: 3_000,
          stopLossBp: 1_000,
          cap: null,
          agreed: true,
          ...body,
        },
        { key: true },
      ),
    async followed(member, mentorId, body) {
      const reply = await copy.follow(member, mentorId, body)
      if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
      return reply.body.data.copy.copyId
    },
    async copy(member, copyId) {
      const reply = await member.client.call('/copy-trading/read', { copyId })
      if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
      return reply.body.data.copy
    },
    propose: (mentorId, over = {}) =>
      handlers.proposeProduct(
        {
          mentorId,
          name: { tw: '穩進 60 天', en: 'Steady 60 days' },
          minFollow: '2000000',
          maxTotal: '6000000',
          termDays: 60,
          deadline: new Date(clock.now().getTime() + 5 * day).toISOString(),
          why: 'the mentor asks for it',
          ...over,
        },
        context(),
      ),
    async product(mentorId, over) {
      const proposed = await copy.propose(mentorId, over)
      if (!proposed.ok) throw new Error(JSON.stringify(proposed))
      const { rows } = await owner.query('SELECT subject FROM app.reviews WHERE id = $1', [
        proposed.data.reviewId,
      ])
      const subject = rows[0].subject as string
      await harness.vote(operators[1], 'copy-product', subject, 'approve')
      await harness.execute()
      return subject
    },
    listed: () => handlers.listed({}, context()),
    copies: (state, after) => handlers.copies({ state, after }, context()),
    end: () =>
      endOutlived(
        { ...reviewDeps({ config: api.config, bus: api.api.runtime.bus }), db: worker },
        clock.now(),
      ),
    async held({ memberId }) {
      const { rows } = await owner.query(
        `SELECT coalesce(sum(b.balance), 0)::text AS held FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
         WHERE a.code = 'member/' || $1 || '/TWD/held'`,
        [memberId],
      )
      return BigInt(rows[0].held as string)
    },
  }
  return copy
}
