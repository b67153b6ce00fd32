// What one of the two programs does with one matter: offers, lessons, dividends. It signs what it proposes, and approves what the
// other has signed if it is what it has to be.

import type { Database } from '@fairlot/process/database'
import type { VotingKey } from './key.ts'
import { sha256, signerOf } from './sign.ts'
import { approve, enlist, type Proposal, signProposal } from './store.ts'

export interface Operator {
  readonly operatorId: string
  /** Proposes and signs what is due. Returns how many votes it gave. */
  propose(now: Date): Promise<number>
  /** Approves what the other has signed, if it is what it has to be. Returns how many votes it gave. */
  approve(now: Date): Promise<number>
}

interface Matter<One extends Proposal> {
  /** The open proposals. */
  read(): Promise<readonly One[]>
  proposeDue(now: Date): Promise<void>
  /** The check of a proposal, from what is known now. */
  judge(now: Date): Promise<(proposal: One) => boolean> | ((proposal: One) => boolean)
}

export async function openVoter<One extends Proposal>(
  db: Database,
  key: VotingKey,
  matter: Matter<One>,
): Promise<Operator> {
  const { operatorId, keyId } = await enlist(db, key.publicKey)
  const signed = signerOf(key, { operatorId, keyId })
  return {
    operatorId,
    async propose(now) {
      await matter.proposeDue(now)
      // Also what an earlier run has proposed and not signed.
      const unsigned = (await matter.read()).filter(
        ({ openedBy, isSigned }) => openedBy === operatorId && !isSigned,
      )
      for (const proposal of unsigned)
        await signProposal(db, proposal.reviewId, signed(proposal, proposal.reason, now))
      return unsigned.length
    },
    async approve(now) {
      const isRight = await matter.judge(now)
      const right = (await matter.read()).filter(
        (proposal) => proposal.state === 'second' && proposal.isSigned && isRight(proposal),
      )
      for (const proposal of right)
        await approve(db, proposal.reviewId, sha256(proposal.payload), signed(proposal, '', now))
      return right.length
    },
  }
}
