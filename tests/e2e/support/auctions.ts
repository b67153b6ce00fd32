// Auctions that close and open within seconds, published through the server's own function. The console's form knows
// whole minutes, and the rules want two of them between the close and the opening.

import { expect } from '@playwright/test'
import { proposeAuction } from '../../../apps/server/src/features/auctions/console/propose-auction.ts'
import { publishAuction } from '../../../apps/server/src/features/auctions/publish-auction.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { withRequestId } from '../../../apps/server/src/platform/request-scope.ts'
import { practiceBeacon } from './draws.ts'
import type { Votes } from './money.ts'
import { withOwner } from './operators.ts'

/**
 * Two operators publish an auction with the shortest times that the rules allow. It is published again with shorter
 * times: it takes bids from now on, for this many seconds. The triggers that protect the terms are off here. Returns
 * the id.
 */
export async function openAuction(
  { vote, operators }: Votes,
  symbol: string,
  name: { readonly tw: string; readonly en: string },
  seconds: number,
): Promise<string> {
  const terms = {
    symbol,
    name,
    industry: { tw: '光通訊', en: 'Optical networks' },
    lots: 20,
    minLots: 1,
    maxLots: 2,
  }
  const { auctionId, reviewId } = await withOwner(async (db) => {
    const now = new Date()
    const requestId = newId()
    const at = (minutes: number): string => new Date(now.getTime() + 60_000 * minutes).toISOString()
    await db.query(
      `INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'market') ON CONFLICT DO NOTHING`,
      [operators[0]!.operatorId],
    )
    const proposed = await withRequestId(requestId, () =>
      proposeAuction(
        db,
        {
          ...terms,
          floorPrice: '6000',
          startsAt: at(1),
          closesAt: at(60),
          opensAt: at(70),
          payBy: at(24 * 60),
          listsOn: at(5 * 24 * 60).slice(0, 10),
          reason: 'as in the prospectus',
        },
        { by: operators[0]!, now, requestId },
      ),
    )
    if (!proposed.ok) throw new Error(`auction of ${symbol}: ${proposed.msg}`)
    const { reviewId } = proposed.data
    const [review] = await db.query<{ subject: string }>('SELECT subject FROM app.reviews WHERE id = $1', [
      reviewId,
    ])
    return { auctionId: review!.subject, reviewId }
  })
  await vote(1, 'auction', auctionId, 'approve', '')
  await untilAuction(auctionId, 'not-started')
  await withOwner((db, secrets) =>
    db.transaction(async (tx) => {
      const now = Date.now()
      const at = (ms: number): Date => new Date(now + ms)
      await tx.query('SET LOCAL session_replication_role = replica')
      await tx.query('DELETE FROM app.auctions WHERE id = $1', [auctionId])
      const offer = {
        ...terms,
        floorPrice: 6_000n,
        startsAt: at(1_000),
        closesAt: at(1_000 * seconds),
        opensAt: at(1_000 * seconds + 4_000),
        payBy: at(24 * 3_600_000),
        listsOn: at(5 * 24 * 3_600_000)
          .toISOString()
          .slice(0, 10),
      }
      const deps = { secrets, beacon: practiceBeacon() }
      await publishAuction(tx, deps, offer, { auctionId, reviewId, now: at(0) })
    }),
  )
  await untilAuction(auctionId, 'bidding')
  return auctionId
}

export const untilAuction = (auctionId: string, state: string): Promise<void> =>
  expect
    .poll(
      () =>
        withOwner(async (db) => {
          const [row] = await db.query<{ state: string }>('SELECT state FROM app.auctions WHERE id = $1', [
            auctionId,
          ])
          return row?.state
        }),
      { timeout: 60_000 },
    )
    .toBe(state)

/** Ends the time to pay and lists the stock, as on the listing day; tests/flows/auction-listing.test.ts has the real one. */
export async function listAuction(auctionId: string): Promise<void> {
  await withOwner((db) =>
    db.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica')
      await tx.query(
        `UPDATE app.auctions SET pay_by = now(), lists_on = (now() AT TIME ZONE 'Asia/Taipei')::date WHERE id = $1`,
        [auctionId],
      )
      await tx.query(
        `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference, limited, venue_sent_at)
         SELECT symbol, name ->> 'tw', name ->> 'en', 'listed', 'stock', industry ->> 'tw', industry ->> 'en', 6850, false, now()
         FROM app.auctions WHERE id = $1`,
        [auctionId],
      )
    }),
  )
  await untilAuction(auctionId, 'listed')
}
