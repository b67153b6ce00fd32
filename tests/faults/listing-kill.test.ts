// kill -9 of the worker on a listing day, before and after each of its commits: the stock is listed once, the seats get
// their shares once, and every winner pays once and gets the shares once.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { type CrashPoint, listingWrites } from '../../apps/server/src/platform/crash-points.ts'
import { openHours } from '../flows/support/fund-harness.ts'
import { type OfferHarness, openOfferHarness, type TestOffer } from '../flows/support/offer-harness.ts'
import type { TestMember } from '../flows/support/start-test-api.ts'
import { testEnvironment } from '../flows/support/test-config.ts'
import { spawnChild } from './support/spawn-child.ts'

let harness: OfferHarness
beforeAll(async () => {
  harness = await openOfferHarness()
})
afterAll(() => harness.stop())

const loopOf = {
  'new-shares.list': 'calendar-phases',
  'new-shares.deliver': 'offers-advance',
} as const

/** Runs a loop of the worker in its own process, which ends at the point or when nothing is left to do. */
const run = (loop: string, point?: CrashPoint) =>
  spawnChild(loop, {
    ...testEnvironment(harness.api.database, {
      DATABASE_URL: harness.api.database.workerUrl,
      MARKET_CALENDAR: 'practice',
    }),
    CHILD_NOW: String(harness.clock.now().getTime()),
    FAIRLOT_CRASH_AT: point,
  })

const counts = async ({ symbol }: TestOffer, { memberId }: TestMember) => {
  const { rows } = await harness.owner.query(
    `SELECT (SELECT count(*)::integer FROM app.instruments WHERE symbol = $1) AS instruments,
       (SELECT count(*)::integer FROM ledger.entries WHERE event = 'listing.inventory') AS inventories,
       (SELECT count(*)::integer FROM app.positions WHERE member_id = $2) AS holdings,
       ledger.balance_of('house/main/TWD/issue')::integer AS paid,
       ledger.balance_of('member/' || $2 || '/stk:' || $1 || '/available')::integer AS shares`,
    [symbol, memberId],
  )
  return rows[0]
}

it('a worker killed on the listing day delivers once', { timeout: 120_000 }, async () => {
  const day = new Date(Date.parse(openHours) + 86_400_000).toISOString().slice(0, 10)
  const offer = await harness.offer({ issuesOn: day, listsOn: day })
  const winner = await harness.member()
  expect((await harness.apply(winner, offer.offerId)).http).toBe(200)
  await harness.draw(offer)
  harness.clock.set(offer.payBy.toISOString())
  await harness.advance()
  harness.clock.set(`${day}T00:00:00Z`)

  const nothing = { instruments: 0, inventories: 0, holdings: 0, paid: 0, shares: 0 }
  const listed = { ...nothing, instruments: 1, inventories: 1 }
  const delivered = { ...listed, holdings: 1, paid: 8_600_000, shares: 1_000 }
  const after: Readonly<Record<string, object>> = {
    'new-shares.list.before': nothing,
    'new-shares.list.after': listed,
    'new-shares.deliver.before': listed,
    'new-shares.deliver.after': delivered,
  }
  for (const write of listingWrites) {
    for (const side of ['before', 'after'] as const) {
      const child = run(loopOf[write], `${write}.${side}`)
      expect(await child.endedByItself(), child.said()).toBe('SIGKILL')
      expect([side, await counts(offer, winner)]).toEqual([side, after[`${write}.${side}`]])
    }
  }
  for (const loop of Object.values(loopOf)) {
    const child = run(loop)
    expect(await child.endedByItself(), child.said()).toBe(0)
  }
  expect(await counts(offer, winner)).toEqual(delivered)
  expect(await requestBreaches(harness.api.database)).toEqual([])
  const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
  expect(broken).toEqual([])
})
