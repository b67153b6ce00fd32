export { allocationOf, type AllocationLine } from './allocation.ts'
export {
  beginOf,
  curveOf,
  type CurvePoint,
  type DayEnd,
  type DaySoFar,
  drawdownOf,
  nothingYet,
  type Period,
  periodOf,
  type Standing,
  standingOf,
  withDay,
} from './curve.ts'
export { type DayChange, type DayFacts, type DayFigures, dayFiguresOf } from './day.ts'
export {
  type AccountFacts,
  type FigurePosition,
  type Figures,
  figuresOf,
  type PositionResult,
  resultOf,
} from './figures.ts'
export {
  type FigureBalance,
  figureCurrency,
  type ForeignCash,
  isForeign,
  isShareAsset,
  type Marks,
  type PartRow,
  partRows,
  symbolOf,
} from './parts.ts'
export { percentBp } from './percent.ts'
