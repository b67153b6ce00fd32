// The two programs announce the dividends of practice companies as they publish offers: one proposes the next, the other approves it
// if it is what follows from the company's number and the date.

import { randomUUID } from 'node:crypto'
import type { Database } from '@fairlot/process/database'
import { practiceDividend } from '@fairlot/rules/corporate-actions'
import { practiceNumber } from '@fairlot/rules/new-shares'
import type { VotingKey } from '../offers/key.ts'
import type { Operator } from '../offers/operator.ts'
import { sha256, signerOf } from '../offers/sign.ts'
import { approve, enlist, signProposal } from '../offers/store.ts'
import { type DividendProposal, proposeDividend, readDividendProposals, readIssuer } from './store.ts'

export async function openIssuer(db: Database, key: VotingKey): Promise<Operator> {
  const { operatorId, keyId } = await enlist(db, key.publicKey)
  const signed = signerOf(key, { operatorId, keyId })
  return {
    operatorId,
    async propose(now) {
      await proposeNext(db, now)
      const unsigned = (await readDividendProposals(db)).filter(
        (proposal) => proposal.openedBy === operatorId && !proposal.isSigned,
      )
      for (const proposal of unsigned)
        await signProposal(db, proposal.reviewId, signed(proposal, proposal.reason, now))
      return unsigned.length
    },
    async approve(now) {
      const right = (await readDividendProposals(db)).filter(
        (proposal) => proposal.state === 'second' && proposal.isSigned && isRight(proposal, now),
      )
      for (const proposal of right)
        await approve(db, proposal.reviewId, sha256(proposal.payload), signed(proposal, '', now))
      return right.length
    },
  }
}

async function proposeNext(db: Database, now: Date): Promise<void> {
  const symbol = await readIssuer(db)
  const number = practiceNumber(symbol ?? '')
  if (symbol === undefined || number === undefined || (await readDividendProposals(db)).length > 0) return
  const ids = { reviewId: randomUUID(), actionId: randomUUID() }
  await proposeDividend(db, ids, practiceDividend(symbol, number, now), now)
}

/** The rates are the database's own: it reads them from the rules in force. */
function isRight({ payload }: DividendProposal, now: Date): boolean {
  const asked = JSON.parse(payload) as Record<string, unknown>
  const symbol = String(asked['symbol'])
  const number = practiceNumber(symbol)
  if (number === undefined) return false
  return Object.entries(practiceDividend(symbol, number, now)).every(([name, value]) => asked[name] === value)
}
