// Auctions on the real api and PostgreSQL: published by two operators, bids sealed as a phone seals them, opened with a
// beacon whose key the test has. The worker's steps run when the test says so.

import { createHash, randomBytes } from 'node:crypto'
import type { TestDatabase } from '@fairlot/testkit'
import { advanceAuctions, auctionsConsoleHandlers } from '../../../apps/server/src/features/auctions/index.ts'
import { reviewDeps } from '../../../apps/server/src/roles/feature-deps.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import type { DataOf } from '../../../packages/contract/src/routes.ts'
import { beaconPublicKey, signRound } from '../../../packages/proof/src/beacon.ts'
import { type AuctionTerms, type Sha256 } from '../../../packages/proof/src/index.ts'
import { sealBid, type SealedBid } from '../../../packages/proof/src/seal-bid.ts'
import { type FundHarness, fundPassword, openFundHarness } from './fund-harness.ts'
import type { TestMember } from './start-test-api.ts'

const minute = 60_000
const day = 24 * 60 * minute

export interface TestAuction {
  readonly auctionId: string
  readonly symbol: string
  readonly closesAt: Date
  readonly opensAt: Date
  readonly payBy: Date
}

type Reply = Awaited<ReturnType<TestMember['client']['call']>>

export interface AskedBid {
  readonly price: bigint
  readonly lots: number
  readonly ceiling?: string
}

export interface AuctionHarness extends FundHarness {
  /** Runs the worker's steps at the clock's time. */
  advance(): Promise<number>
  /** No one but the members of the beacon has it. */
  readonly beaconKey: Uint8Array
  /** No relay has a round until the test says so. */
  holdBeacon(isHeld: boolean): void
  terms(over?: object): Record<string, unknown>
  propose(body: object): ReturnType<ReturnType<typeof auctionsConsoleHandlers>['proposeAuction']>
  /** Published by two operators and taking bids. */
  auction(over?: object): Promise<TestAuction>
  seal(auction: TestAuction, bid: AskedBid): Promise<SealedBid>
  bid(member: TestMember, auction: TestAuction, bid: AskedBid, over?: object): Promise<Reply>
  /** Closes the auction, waits for the round and books the result. */
  open(auction: TestAuction): Promise<void>
  remove(auctionId: string): Promise<void>
  held(member: TestMember): Promise<bigint>
  read(member: TestMember, auction: TestAuction): Promise<DataOf<'/auctions/detail'>>
  book(auction: TestAuction): Promise<DataOf<'/auctions/book'>>
}

export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()
let symbols = 73_000

/** On a database of its own, or at this time on one that the caller closes. */
export async function openAuctionHarness(
  environment: Readonly<Record<string, string>> = {},
  on: { readonly database?: TestDatabase; readonly start?: string } = {},
): Promise<AuctionHarness> {
  const key = new Uint8Array(randomBytes(32))
  key[0] = 1
  const beacon = {
    BEACON_CHAIN: 'practice',
    BEACON_PUBLIC_KEY: beaconPublicKey(key),
    BEACON_RELAYS: 'http://localhost:1',
  }
  const harness = await openFundHarness(on.start, { ...beacon, ...environment }, on.database)
  const { clock, worker, owner, operators } = harness
  let isHeld = false
  const beaconClient = {
    fetchRound: async (_chain: unknown, round: number) =>
      isHeld ? undefined : signRound(sha256, key, round),
  }
  const deps = {
    ...reviewDeps({ config: harness.api.config, bus: harness.api.api.runtime.bus }),
    beaconClient,
  }
  for (const { operatorId } of operators)
    await owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'market')`, [
      operatorId,
    ])
  const handlers = auctionsConsoleHandlers({ db: harness.console })
  const context = () => ({ caller: operators[0], now: clock.now(), requestId: 'test' }) as never
  const decide = async (kind: string, subject: string): Promise<void> => {
    const refusal = await harness.vote(operators[1], kind, subject, 'approve', 'seen')
    if (refusal !== null) throw new Error(refusal)
    await harness.execute()
  }
  const visitor = await harness.member()

  const made: AuctionHarness = {
    ...harness,
    advance: () => advanceAuctions(worker, deps, clock.now()),
    beaconKey: key,
    holdBeacon: (held) => void (isHeld = held),
    terms(over = {}) {
      const now = clock.now().getTime()
      const at = (ms: number): string => new Date(now + ms).toISOString()
      return {
        symbol: String(++symbols),
        name: { tw: '曜石光電', en: 'Obsidian' },
        industry: { tw: '光通訊', en: 'Optical networks' },
        floorPrice: '6000',
        lots: 20,
        minLots: 1,
        maxLots: 2,
        startsAt: at(minute),
        // A session that is not used for half an hour ends.
        closesAt: at(6 * minute),
        opensAt: at(9 * minute),
        payBy: at(20 * minute),
        listsOn: at(3 * day).slice(0, 10),
        ...over,
      }
    },
    propose: (body) =>
      handlers.proposeAuction(
        { ...made.terms(), reason: 'as in the prospectus', ...body } as never,
        context(),
      ),
    async auction(over = {}) {
      const terms = made.terms(over)
      const proposed = await made.propose(terms)
      if (!proposed.ok) throw new Error(`${proposed.msg} ${JSON.stringify(proposed)}`)
      const { rows } = await owner.query('SELECT subject FROM app.reviews WHERE id = $1', [
        proposed.data.reviewId,
      ])
      const auctionId = rows[0].subject as string
      await decide('auction', auctionId)
      clock.set(String(terms['startsAt']))
      await made.advance()
      const dateOf = (name: string): Date => new Date(String(terms[name]))
      return {
        auctionId,
        symbol: String(terms['symbol']),
        closesAt: dateOf('closesAt'),
        opensAt: dateOf('opensAt'),
        payBy: dateOf('payBy'),
      }
    },
    async seal(auction, { price, lots }) {
      const terms = JSON.parse((await made.book(auction)).terms) as AuctionTerms
      return sealBid(sha256, terms, { bidId: newId(), price, lots }, randomBytes)
    },
    async bid(member, auction, asked, over = {}) {
      const { bid, fingerprint, sealed } = await made.seal(auction, asked)
      const { auctionId } = auction
      const ceiling = asked.ceiling ?? '20000000'
      return member.client.call(
        '/auctions/bid',
        { bidId: bid.bidId, auctionId, fingerprint, sealed, ceiling, fundPassword, ...over },
        { key: true },
      )
    },
    async open({ closesAt, opensAt }) {
      clock.set(closesAt.toISOString())
      await made.advance()
      clock.set(new Date(opensAt.getTime() + 3_000).toISOString())
      await made.advance()
    },
    async remove(auctionId) {
      const proposed = await handlers.proposeRemoval({ auctionId, reason: 'the issuer withdrew' }, context())
      if (!proposed.ok) throw new Error(proposed.msg)
      await decide('auction-removal', auctionId)
    },
    async held({ memberId }) {
      const [row] = await harness.api.db.query<{ amount: string }>(
        'SELECT ledger.balance_of($1)::text AS amount',
        [`member/${memberId}/TWD/held`],
      )
      return BigInt(row!.amount)
    },
    read: async (member, { auctionId }) =>
      (await member.client.call('/auctions/detail', { auctionId })).body.data,
    book: async ({ auctionId }) =>
      (await visitor.client.call('/auctions/book', { auctionId, from: 0 })).body.data,
  }
  return made
}
