import type { DataOf } from '@fairlot/contract/routes'
import { favouritesRules } from '@fairlot/rules/favourites'
import type { Db } from '#platform/db'
import { readGroups } from './groups/store.ts'
import { readFavourites } from './store.ts'

export async function listGroups(db: Db, memberId: string): Promise<DataOf<'/favourites/listGroups'>> {
  const [favourites, groups] = await Promise.all([readFavourites(db, memberId), readGroups(db, memberId)])
  return {
    symbols: favourites.map(({ symbol }) => symbol),
    groups: groups.map(({ id, name, symbols }) => ({ id, name, symbols: [...symbols] })),
    max: favouritesRules.max.default,
    maxGroups: favouritesRules.maxGroups.default,
  }
}
