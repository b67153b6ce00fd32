import { type DrawTerms, orderHash, seedOf, shuffle } from '@fairlot/proof'
import { recordAudit } from '#features/audit'
import { writesDurably } from '#platform/crash-points'
import type { Db } from '#platform/db'
import type { BeaconClient } from './beacon-client.ts'
import { sha256 } from './hash.ts'
import type { Moment } from './plan-draw.ts'
import { insertRanks, lockDraw, setDecided } from './store.ts'
import { readTicketIds } from './tickets/store.ts'

/**
 * Fetches the round of a released draw, verifies it and publishes the order, in one transaction. The order follows from
 * what is already published: after a crash the next run makes the same one. Returns false while no relay has the round.
 */
export async function decideDraw(
  db: Db,
  beacon: BeaconClient,
  drawId: string,
  { now, requestId }: Moment,
): Promise<boolean> {
  const draw = await db.transaction((tx) => lockDraw(tx, drawId))
  if (draw?.state !== 'released') return false
  const terms = JSON.parse(draw.terms) as DrawTerms
  const round = draw.releaseRound!
  const found = await beacon.fetchRound(terms.beacon, round)
  if (found === undefined) return false
  // Loaded here: the api and the console have the feature too and never need the curve.
  const { randomnessOf } = await import('@fairlot/proof/beacon')
  // A relay is believed nothing: only the beacon's key makes a valid signature of this round.
  const randomness = await randomnessOf(sha256, terms.beacon, { round, signature: found.signature })
  if (randomness === undefined) throw new Error(`draw ${drawId}: round ${round} has a wrong signature`)

  // The list is closed, so the order is computed outside of the transaction: a large one takes seconds.
  const tickets = await readTicketIds(db, drawId)
  const seed = await seedOf(sha256, {
    termsHash: draw.termsHash,
    secret: draw.secret!,
    round,
    randomness,
    size: tickets.length,
    root: draw.root!,
  })
  const order = await shuffle(sha256, seed, tickets)
  const hash = await orderHash(sha256, order)
  return db.transaction(async (tx) => {
    const again = await lockDraw(tx, drawId)
    if (again?.state !== 'released') return false
    await insertRanks(tx, drawId, order, tickets)
    writesDurably(tx, 'draw.decide')
    await setDecided(tx, { drawId, signature: found.signature, randomness, seed, orderHash: hash, now })
    await recordAudit(tx, {
      action: 'draws.decided',
      actor: 'system',
      subject: `draw:${drawId}`,
      details: { round, randomness, order: hash },
      requestId,
    })
    return true
  })
}
