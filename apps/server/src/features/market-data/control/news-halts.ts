// The practice market requests halts for news and cannot halt by itself: its database role has rights for its seats and
// nothing else. Requests are limited here, so that a faulty practice market cannot stop trading.

import { type HaltInstrument, shardOf, type Subjects } from '@fairlot/contract/venue'
import { type Bus, publishAfterCommit } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Db } from '#platform/db'
import type { Loop } from '#platform/loops'
import {
  decideNewsHalt,
  isNewsHaltAsked,
  lockNewsHalts,
  readNewsHaltsToday,
  submitCommands,
} from './store.ts'

const maxADay = 100
const longestMs = 15 * 60_000

export interface NewsHaltDeps {
  readonly db: Db
  readonly bus: Bus
  readonly subjects: Subjects
}

export const newsHaltLoops = ({
  clock,
  ...deps
}: NewsHaltDeps & { readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'news-halts',
    everyMs: 1_000,
    work: { exists: isNewsHaltAsked },
    run: () => haltForNews(deps, clock.now()),
  },
]

/** Returns how many securities were halted. */
export function haltForNews({ db, bus, subjects }: NewsHaltDeps, now: Date): Promise<number> {
  return db.transaction(async (tx) => {
    const asked = await lockNewsHalts(tx)
    if (asked.length === 0) return 0
    let done = await readNewsHaltsToday(tx, now)
    const commands: HaltInstrument[] = []
    for (const { id, symbol, isListed, until } of asked) {
      const ahead = until.getTime() - now.getTime()
      const refusal = !isListed
        ? 'not-listed'
        : ahead <= 0 || ahead > longestMs
          ? 'time'
          : done >= maxADay
            ? 'too-many'
            : null
      await decideNewsHalt(tx, id, refusal, now)
      if (refusal !== null) continue
      done += 1
      commands.push({ kind: 'halt', symbol, reason: 'news', until: until.getTime() })
    }
    await submitCommands(
      tx,
      commands.map((command) => ({ shard: shardOf(command.symbol), text: JSON.stringify(command) })),
    )
    for (const shard of new Set(commands.map(({ symbol }) => shardOf(symbol))))
      publishAfterCommit(tx, bus, subjects.wakeExchange(shard), { shard })
    return commands.length
  })
}
