import type { Db } from '#platform/db'
import { done } from '#platform/outcome'
import { readOpening, readOpenings } from './store.ts'

const days = 10

const readDay = async (db: Db, date: string) => {
  const opening = await readOpening(db, date)
  return opening ? [opening] : []
}

/** The last ones, or the one of this day. */
export const listOpenings = async (db: Db, date?: string) =>
  done({
    openings: (await (date === undefined ? readOpenings(db, days) : readDay(db, date))).map(
      ({ date, opensAt, source, chain, round, signature, seed, decidedAt }) => ({
        date,
        opensAt: opensAt.toISOString(),
        source,
        decidedAt: decidedAt.toISOString(),
        draw:
          chain === null || round === null || signature === null || seed === null
            ? null
            : { chain, round, signature, seed },
      }),
    ),
  })
