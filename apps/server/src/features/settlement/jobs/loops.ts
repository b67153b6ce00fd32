import type { Loop } from '#platform/loops'
import type { SettlementDeps } from '../apply-batches.ts'
import { flushSeatNets } from '../flush-seat-nets.ts'
import { isEventWaiting } from '../set-aside-store.ts'
import { accrueInterest } from './accrue-interest.ts'
import { keepDayTrades } from './keep-day-trades.ts'
import { sweepDues } from './sweep-dues.ts'
import { type OpenReview, trySetAside } from './try-set-aside.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs

/** Each finds what is due and not done; after an interruption the next round continues. */
export const settlementLoops = ({
  openReview: open,
  ...deps
}: SettlementDeps & { readonly openReview: OpenReview }): readonly Loop[] => {
  const { db, clock, calendar } = deps
  return [
    { name: 'settlement-seat-nets', everyMs: 30 * minuteMs, run: () => flushSeatNets(db, clock.now()) },
    { name: 'settlement-dues', everyMs: minuteMs, run: () => sweepDues(db, calendar, clock.now()) },
    { name: 'settlement-interest', everyMs: minuteMs, run: () => accrueInterest(db, calendar, clock.now()) },
    {
      name: 'settlement-set-aside',
      everyMs: 5 * secondMs,
      work: { exists: isEventWaiting },
      run: () => trySetAside(deps, open),
    },
    { name: 'settlement-day-trades', everyMs: 10 * secondMs, run: () => keepDayTrades(deps) },
  ]
}
