import { favouritesRules, groupNameFrom } from '@fairlot/rules/favourites'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import { lockList } from '../store.ts'
import { insertGroup, readGroupNames } from './store.ts'

/** Refuses: `favourites.group-name`, `favourites.groups-full`, `favourites.group-exists`. */
export async function addGroup(
  db: Db,
  memberId: string,
  text: string,
  now: Date,
): Promise<Outcome<{ id: string }>> {
  const name = groupNameFrom(text)
  if (name === undefined) return refuse('favourites.group-name', { field: 'name' })
  const { maxGroups } = favouritesRules
  return db.transaction(async (tx): Promise<Outcome<{ id: string }>> => {
    await lockList(tx, memberId)
    const groups = await readGroupNames(tx, memberId)
    if (groups.some((group) => group.name === name)) {
      return refuse('favourites.group-exists', { field: 'name' })
    }
    if (groups.length >= maxGroups.default) {
      return refuse('favourites.groups-full', { params: { max: maxGroups.default }, rule: maxGroups.id })
    }
    const id = newId(now.getTime())
    await insertGroup(tx, { id, memberId, name, now })
    return done({ id })
  })
}
