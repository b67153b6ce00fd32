import type { DataOf } from '@fairlot/contract/routes'
import { positionOf } from '@fairlot/ledger'
import { allocationOf } from '@fairlot/rules/figures'
import { readCreditFigures } from '#features/credit'
import { ruleProfileOf } from '#features/site'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { foreignOf, readAccount, shownFigures } from './account.ts'
import type { MarketFacts } from './deps.ts'
import { readDay } from './read-day.ts'
import { readQuoteId } from './store.ts'

type Shown = DataOf<'/positions/account'>

/**
 * Every summary figure, from one snapshot: one quote and one position of the ledger. Each screen shows this answer, so
 * two screens of the same moment cannot differ.
 */
export const readFigures = (db: Db, facts: MarketFacts, memberId: string, now: Date): Promise<Shown> =>
  inSnapshot(db, (tx) => showFigures(tx, facts, memberId, now))

/** The same for a caller that has a snapshot. */
export async function showFigures(tx: Tx, facts: MarketFacts, memberId: string, now: Date): Promise<Shown> {
  const account = await readAccount(tx, facts, memberId, now)
  const { figures, holdings } = account
  const day = await readDay(tx, facts, memberId, account)
  return {
    ...shownFigures(figures, now),
    day: {
      date: account.today.date,
      opening: day.opening.toString(),
      paidIn: day.paidIn.toString(),
      profit: day.profit.toString(),
      profitBp: day.profitBp,
      realised: day.realised.toString(),
      unrealised: day.unrealised.toString(),
      rebates: day.rebates.toString(),
      currency: day.currency.toString(),
      positions: day.positions.map(({ positionId, amount }, at) => ({
        positionId,
        symbol: holdings[at]!.symbol,
        direction: holdings[at]!.direction,
        amount: amount.toString(),
      })),
      rest: day.rest.toString(),
    },
    allocation: allocationOf(account.facts, figures).map((line) => ({
      ...line,
      amount: line.amount.toString(),
    })),
    foreign: foreignOf(account),
    credit: await readCreditFigures(tx, ruleProfileOf(facts.money), memberId, now),
    simulated: facts.money === 'practice',
    quote: await readQuoteId(tx),
    ledger: (await positionOf(tx, memberId)).toString(),
  }
}
