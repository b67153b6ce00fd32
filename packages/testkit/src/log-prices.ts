// Sets a security's day as the platform sees it. Settlement normally takes it from the exchange's log; a test without
// an exchange, or one in which the platform lags behind the venue, writes it as the owner.

import type { Sql } from './sql.ts'

export interface SecurityDay {
  readonly date: string | null
  readonly state: string | null
  readonly reference: number | null
  readonly upper: number | null
  readonly lower: number | null
  readonly last: number | null
}

const write = (owner: Pick<Sql, 'query'>, symbol: string, day: SecurityDay): Promise<unknown> =>
  owner.query(
    `INSERT INTO settlement.prices AS p (symbol, date, state, reference, upper, lower, last, event, at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, 0, now())
     ON CONFLICT (symbol) DO UPDATE SET date = $2, state = $3, reference = $4, upper = $5, lower = $6, last = $7`,
    [symbol, day.date, day.state, day.reference, day.upper, day.lower, day.last],
  )

const unknown: SecurityDay = {
  date: null,
  state: null,
  reference: null,
  upper: null,
  lower: null,
  last: null,
}

/** Returns a function that restores it. The next event of the log about this security still overwrites it. */
export async function setSecurityDay(
  owner: Pick<Sql, 'query'>,
  symbol: string,
  changes: Partial<SecurityDay>,
): Promise<() => Promise<unknown>> {
  const [row] = await owner.query<SecurityDay>(
    `SELECT date::text AS date, state, reference, upper, lower, last FROM settlement.prices WHERE symbol = $1`,
    [symbol],
  )
  const before = row ?? unknown
  await write(owner, symbol, { ...before, ...changes })
  return () => write(owner, symbol, before)
}
