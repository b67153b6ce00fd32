import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import { flushSeatNets } from './flush-seat-nets.ts'

const minuteMs = 60_000

export const settlementLoops = (db: Db, clock: Clock): readonly Loop[] => [
  { name: 'settlement-seat-nets', everyMs: 30 * minuteMs, run: () => flushSeatNets(db, clock.now()) },
]
