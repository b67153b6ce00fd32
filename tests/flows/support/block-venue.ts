// Mentors and followers on a test venue with an api: the worker's loop of copy blocks runs when the test says so.

import { reconcile } from '../../../apps/server/src/features/funds/index.ts'
import {
  endLost,
  notifyCancelled,
  restoreProceeds,
  runBlocks,
  sellRest,
} from '../../../apps/server/src/features/copy-trading/index.ts'
import { sweepDues } from '../../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import type { Db } from '../../../apps/server/src/platform/db.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { openOrderHarness, type OrderHarness } from './order-harness.ts'
import type { TestMember } from './start-test-api.ts'
import type { VenueOptions } from './test-venue.ts'

export interface BlockMentor extends TestMember {
  readonly mentorId: string
}

export interface Follower extends TestMember {
  readonly copyId: string
}

export interface BlockVenue extends OrderHarness {
  /** A listed mentor whose account was worth this at the last day end. */
  mentor(capital?: bigint): Promise<BlockMentor>
  /** A follower whose copy is on the list of today. */
  follower(mentor: BlockMentor, body?: object): Promise<Follower>
  /** One run of the worker. */
  run(db?: Db): Promise<number>
  /** One run of the stop-losses. */
  endLost(): Promise<number>
  /** One run of the notices of cancelled blocks. */
  notify(): Promise<number>
  /** One run of the sales of ended copies. */
  sellRest(): Promise<number>
  /** What is due arrives, and proceeds go back under the holds. */
  restore(): Promise<number>
  read(follower: Follower): Promise<any>
  block(leadOrder: string): Promise<any>
  lines(leadOrder: string): Promise<readonly any[]>
  available(member: TestMember): Promise<number>
  held(member: TestMember): Promise<number>
  /** What reconciliation finds wrong. */
  broken(): Promise<readonly unknown[]>
}

export async function openBlockVenue(options: VenueOptions = {}): Promise<BlockVenue> {
  const harness = await openOrderHarness(options)
  const { venue } = harness
  const { sql } = venue
  const { bus, subjects } = venue.settlement
  let names = 0
  const own: BlockVenue = {
    ...harness,
    async mentor(capital = 100_000_000n) {
      const member = await harness.member()
      const mentorId = newId(venue.now)
      await sql.query(
        `INSERT INTO app.mentors (id, member_id, name, strategy_tw, strategy_en, is_simulated, since)
         VALUES ($1, $2, $3, 'x', 'x', true, $4)`,
        [mentorId, member.memberId, `Mentor ${(names += 1)}`, new Date(venue.now)],
      )
      await sql.query(
        `INSERT INTO app.mentor_days (mentor_id, date, level, profit, money_bp, index, time_bp, day_bp, drawdown_bp, exposure_bp, days,
           fills, capital, money, trades, follow_scale, followed_total)
         VALUES ($1, '2026-11-01', 'junior', 0, 0, 1000000, 0, 0, 0, 0, 100, 0, $2, $2, '{}', 0, 0)`,
        [mentorId, capital],
      )
      return { ...member, mentorId }
    },
    async follower({ mentorId }, body = {}) {
      const member = await harness.member()
      const copyId = newId(venue.now)
      const reply = await member.client.call(
        '/copy-trading/follow',
        {
          copyId,
          mentorId,
          amount: '5000000',
          stockShareBp: 3_000,
          stopLossBp: null,
          cap: null,
          agreed: true,
          ...body,
        },
        { key: true },
      )
      if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
      await sql.query('UPDATE app.copies SET starts_on = $2 WHERE id = $1', [copyId, harness.date()])
      return { ...member, copyId }
    },
    run: (db = venue.db) => runBlocks({ db, bus, subjects }, () => new Date(venue.now)),
    endLost: () =>
      endLost({ db: venue.db, bus, subjects, calendar: 'practice', money: 'practice' }, new Date(venue.now)),
    notify: () => notifyCancelled(venue.db, new Date(venue.now)),
    sellRest: () =>
      sellRest({ db: venue.db, bus, subjects, calendar: 'practice', money: 'practice' }, new Date(venue.now)),
    async restore() {
      await sweepDues(venue.settlement.db, 'practice', new Date(venue.now))
      return restoreProceeds(venue.db, new Date(venue.now))
    },
    async read(follower) {
      const answer = await harness.call(follower, '/copy-trading/read', { copyId: follower.copyId })
      if (!answer.copy) throw new Error(JSON.stringify(answer))
      return answer
    },
    async block(leadOrder) {
      const [row] = await sql.query<any>('SELECT * FROM app.copy_blocks WHERE lead_order = $1', [leadOrder])
      return row
    },
    lines: (leadOrder) =>
      sql.query<any>(
        `SELECT l.*, o.state, o.filled_shares AS filled, o.filled_value::text AS value FROM app.copy_block_lines l
         JOIN app.copy_blocks b ON b.id = l.block_id LEFT JOIN app.orders o ON o.id = l.order_id WHERE b.lead_order = $1 ORDER BY l.place`,
        [leadOrder],
      ),
    available: ({ memberId }) => venue.balance(`member/${memberId}/TWD/available`),
    held: ({ memberId }) => venue.balance(`member/${memberId}/TWD/held`),
    async broken() {
      const { broken } = await venue.db.transaction((tx) => reconcile(tx, new Date(venue.now)))
      return broken
    },
  }
  return own
}
