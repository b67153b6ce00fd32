export { requestFlash, type Tick, tickOf } from './flash.ts'
export {
  primeDetail,
  primeRows,
  useDetail,
  useIndices,
  useRow,
  useRows,
  useRowsNow,
  useTape,
} from './hooks.ts'
export type { LiveDetail, LiveIndex, LiveRow } from './live-row.ts'
