import { changesSince } from '@fairlot/ledger'
import { sessionHours } from '@fairlot/rules/calendar'
import { type DayFigures, dayFiguresOf } from '@fairlot/rules/figures'
import type { Tx } from '#platform/db'
import { type Account, symbolsOf } from './account.ts'
import type { MarketFacts } from './deps.ts'
import { readPrices, sumRealised } from './store.ts'

/** The figures of the account's day, in the snapshot it was read in. */
export async function readDay(
  tx: Tx,
  { calendar }: MarketFacts,
  memberId: string,
  { facts, figures, balances, today: { date } }: Account,
): Promise<DayFigures> {
  const began = new Date(sessionHours(calendar, date).openingCallAt)
  const changes = await changesSince(tx, memberId, began)
  const prices = await readPrices(tx, symbolsOf([...balances, ...changes]))
  return dayFiguresOf(facts, figures, {
    changes,
    references: new Map(prices.map(({ symbol, reference }) => [symbol, reference])),
    realisedByFills: await sumRealised(tx, memberId, date, began),
  })
}
