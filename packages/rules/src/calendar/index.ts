export {
  closesTooLong,
  type SettlementMove,
  settlementMoves,
  withClosure,
  withoutClosure,
} from './closure-moves.ts'
export { phaseAt, phasesDue, phasesOf, tradingDateAt, type PhaseChange, type PhaseNow } from './phases.ts'
export { type CalendarName, dateBegun, sessionHours, type SessionHours } from './sessions.ts'
export { addDays, dayMs, hourMs, isWeekend, taipeiDate, taipeiIso, taipeiMidnight } from './taipei.ts'
export {
  addSettlementDays,
  type Closure,
  type Closures,
  closuresOf,
  isSettlementDay,
  isTradingDay,
  nextTradingDay,
  previousTradingDay,
} from './trading-days.ts'
