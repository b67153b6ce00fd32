// Auctions that close and open within seconds, published through the server's own function. The console's form knows
// whole minutes, and the rules want two of them between the close and the opening.

import { expect } from '@playwright/test'
import { randomUUID } from 'node:crypto'
import { publishAuction } from '../../../apps/server/src/features/auctions/publish-auction.ts'
import { practiceBeacon } from './draws.ts'
import { withOwner } from './operators.ts'
import { insertApprovedReview } from './reviews.ts'

/** Returns the id of an auction that takes bids from now on, for this many seconds. */
export async function openAuction(
  symbol: string,
  name: { readonly tw: string; readonly en: string },
  seconds: number,
): Promise<string> {
  const auctionId = randomUUID()
  const now = Date.now()
  const at = (ms: number): Date => new Date(now + ms)
  await withOwner((db, secrets) =>
    db.transaction(async (tx) => {
      // Without the review of two operators; tests/flows/auctions.test.ts has it.
      await tx.query('SET LOCAL session_replication_role = replica')
      const offer = {
        symbol,
        name,
        industry: { tw: '光通訊', en: 'Optical networks' },
        floorPrice: 6_000n,
        lots: 20,
        minLots: 1,
        maxLots: 2,
        startsAt: at(1_000),
        closesAt: at(1_000 * seconds),
        opensAt: at(1_000 * seconds + 4_000),
        payBy: at(24 * 3_600_000),
        listsOn: at(5 * 24 * 3_600_000)
          .toISOString()
          .slice(0, 10),
      }
      const deps = { secrets, beacon: practiceBeacon() }
      await insertApprovedReview(tx, { reviewId: auctionId, kind: 'auction', subject: auctionId })
      await publishAuction(tx, deps, offer, { auctionId, reviewId: auctionId, now: at(0) })
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
