// Placements on the real api and PostgreSQL: a seat with shares, offers that two operators publish, a draw with a beacon
// whose key the test has. The worker's steps run when the test says so.

import { seedSeats } from '../../../apps/server/src/features/members/index.ts'
import {
  advancePlacements,
  placementsConsoleHandlers,
} from '../../../apps/server/src/features/placements/index.ts'
import { sweepDues } from '../../../apps/server/src/features/settlement/jobs/sweep-dues.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { reviewDeps } from '../../../apps/server/src/roles/feature-deps.ts'
import type { DataOf } from '../../../packages/contract/src/routes.ts'
import { fundPassword } from './fund-harness.ts'
import { openDb } from './open-db.ts'
import { type OfferHarness, openOfferHarness } from './offer-harness.ts'
import { seedMarket } from './seed-market.ts'
import type { TestMember } from './start-test-api.ts'
import type { Reply } from './test-client.ts'

const minute = 60_000
const day = 24 * 60 * minute

export interface TestPlacement {
  readonly placementId: string
  readonly closesAt: Date
  readonly drawsAt: Date
}

export interface PlacementHarness extends Omit<
  OfferHarness,
  'advance' | 'propose' | 'terms' | 'apply' | 'draw' | 'read'
> {
  readonly symbol: string
  readonly etf: string
  readonly seat: string
  advance(): Promise<number>
  terms(over?: object): Record<string, unknown>
  propose(over?: object): ReturnType<ReturnType<typeof placementsConsoleHandlers>['proposePlacement']>
  published(): ReturnType<ReturnType<typeof placementsConsoleHandlers>['published']>
  /** Published by two operators and open. */
  place(over?: object): Promise<TestPlacement>
  apply(member: TestMember, placementId: string, lots: number, body?: object): Promise<Reply>
  /** Applies and returns the id; fails when it is refused. */
  applied(member: TestMember, placementId: string, lots: number): Promise<string>
  close(placement: TestPlacement): Promise<void>
  draw(placement: TestPlacement): Promise<void>
  read(member: TestMember, placementId: string): Promise<DataOf<'/placements/offer'>>
  balance(account: string): Promise<bigint>
  /** The settlement of every date up to the clock's. */
  sweep(): Promise<number>
}

export async function openPlacementHarness(): Promise<PlacementHarness> {
  const harness = await openOfferHarness()
  const { api, clock, owner, worker, operators } = harness
  const [symbol, etf] = ['2330', '0050']
  await seedMarket(api.db)
  await owner.query('DELETE FROM app.instruments WHERE symbol <> ALL ($1::text[])', [[symbol, etf]])
  const asOwner = openDb({ url: api.database.ownerUrl, poolSize: 2, applicationName: 'test-owner' })
  await seedSeats(asOwner, clock.now())
  const settlement = openDb({
    url: api.database.settlementUrl,
    poolSize: 2,
    applicationName: 'test-settlement',
  })
  const { rows } = await owner.query(`SELECT ledger_id AS id FROM app.seats WHERE code = 'maker-1'`)
  const seat = rows[0].id as string
  const { calendar } = api.config
  const deps = reviewDeps({ config: api.config, bus: api.api.runtime.bus })
  const handlers = placementsConsoleHandlers({ db: harness.console, profile: deps.profile })
  const context = () => ({ caller: operators[0], now: clock.now(), requestId: 'test' }) as never

  const made: PlacementHarness = {
    ...harness,
    symbol,
    etf,
    seat,
    advance: () => advancePlacements(worker, { ...deps, calendar }, clock.now()),
    terms(over = {}) {
      const now = clock.now().getTime()
      const at = (ms: number): string => new Date(now + ms).toISOString()
      return {
        kind: 'placing',
        method: 'pro-rata',
        seat: 'maker-1',
        symbol,
        price: 5_400,
        lots: 10,
        minLots: 1,
        maxLots: 10,
        opensAt: at(minute),
        closesAt: at(5 * minute),
        deliversOn: at(3 * day).slice(0, 10),
        reason: 'as in the contract',
        ...over,
      }
    },
    propose: (over) => handlers.proposePlacement(made.terms(over) as never, context()),
    published: () => handlers.published({}, context()),
    async place(over = {}) {
      const terms = made.terms(over)
      const proposed = await handlers.proposePlacement(terms as never, context())
      if (!proposed.ok) throw new Error(JSON.stringify(proposed))
      const found = await owner.query('SELECT subject FROM app.reviews WHERE id = $1', [
        proposed.data.reviewId,
      ])
      const placementId = found.rows[0].subject as string
      const refusal = await harness.vote(operators[1], 'placement', placementId, 'approve', 'seen')
      if (refusal !== null) throw new Error(refusal)
      await harness.execute()
      clock.set(String(terms['opensAt']))
      const { rows: dates } = await owner.query('SELECT draws_at FROM app.placements WHERE id = $1', [
        placementId,
      ])
      return {
        placementId,
        closesAt: new Date(String(terms['closesAt'])),
        drawsAt: dates[0].draws_at as Date,
      }
    },
    apply: (member, placementId, lots, body = {}) =>
      member.client.call(
        '/placements/apply',
        { applicationId: newId(), placementId, lots, fundPassword, ...body },
        { key: true },
      ),
    async applied(member, placementId, lots) {
      const reply = await made.apply(member, placementId, lots)
      if (reply.http !== 200) throw new Error(JSON.stringify(reply.body))
      return reply.body.data.application.applicationId
    },
    async close({ closesAt }) {
      clock.set(closesAt.toISOString())
      await made.advance()
    },
    async draw(placement) {
      await made.close(placement)
      const found = await owner.query('SELECT draw_id FROM app.placements WHERE id = $1', [
        placement.placementId,
      ])
      await harness.decide(found.rows[0].draw_id as string, placement.drawsAt)
      await made.advance()
    },
    read: async (member, placementId) =>
      (await member.client.call('/placements/offer', { placementId })).body.data,
    async balance(account) {
      const [row] = await api.db.query<{ amount: string }>('SELECT ledger.balance_of($1)::text AS amount', [
        account,
      ])
      return BigInt(row!.amount)
    },
    sweep: () => sweepDues(settlement, calendar, clock.now()),
    async stop() {
      await Promise.all([asOwner.close(), settlement.close()])
      await harness.stop()
    },
  }
  return made
}
