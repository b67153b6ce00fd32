// The two programs announce the dividends of practice companies as they publish offers: one proposes the next, the other approves it
// if it is what follows from the company's number and the date.

import { randomUUID } from 'node:crypto'
import type { Database } from '@fairlot/process/database'
import { practiceDividend } from '@fairlot/rules/corporate-actions'
import { practiceNumber } from '@fairlot/rules/new-shares'
import type { VotingKey } from '../offers/key.ts'
import { openVoter, type Operator } from '../offers/voter.ts'
import { type DividendProposal, proposeDividend, readDividendProposals, readIssuer } from './store.ts'

export const openIssuer = (db: Database, key: VotingKey): Promise<Operator> =>
  openVoter<DividendProposal>(db, key, {
    read: () => readDividendProposals(db),
    proposeDue: (now) => proposeNext(db, now),
    judge: (now) => (proposal) => isRight(proposal, now),
  })

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
