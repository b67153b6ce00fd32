import type { consoleRoutes } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listGrants } from './list-grants.ts'
import { countAudience, proposeGrant } from './propose-grant.ts'

export const couponsConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['coupons']> => ({
  grants: async () => done(await listGrants(db)),
  async countAudience({ audience }, { now }) {
    const counted = await countAudience(db, audience, now)
    return counted.ok ? done({ members: counted.data.members }) : counted
  },
  proposeGrant: (body, { caller: by, now, requestId }) => proposeGrant(db, body, { by, now, requestId }),
})
