import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { type CoverDeps, coverDayTrades } from './covering/cover-day-trades.ts'
import { isDayTradeOpen } from './covering/store.ts'
import { countDays } from './store.ts'

export const dayTradingLoops = ({
  clock,
  ...deps
}: CoverDeps & { readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'day-trading-cover',
    everyMs: 1_000,
    work: { exists: isDayTradeOpen },
    run: () => coverDayTrades(deps, clock.now()),
  },
  { name: 'day-trading-count', everyMs: 60_000, run: () => countDayTrades(deps.db, clock.now()) },
]

const twoDaysMs = 2 * 86_400_000

/** Two days back: a worker that was down over midnight still counts all of yesterday. */
export const countDayTrades = (db: Db, now: Date): Promise<number> =>
  countDays(db, new Date(now.getTime() - twoDaysMs))
