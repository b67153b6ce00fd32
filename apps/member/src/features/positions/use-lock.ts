// When a position can be closed, as a live countdown. The server refuses by the same check.

import { mayClose } from '@fairlot/rules/positions'
import { useMarketSession } from '#features/market-data'
import { useNow } from '#shell/live/use-now.ts'
import { useDay, useMoment } from '#shell/format.ts'
import type { Ground, PositionRow } from './figures.ts'
import { positionsTexts } from './texts/index.ts'

/** Below this the seconds are counted. */
const LAST_MINUTE_MS = 60_000

/** Why it cannot be closed yet, as text; undefined when it can. */
export const useLock = (row: PositionRow, ground: Ground | undefined): string | undefined => {
  const texts = positionsTexts.use().lock
  const moment = useMoment()
  const day = useDay()
  const offset = useMarketSession()?.offset ?? 0
  const unlocksAtMs = Date.parse(row.unlocksAt)
  const shownAt = useNow(0)
  const now = useNow(unlocksAtMs > shownAt + offset ? 1_000 : 0) + offset
  if (row.state === 'closed' || ground === undefined) return undefined
  const refusal = mayClose(
    { ...row, unlocksAt: unlocksAtMs, closeAskedAt: null },
    now,
    ground.today,
    ground.terms,
  )
  if (refusal === undefined) return undefined
  if (refusal.code !== 'position.locked') return texts.nextDay(day(row.sellableOn))
  const left = unlocksAtMs - now
  return left <= LAST_MINUTE_MS
    ? texts.seconds(moment(row.unlocksAt), Math.ceil(left / 1_000))
    : texts.minutes(moment(row.unlocksAt), Math.ceil(left / LAST_MINUTE_MS))
}
