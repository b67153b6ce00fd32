// Offers of new shares on the real api and PostgreSQL: published by two operators, drawn with a beacon whose key the test
// has. The worker's steps run when the test says so.

import { createHash, randomBytes } from 'node:crypto'
import type { TestDatabase } from '@fairlot/testkit'
import {
  advanceOffers,
  newSharesConsoleHandlers,
} from '../../../apps/server/src/features/new-shares/index.ts'
import { keepDraws } from '../../../apps/server/src/features/draws/jobs.ts'
import { proposeRelease } from '../../../apps/server/src/features/draws/release-draw.ts'
import { reviewDeps } from '../../../apps/server/src/roles/feature-deps.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import type { DataOf } from '../../../packages/contract/src/routes.ts'
import { beaconPublicKey, signRound } from '../../../packages/proof/src/beacon.ts'
import { type FundHarness, fundPassword, openFundHarness } from './fund-harness.ts'
import type { TestMember } from './start-test-api.ts'

const minute = 60_000
const day = 24 * 60 * minute

export interface TestOffer {
  readonly offerId: string
  readonly symbol: string
  readonly announcesAt: Date
  readonly opensAt: Date
  readonly closesAt: Date
  readonly drawsAt: Date
  readonly payBy: Date
}

export interface OfferHarness extends FundHarness {
  /** Runs the worker's steps at the clock's time. */
  advance(): Promise<number>
  terms(over?: object): Record<string, unknown>
  propose(body: object): ReturnType<ReturnType<typeof newSharesConsoleHandlers>['proposeOffer']>
  /** Published by two operators, not yet announced. */
  publish(over?: object): Promise<TestOffer>
  /** Published by two operators and open. */
  offer(over?: object): Promise<TestOffer>
  apply(member: TestMember, offerId: string, body?: object): Promise<Reply>
  /** Two operators release the secret; the worker has not done it yet. */
  voteRelease(drawId: string): Promise<void>
  drawOf(offerId: string): Promise<string>
  /** Runs the worker's steps of draws at the clock's time. */
  keepDraws(): Promise<number>
  /** Closes the offer, releases the secret, waits for the round and books the outcome. */
  draw(offer: TestOffer): Promise<void>
  /** Two operators release the secret of a closed draw; the round appears at that time and decides. */
  decide(drawId: string, drawsAt: Date): Promise<void>
  /** The round of a released draw appears. */
  bringRound(drawsAt: Date): Promise<void>
  remove(offerId: string): Promise<void>
  held(member: TestMember): Promise<bigint>
  read(member: TestMember, offerId: string): Promise<DataOf<'/new-shares/offer'>>
}

type Reply = Awaited<ReturnType<TestMember['client']['call']>>

let symbols = 71_000

export function newBeaconKey(): Uint8Array {
  const key = new Uint8Array(randomBytes(32))
  key[0] = 1
  return key
}

export const beaconEnvironment = (key: Uint8Array, relay = 'http://localhost:1') => ({
  BEACON_CHAIN: 'practice',
  BEACON_PUBLIC_KEY: beaconPublicKey(key),
  BEACON_RELAYS: relay,
})

interface OfferHarnessOptions {
  /** One that the caller closes. */
  readonly database?: TestDatabase
  readonly start?: string
  readonly key?: Uint8Array
  /** For the api of this test, as its other processes have it. */
  readonly environment?: Readonly<Record<string, string>>
}

export async function openOfferHarness(on: OfferHarnessOptions = {}): Promise<OfferHarness> {
  const { key = newBeaconKey() } = on
  const environment = { ...beaconEnvironment(key), MARKET_CALENDAR: 'practice', ...on.environment }
  const harness = await openFundHarness(on.start, environment, on.database)
  const { clock, worker, owner, operators } = harness
  const deps = reviewDeps({ config: harness.api.config, bus: harness.api.api.runtime.bus })
  const sha256 = (bytes: Uint8Array): Uint8Array => createHash('sha256').update(bytes).digest()
  const beaconClient = {
    fetchRound: (_chain: unknown, round: number) => signRound(sha256, key, round),
  }
  for (const { operatorId } of operators)
    await owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'market')`, [
      operatorId,
    ])
  const handlers = newSharesConsoleHandlers({ db: harness.console })
  const context = () => ({ caller: operators[0], now: clock.now(), requestId: 'test' }) as never

  const made: OfferHarness = {
    ...harness,
    advance: () => advanceOffers(worker, deps, clock.now()),
    terms(over = {}) {
      const now = clock.now().getTime()
      const at = (ms: number): string => new Date(now + ms).toISOString()
      return {
        symbol: String(++symbols),
        name: { tw: '禾光精密', en: 'Heguang' },
        industry: { tw: '光學元件', en: 'Optics' },
        price: '8600',
        lots: 1,
        minShares: 1_000,
        maxPerMember: 1,
        paymentMode: 'prepaid',
        pe: 1_840,
        industryPe: 2_170,
        announcesAt: at(minute),
        opensAt: at(2 * minute),
        // A session that is not used for half an hour ends.
        closesAt: at(6 * minute),
        drawsAt: at(9 * minute),
        payBy: at(20 * minute),
        issuesOn: at(2 * day).slice(0, 10),
        listsOn: at(3 * day).slice(0, 10),
        ...over,
      }
    },
    propose: (body) =>
      handlers.proposeOffer({ ...made.terms(), reason: 'as in the prospectus', ...body } as never, context()),
    async publish(over = {}) {
      const terms = made.terms(over)
      const proposed = await made.propose(terms)
      if (!proposed.ok) throw new Error(`${proposed.msg} ${JSON.stringify(proposed)}`)
      const { rows } = await owner.query('SELECT subject FROM app.reviews WHERE id = $1', [
        proposed.data.reviewId,
      ])
      const offerId = rows[0].subject as string
      const refusal = await harness.vote(operators[1], 'offer', offerId, 'approve', 'seen')
      if (refusal !== null) throw new Error(refusal)
      await harness.execute()
      const dateOf = (name: string): Date => new Date(String(terms[name]))
      return {
        offerId,
        symbol: String(terms['symbol']),
        announcesAt: dateOf('announcesAt'),
        opensAt: dateOf('opensAt'),
        closesAt: dateOf('closesAt'),
        drawsAt: dateOf('drawsAt'),
        payBy: dateOf('payBy'),
      }
    },
    async offer(over = {}) {
      const offer = await made.publish(over)
      clock.set(offer.opensAt.toISOString())
      await made.advance()
      return offer
    },
    apply: (member, offerId, body = {}) =>
      member.client.call(
        '/new-shares/apply',
        { applicationId: newId(), offerId, shares: 1_000, fundPassword, ...body },
        { key: true },
      ),
    async voteRelease(drawId) {
      const released = await proposeRelease(
        harness.console,
        { drawId, reason: 'the list is closed' },
        { by: operators[0], now: clock.now(), requestId: 'test' },
      )
      if (!released.ok) throw new Error(released.msg)
      const refusal = await harness.vote(operators[1], 'draw-release', drawId, 'approve', 'seen')
      if (refusal !== null) throw new Error(refusal)
    },
    keepDraws: () => keepDraws({ db: worker, secrets: deps.secrets, beaconClient }, clock.now()),
    async draw({ offerId, closesAt, drawsAt }) {
      clock.set(closesAt.toISOString())
      await made.advance()
      await made.decide(await made.drawOf(offerId), drawsAt)
      await made.advance()
    },
    async drawOf(offerId) {
      const { rows } = await owner.query('SELECT draw_id FROM app.offers WHERE id = $1', [offerId])
      return rows[0].draw_id as string
    },
    async decide(drawId, drawsAt) {
      await made.voteRelease(drawId)
      await harness.execute()
      await made.bringRound(drawsAt)
    },
    async bringRound(drawsAt) {
      clock.set(new Date(drawsAt.getTime() + minute).toISOString())
      await made.keepDraws()
    },
    async remove(offerId) {
      const proposed = await handlers.proposeRemoval({ offerId, reason: 'the issuer withdrew' }, context())
      if (!proposed.ok) throw new Error(proposed.msg)
      const refusal = await harness.vote(operators[1], 'offer-removal', offerId, 'approve', 'seen')
      if (refusal !== null) throw new Error(refusal)
      await harness.execute()
    },
    async held({ memberId }) {
      const [row] = await harness.api.db.query<{ amount: string }>(
        'SELECT ledger.balance_of($1)::text AS amount',
        [`member/${memberId}/TWD/held`],
      )
      return BigInt(row!.amount)
    },
    read: async (member, offerId) => (await member.client.call('/new-shares/offer', { offerId })).body.data,
  }
  return made
}
