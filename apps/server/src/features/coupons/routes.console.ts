import type { consoleRoutes } from '@fairlot/contract/console-routes'
import { balanceOf, houseAccounts } from '@fairlot/ledger'
import { type Db, inSnapshot } from '#platform/db'
import type { ConsoleHandlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { countAudience, proposeGrant } from './propose-grant.ts'
import { readGrants } from './store.ts'

export const couponsConsoleHandlers = ({
  db,
}: {
  readonly db: Db
}): ConsoleHandlers<(typeof consoleRoutes)['coupons']> => ({
  async grants() {
    const [grants, setAside] = await inSnapshot(db, (tx) =>
      Promise.all([readGrants(tx), balanceOf(tx, houseAccounts.vouchers('TWD'))]),
    )
    return done({
      grants: grants.map((grant) => ({
        ...grant,
        amount: grant.amount.toString(),
        paid: grant.paid.toString(),
        grantedAt: grant.grantedAt.toISOString(),
        until: grant.until.toISOString(),
      })),
      setAside: setAside.toString(),
    })
  },
  async countAudience({ audience }, { now }) {
    const counted = await countAudience(db, audience, now)
    return counted.ok ? done({ members: counted.data.members }) : counted
  },
  proposeGrant: (body, { caller: by, now, requestId }) => proposeGrant(db, body, { by, now, requestId }),
})
