// The dividends of a practice market's invented companies: they follow from the company's number and the date alone, so the operator
// who approves one can compute what it has to be. The database has the same bounds: practice.is_practice_dividend.

import { addDays, taipeiDate } from '../calendar/taipei.ts'

export interface PracticeDividend {
  readonly symbol: string
  readonly cashMicros: number
  readonly stockMicros: number
  readonly exOn: string
  readonly paysOn: string
}

const exInDays = 2
const paysInDays = 5

/** Every third pays new shares beside the cash: fifty for a thousand. */
export function practiceDividend(symbol: string, number: number, now: Date): PracticeDividend {
  const today = taipeiDate(now.getTime())
  return {
    symbol,
    cashMicros: 300_000 + (number % 8) * 100_000,
    stockMicros: number % 3 === 1 ? 50_000 : 0,
    exOn: addDays(today, exInDays),
    paysOn: addDays(today, paysInDays),
  }
}
