export { requestFlash, type Tick, tickOf } from './flash.ts'
export type { Feed, FeedState } from './freshness.ts'
export {
  onMemberEvent,
  primeDetail,
  primeRows,
  reconnect,
  useDetail,
  useFeed,
  useIndices,
  useRow,
  useRows,
  useRowsNow,
  useTape,
} from './hooks.ts'
export type { LiveDetail, LiveIndex, LiveRow } from './live-row.ts'
