// What the two programs do in one round. One proposes the next practice offer when none is open, and the release of a
// closed draw; the other approves what it can compute itself, and nothing else.

import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Database } from '@fairlot/process/database'
import { practiceCompanies, practiceNumber, practiceOffer } from '@fairlot/rules/new-shares'
import type { VotingKey } from './key.ts'
import { sha256, signerOf } from './sign.ts'
import {
  approve,
  enlist,
  type OwnOffer,
  type Proposal,
  proposeOffer,
  proposeRelease,
  readLastCode,
  readOwnOffers,
  readProposals,
  signProposal,
} from './store.ts'

/** A proposal that is approved later could open before members can see it. */
const freshMs = 5 * 60_000

export interface Operator {
  readonly operatorId: string
  /** Proposes and signs what is due. Returns how many votes it gave. */
  propose(now: Date): Promise<number>
  /** Approves what the other has signed, if it is what it has to be. Returns how many votes it gave. */
  approve(now: Date): Promise<number>
}

export async function openOperator(db: Database, key: VotingKey): Promise<Operator> {
  const { operatorId, keyId } = await enlist(db, key.publicKey)
  const signed = signerOf(key, { operatorId, keyId })
  return {
    operatorId,
    async propose(now) {
      await proposeDue(db, now)
      // Also what an earlier run has proposed and not signed.
      const unsigned = (await readProposals(db)).filter(
        (proposal) => proposal.openedBy === operatorId && !proposal.isSigned,
      )
      for (const proposal of unsigned)
        await signProposal(db, proposal.reviewId, signed(proposal, proposal.reason, now))
      return unsigned.length
    },
    async approve(now) {
      const [proposals, offers] = await Promise.all([readProposals(db), readOwnOffers(db)])
      const right = proposals.filter(
        (proposal) => proposal.state === 'second' && proposal.isSigned && isRight(proposal, offers, now),
      )
      for (const proposal of right)
        await approve(db, proposal.reviewId, sha256(proposal.payload), signed(proposal, '', now))
      return right.length
    },
  }
}

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
function isRight({ kind, subject, payload }: Proposal, offers: readonly OwnOffer[], now: Date): boolean {
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
