import { changesSince } from '@fairlot/ledger'
import { sessionHours } from '@fairlot/rules/calendar'
import { type DayFigures, dayFiguresOf, isForeign } from '@fairlot/rules/figures'
import { readMidsAt, sumForeignPayments } from '#features/currency-exchange'
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
  // Most members have no foreign cash: then two reads are saved.
  const hasForeign = [...balances, ...changes].some(({ asset }) => isForeign(asset))
  return dayFiguresOf(facts, figures, {
    changes,
    references: new Map(prices.map(({ symbol, reference }) => [symbol, reference])),
    openingMids: hasForeign ? await readMidsAt(tx, began) : facts.mids,
    foreignPaid: hasForeign ? await sumForeignPayments(tx, memberId, began) : 0n,
    realisedByFills: await sumRealised(tx, memberId, date, began),
  })
}
