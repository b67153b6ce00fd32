// What the two programs do in one round. One proposes the next practice offer when none is open, and the release of a
// closed draw; the other approves what it can compute itself, and nothing else.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@fairlot/process/database'
import { practiceCompanies, practiceNumber, practiceOffer } from '@fairlot/rules/new-shares'
import type { VotingKey } from './key.ts'
import {
  type OfferProposal,
  type OwnOffer,
  proposeOffer,
  proposeRelease,
  readLastCode,
  readOwnOffers,
  readProposals,
} from './store.ts'
import { openVoter, type Operator } from './voter.ts'

/** A proposal that is approved later could open before members can see it. */
const freshMs = 5 * 60_000

export const openOperator = (db: Database, key: VotingKey): Promise<Operator> =>
  openVoter<OfferProposal>(db, key, {
    read: () => readProposals(db),
    proposeDue: (now) => proposeDue(db, now),
    async judge(now) {
      const offers = await readOwnOffers(db)
      return (proposal) => isRight(proposal, offers, now)
    },
  })

async function proposeDue(db: Database, now: Date): Promise<void> {
  const [proposals, offers] = await Promise.all([readProposals(db), readOwnOffers(db)])
  for (const { drawId, drawState, releaseBy } of offers) {
    if (drawId === null || drawState !== 'closed' || releaseBy === null || releaseBy <= now) continue
    if (proposals.some(({ subject }) => subject === drawId)) continue
    await proposeRelease(db, randomUUID(), drawId, now)
  }
  const isOffered = offers.some(({ closesAt }) => closesAt > now)
  if (isOffered || proposals.some(({ kind }) => kind === 'offer')) return
  const last = await readLastCode(db)
  const number = (last === undefined ? 0 : (practiceNumber(last) ?? practiceCompanies)) + 1
  // Every code of a practice company is used.
  if (number > practiceCompanies) return
  await proposeOffer(db, { reviewId: randomUUID(), offerId: randomUUID() }, practiceOffer(number, now), now)
}

/** The terms that follow from the number and the time, or the list of a closed draw as it is published. */
function isRight({ kind, subject, payload }: OfferProposal, offers: readonly OwnOffer[], now: Date): boolean {
  const asked = JSON.parse(payload) as { readonly symbol?: string; readonly announcesAt?: string }
  if (kind === 'draw-release') {
    const offer = offers.find(({ drawId }) => drawId === subject)
    return offer?.drawState === 'closed' && isDeepStrictEqual(asked, offer.release)
  }
  const number = practiceNumber(asked.symbol ?? '')
  const announcesAt = new Date(asked.announcesAt ?? '')
  if (number === undefined || !(Math.abs(now.getTime() - announcesAt.getTime()) < freshMs)) return false
  return isDeepStrictEqual(asked, practiceOffer(number, announcesAt))
}
