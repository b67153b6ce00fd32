// New shares, auctions, placements and block trades: open ones to apply for, and ended ones with a result to check.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import type { DataOf } from '../../packages/contract/src/index.ts'
import type { AuctionTerms } from '../../packages/proof/src/index.ts'
import { sealBid } from '../../packages/proof/src/seal-bid.ts'
import { ceilingFor } from '../../packages/rules/src/auctions/index.ts'
import { newId } from '../../apps/member/src/shell/send-once/new-id.ts'
import { openAuction, untilAuction } from '../e2e/support/auctions.ts'
import { bringRound } from '../e2e/support/draws.ts'
import { fundPassword, until } from '../e2e/support/money.ts'
import { anySymbol, openOffer, releaseSecret } from '../e2e/support/offers.ts'
import { withOwner } from '../e2e/support/operators.ts'
import { allotNow, openPlacement } from '../e2e/support/placements.ts'
import type { Office } from './office.ts'
import { openPerson, type Person } from './people.ts'
import type { Screens } from './samples.ts'

/** A rival in every draw, auction and division. */
export async function openRival(office: Office): Promise<Person> {
  const rival = await openPerson()
  await rival.verify(office.votes)
  return rival
}

/** An offer whose draw is decided, and one that takes applications. */
export async function applyForOffers(me: Person, rival: Person, { votes }: Office): Promise<Screens> {
  const apply = (person: Person, offerId: string) =>
    person.post('/new-shares/apply', { applicationId: newId(), offerId, shares: 1_000, fundPassword })
  const name = { tw: '禾光一號', en: 'Heguang One' }
  const drawn = await openOffer(votes, anySymbol(), name, { closesInMs: 25_000, drawsInMs: 200_000 })
  for (const person of [me, rival]) await apply(person, drawn)
  const { rows } = await votes.owner.query('SELECT draw_id FROM app.offers WHERE id = $1', [drawn])
  const drawId = rows[0].draw_id as string
  await untilDraw(votes, drawId, 'closed')
  await releaseSecret(votes, drawId)
  await untilDraw(votes, drawId, 'released')
  await bringRound(drawId)
  await untilDraw(votes, drawId, 'decided')
  const open = await openOffer(votes, anySymbol(), { tw: '晨星生技', en: 'Morning Star Biotech' })
  for (const person of [me, rival]) await apply(person, open)
  return {
    '/market/subscribeDetail': { query: `id=${open}` },
    '/market/subscribeDetail?view=draw': { query: `id=${drawn}` },
    '/user/aboutUs?view=draws': { query: `id=${drawId}` },
  }
}

const untilDraw = ({ owner }: Office['votes'], drawId: string, state: string): Promise<void> =>
  until(async () => {
    const { rows } = await owner.query('SELECT state FROM app.draws WHERE id = $1', [drawId])
    return rows[0].state === state
  })

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()

/** Sealed as a phone seals it. */
async function bid({ api, post }: Person, auctionId: string, price: bigint, lots: number): Promise<void> {
  const { terms } = await api.ask<DataOf<'/auctions/detail'>>('/auctions/detail', { auctionId })
  const bidId = newId()
  const sealing = sealBid(sha256, JSON.parse(terms) as AuctionTerms, { bidId, price, lots }, randomBytes)
  const { fingerprint, sealed } = await sealing
  const ceiling = String(ceilingFor(price * BigInt(lots) * 1_000n))
  await post('/auctions/bid', { bidId, auctionId, fingerprint, sealed, ceiling, fundPassword })
}

/** An auction that is opened, and one that takes bids. */
export async function bidInAuctions(me: Person, rival: Person, { votes }: Office): Promise<Screens> {
  const opened = await openAuction(votes, anySymbol(), { tw: '曜石光電', en: 'Obsidian Optics' }, 25)
  await bid(me, opened, 6_850n, 2)
  await bid(me, opened, 6_200n, 1)
  await bid(rival, opened, 6_600n, 2)
  await untilAuction(opened, 'paying')
  return { '/common/dividend2?view=auction': { query: `id=${opened}` } }
}

/** A placement that is divided, and one that is open. */
export async function applyForPlacements(me: Person, rival: Person, { votes }: Office): Promise<Screens> {
  const apply = (person: Person, placementId: string, lots: number) =>
    person.post('/placements/apply', { applicationId: randomUUID(), placementId, lots, fundPassword })
  const divided = await openPlacement(votes, '2542')
  await apply(me, divided, 8)
  await apply(rival, divided, 5)
  await allotNow(votes, divided)
  await apply(rival, await openPlacement(votes, '9910'), 4)
  return {
    '/common/dividend3': { query: 'tab=placing' },
    '/common/dividend3?view=detail': { query: `id=${divided}` },
    '/common/dividend3?view=draw': { query: `id=${divided}` },
  }
}

const blockPassword = 'seller-0917'

/** A listing with applications of every state. */
export async function applyForBlocks(me: Person, office: Office): Promise<Screens> {
  const [row] = await withOwner((db) =>
    db.query<{ reference: number }>(`SELECT reference FROM settlement.prices WHERE symbol = '1210'`),
  )
  const price = Math.round(row!.reference * 0.98)
  const { minLots } = await office.ask<{ minLots: number }>('/block-trades/listed', {})
  const listingId = await office.publish('/block-trades/proposeListing', {
    seat: 'maker-1',
    symbol: '1210',
    price,
    lots: minLots * 10,
    minLots,
    maxLots: minLots * 5,
    password: blockPassword,
    why: '造市席次提出',
  })
  const apply = async (): Promise<string> => {
    const applicationId = newId()
    await me.post('/block-trades/apply', {
      applicationId,
      listingId,
      lots: minLots,
      price,
      password: blockPassword,
    })
    return applicationId
  }
  await me.post('/block-trades/cancel', { applicationId: await apply() })
  const held = await apply()
  await office.approve('block-trade', held)
  await until(async () => {
    const { applications } = await me.api.ask<DataOf<'/block-trades/applications'>>(
      '/block-trades/applications',
      {},
    )
    return applications.some(({ applicationId, state }) => applicationId === held && state === 'passed')
  })
  await apply()
  return {}
}
