import { dayMs, hourMs } from '@fairlot/rules/calendar'
import { newsRules } from '@fairlot/rules/news'
import type { Clock } from '#platform/clock'
import type { Config } from '#platform/config'
import type { Db } from '#platform/db'
import type { Log } from '#platform/log'
import type { Loop } from '#platform/loops'
import { importNews } from './importing/import-news.ts'
import { twseFeeds } from './importing/twse.ts'
import { closeReads, deletePictures } from './store.ts'

interface JobDeps {
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly config: Pick<Config, 'newsImport'>
}

const picturesKeptMs = 30 * dayMs
/** The sources publish a few times a day. */
const importEveryMs = 10 * 60_000
/** Articles whose count one run closes. */
const maxClosed = 100

export async function tidyNews(db: Db, now: Date): Promise<number> {
  const before = new Date(now.getTime() - newsRules.readsDays.default * dayMs)
  let closed = 0
  while (closed < maxClosed && (await closeReads(db, before))) closed += 1
  return closed + (await deletePictures(db, new Date(now.getTime() - picturesKeptMs), 100))
}

export const newsLoops = ({ db, clock, log, config: { newsImport } }: JobDeps): readonly Loop[] => [
  { name: 'news-tidy', everyMs: hourMs, run: () => tidyNews(db, clock.now()) },
  ...(newsImport === undefined
    ? []
    : [
        {
          name: 'news-import',
          everyMs: importEveryMs,
          run: () => importNews(db, twseFeeds(newsImport), log, clock.now()),
        },
      ]),
]
