import type { Loop } from '#platform/loops'
import type { SettlementDeps } from '../apply-batches.ts'
import { flushSeatNets } from '../flush-seat-nets.ts'
import { accrueInterest } from './accrue-interest.ts'
import { keepDayTrades } from './keep-day-trades.ts'
import { sweepDues } from './sweep-dues.ts'

const secondMs = 1_000
const minuteMs = 60 * secondMs

/** Each looks for what is due and not done; where it was cut short, the next round goes on. */
export const settlementLoops = (deps: SettlementDeps): readonly Loop[] => {
  const { db, clock, calendar } = deps
  return [
    { name: 'settlement-seat-nets', everyMs: 30 * minuteMs, run: () => flushSeatNets(db, clock.now()) },
    { name: 'settlement-dues', everyMs: minuteMs, run: () => sweepDues(db, calendar, clock.now()) },
    { name: 'settlement-interest', everyMs: minuteMs, run: () => accrueInterest(db, calendar, clock.now()) },
    { name: 'settlement-day-trades', everyMs: 10 * secondMs, run: () => keepDayTrades(deps) },
  ]
}
