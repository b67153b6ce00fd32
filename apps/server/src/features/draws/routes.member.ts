import type { drawsRoutes } from '@fairlot/contract/draws'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import type { Secrets } from '#platform/secrets'
import { listOpenings } from './opening/list-openings.ts'
import { listDraws, readList, readMine, readPublicDraw } from './reading/read-draws.ts'

export const drawsHandlers = ({
  db,
  secrets,
}: {
  readonly db: Db
  readonly secrets: Secrets
}): Handlers<typeof drawsRoutes> => ({
  list: (body, { now }) => listDraws(db, body, now),
  detail: ({ drawId }, { now }) => readPublicDraw(db, drawId, now),
  tickets: (body) => readList(db, body),
  openings: ({ date }) => listOpenings(db, date),
  mine: ({ drawId }, { caller }) => readMine(db, { secrets }, { drawId, memberId: caller.memberId }),
})
