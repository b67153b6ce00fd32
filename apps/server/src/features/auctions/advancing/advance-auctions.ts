import { type AuctionTerms, listedText } from '@fairlot/proof'
import { taipeiDate } from '@fairlot/rules/calendar'
import { recordAudit, writeListTree } from '#features/audit'
import { type BeaconClient, sha256 } from '#features/draws'
import type { Db, Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { Secrets } from '#platform/secrets'
import type { NotifyDeps } from '../deps.ts'
import { type AuctionRow, readAuction } from '../store.ts'
import { bookOpened, deliverWon, forfeitOverdue, refundAll, refundUnqualified } from './book-bids.ts'
import { clear, openBatch } from './open-bids.ts'
import * as store from './store.ts'

export interface AdvanceDeps extends NotifyDeps {
  readonly secrets: Secrets
  readonly beaconClient: BeaconClient
}

/**
 * Moves every auction on by what is due: started, closed, opened, cleared, booked, paid, delivered, refunded. Each step
 * and each batch of bids is one transaction, and a crash between two leaves the rest for the next run. One failing
 * auction does not stop the others. Returns how many steps it took.
 */
export async function advanceAuctions(db: Db, deps: AdvanceDeps, now: Date): Promise<number> {
  let steps = 0
  const troubles: unknown[] = []
  for (const { id } of await store.readUnfinished(db, now)) {
    try {
      // An auction may have several steps due after an outage.
      while (await takeStep(db, deps, id, now)) steps += 1
    } catch (error) {
      troubles.push(error)
    }
  }
  if (troubles.length > 0) throw new AggregateError(troubles, `${troubles.length} auctions could not move on`)
  return steps
}

async function takeStep(db: Db, deps: AdvanceDeps, auctionId: string, now: Date): Promise<boolean> {
  const found = await readAuction(db, auctionId)
  // Fetched outside a transaction: a relay may take its time.
  const beacon = found?.state === 'closed' && found.opensAt <= now ? await fetchRound(deps, found) : undefined
  return db.transaction(async (tx) => {
    const auction = await store.lockAuction(tx, auctionId)
    if (!auction) return false
    if (auction.state !== 'closed') return advance(tx, deps, auction, now)
    if (beacon === undefined) return false
    await store.setOpened(tx, auctionId, beacon)
    await auditStep(tx, auction, 'opened', now, { round: auction.round, randomness: beacon.randomness })
    return true
  })
}

/** Undefined while no relay has the round. The auction waits for it: no one can make it void by being late. */
async function fetchRound({ beaconClient }: AdvanceDeps, auction: AuctionRow) {
  const { beacon, round } = JSON.parse(auction.terms) as AuctionTerms
  const found = await beaconClient.fetchRound(beacon, round)
  if (found === undefined) return undefined
  const { randomnessOf } = await import('@fairlot/proof/beacon')
  const { signature } = found
  const randomness = await randomnessOf(sha256, beacon, { round, signature })
  if (randomness === undefined)
    throw new Error(`auction ${auction.id}: round ${round} has a wrong signature; ask another relay`)
  return { signature, randomness }
}

/** One step. Returns false when nothing is due. */
async function advance(tx: Tx, deps: AdvanceDeps, auction: AuctionRow, now: Date): Promise<boolean> {
  switch (auction.state) {
    case 'not-started':
      return auction.startsAt <= now && move(tx, auction, 'bidding', now)
    case 'bidding':
      if ((await refundUnqualified(tx, deps, auction, now)) > 0) return true
      return auction.closesAt <= now && (await close(tx, deps, auction, now))
    case 'opened':
      if ((await openBatch(tx, auction)) > 0) return true
      await auditStep(tx, auction, 'cleared', now, { bids: await clear(tx, auction) })
      return true
    case 'cleared':
      return (await bookOpened(tx, deps, auction, now)) > 0 || move(tx, auction, 'paying', now)
    case 'paying':
      if (auction.payBy > now) return false
      return (await forfeitOverdue(tx, deps, auction, now)) > 0 || move(tx, auction, 'settled', now)
    case 'settled':
      // On the listing date, once the stock is an instrument.
      if (!(await store.isListed(tx, auction.id, now))) return false
      return (await deliverWon(tx, deps, auction, now)) > 0 || move(tx, auction, 'listed', now)
    case 'void':
      return (await refundAll(tx, deps, auction, now)) > 0
    default:
      return false
  }
}

async function move(
  tx: Tx,
  auction: AuctionRow,
  state: 'bidding' | 'paying' | 'settled' | 'listed',
  now: Date,
): Promise<boolean> {
  await store.setState(tx, auction.id, state)
  await auditStep(tx, auction, state, now)
  return true
}

/**
 * Signs the list of fingerprints. When the round may have appeared, a list could have been made with knowledge of the
 * bids: then the auction is void.
 */
async function close(tx: Tx, { secrets }: AdvanceDeps, auction: AuctionRow, now: Date): Promise<boolean> {
  if (now >= auction.opensAt) {
    await store.setVoid(tx, auction.id, null)
    await auditStep(tx, auction, 'void', now, { reason: 'not-listed' })
    return true
  }
  const listed = await store.readListed(tx, auction.id)
  const root = await writeListTree(tx, secrets, now, {
    kind: 'auctions',
    asset: auction.id,
    date: taipeiDate(now.getTime()),
    leaves: listed.map((bid) => ({ subject: bid.fingerprint, body: listedText(bid) })),
  })
  await store.setClosed(tx, auction.id, root, now)
  await auditStep(tx, auction, 'closed', now, { bids: listed.length, root })
  return true
}

const auditStep = (
  tx: Tx,
  auction: AuctionRow,
  what: string,
  at: Date,
  details: Record<string, unknown> = {},
) =>
  recordAudit(tx, {
    action: `auctions.${what}`,
    actor: 'system',
    subject: `auction:${auction.id}`,
    details: { symbol: auction.symbol, ...details },
    requestId: newId(at.getTime()),
  })
