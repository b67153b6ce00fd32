import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { balanceOf, houseAccounts } from '@fairlot/ledger'
import { type Db, inSnapshot } from '#platform/db'
import { readGrants } from './store.ts'

export const listGrants = (db: Db): Promise<ConsoleDataOf<'/coupons/grants'>> =>
  inSnapshot(db, async (tx) => {
    const [grants, setAside] = await Promise.all([
      readGrants(tx),
      balanceOf(tx, houseAccounts.coupons('TWD')),
    ])
    return {
      grants: grants.map((grant) => ({
        ...grant,
        amount: grant.amount.toString(),
        paid: grant.paid.toString(),
        grantedAt: grant.grantedAt.toISOString(),
        until: grant.until.toISOString(),
      })),
      setAside: setAside.toString(),
    }
  })
