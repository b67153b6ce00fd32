// kill -9 of the worker on the listing day of a draw, after each of its commits: the stock is listed once, the seats get
// their shares once, and every winner pays once and gets the shares once. FAIRLOT_PROVE=1 kills before each commit too,
// and on the listing day of an auction.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { expect, it } from 'vitest'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import {
  type CrashPoint,
  type ListingWrite,
  listingWrites,
} from '../../apps/server/src/platform/crash-points.ts'
import { openAuctionHarness } from '../flows/support/auction-harness.ts'
import { type FundHarness, openHours } from '../flows/support/fund-harness.ts'
import { openOfferHarness } from '../flows/support/offer-harness.ts'
import type { TestMember } from '../flows/support/start-test-api.ts'
import { testEnvironment } from '../flows/support/test-config.ts'
import { spawnChild } from './support/spawn-child.ts'

const isProof = process.env['FAIRLOT_PROVE'] === '1'
const sides = isProof ? (['before', 'after'] as const) : (['after'] as const)
const day = new Date(Date.parse(openHours) + 86_400_000).toISOString().slice(0, 10)

/** A winner who has paid for a code that is listed on the day. */
interface Won {
  readonly harness: FundHarness
  readonly symbol: string
  readonly winner: TestMember
  readonly paid: number
  readonly shares: number
}

async function wonByDraw(): Promise<Won> {
  const harness = await openOfferHarness()
  const offer = await harness.offer({ issuesOn: day, listsOn: day })
  const winner = await harness.member()
  expect((await harness.apply(winner, offer.offerId)).http).toBe(200)
  await harness.draw(offer)
  harness.clock.set(offer.payBy.toISOString())
  await harness.advance()
  return { harness, symbol: offer.symbol, winner, paid: 8_600_000, shares: 1_000 }
}

async function wonByBid(): Promise<Won> {
  const harness = await openAuctionHarness()
  const auction = await harness.auction({ listsOn: day })
  const winner = await harness.member()
  expect((await harness.bid(winner, auction, { price: 6_000n, lots: 2 })).http).toBe(200)
  await harness.open(auction)
  const { bidId } = (await harness.read(winner, auction)).bids[0]!
  expect((await winner.client.call('/auctions/pay', { bidId }, { key: true })).http).toBe(200)
  harness.clock.set(auction.payBy.toISOString())
  await harness.advance()
  return { harness, symbol: auction.symbol, winner, paid: 12_000_000, shares: 2_000 }
}

type Loops = Partial<Record<ListingWrite, string>>
const ways: readonly (readonly [what: string, win: () => Promise<Won>, loops: Loops])[] = [
  ['a draw', wonByDraw, { 'new-shares.list': 'calendar-phases', 'new-shares.deliver': 'offers-advance' }],
  ['an auction', wonByBid, { 'new-shares.list': 'calendar-phases', 'auctions.deliver': 'auctions-advance' }],
]

/** Runs a loop of the worker in its own process, which ends at the point or when nothing is left to do. */
const run = ({ api, clock }: FundHarness, loop: string, point?: CrashPoint) =>
  spawnChild(loop, {
    ...testEnvironment(api.database, {
      DATABASE_URL: api.database.workerUrl,
      MARKET_CALENDAR: 'practice',
    }),
    CHILD_NOW: String(clock.now().getTime()),
    FAIRLOT_CRASH_AT: point,
  })

const counts = async ({ harness, symbol, winner }: Won) => {
  const { rows } = await harness.owner.query(
    `SELECT (SELECT count(*)::integer FROM app.instruments WHERE symbol = $1) AS instruments,
       (SELECT count(*)::integer FROM ledger.entries WHERE event = 'listing.inventory') AS inventories,
       (SELECT count(*)::integer FROM app.positions WHERE member_id = $2) AS holdings,
       ledger.balance_of('house/main/TWD/issue')::integer AS paid,
       ledger.balance_of('member/' || $2 || '/stk:' || $1 || '/available')::integer AS shares`,
    [symbol, winner.memberId],
  )
  return rows[0]
}

it.each(isProof ? ways : ways.slice(0, 1))(
  'a worker killed on the listing day of %s delivers once',
  { timeout: 120_000 },
  async (_, win, loops) => {
    const won = await win()
    const { harness, paid, shares } = won
    try {
      harness.clock.set(`${day}T00:00:00Z`)
      const nothing = { instruments: 0, inventories: 0, holdings: 0, paid: 0, shares: 0 }
      const listed = { ...nothing, instruments: 1, inventories: 1 }
      const delivered = { ...listed, holdings: 1, paid, shares }
      for (const [write, loop] of Object.entries(loops) as [ListingWrite, string][]) {
        const isListing = write === 'new-shares.list'
        const after = { before: isListing ? nothing : listed, after: isListing ? listed : delivered }
        for (const side of sides) {
          const child = run(harness, loop, `${write}.${side}`)
          expect(await child.endedByItself(), child.said()).toBe('SIGKILL')
          expect([write, side, await counts(won)]).toEqual([write, side, after[side]])
        }
      }
      for (const loop of Object.values(loops)) {
        const child = run(harness, loop)
        expect(await child.endedByItself(), child.said()).toBe(0)
      }
      expect(await counts(won)).toEqual(delivered)
      expect(await requestBreaches(harness.api.database)).toEqual([])
      const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
      expect(broken).toEqual([])
    } finally {
      await harness.stop()
    }
  },
)

it('every write of a listing day is visited', () => {
  expect([...new Set(ways.flatMap(([, , loops]) => Object.keys(loops)))].toSorted()).toEqual(
    listingWrites.toSorted(),
  )
})
