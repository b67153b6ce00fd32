import type { Db } from '#platform/db'
import { done } from '#platform/outcome'
import { readOpenings } from './store.ts'

const days = 10

export const listOpenings = async (db: Db) =>
  done({
    openings: (await readOpenings(db, days)).map(
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
