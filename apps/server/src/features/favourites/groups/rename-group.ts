import { groupNameFrom } from '@fairlot/rules/favourites'
import type { Db } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { lockList } from '../store.ts'
import { readGroupNames, updateGroupName } from './store.ts'

/** Refuses: `favourites.group-name`, `request.not-found`, `favourites.group-exists`. */
export async function renameGroup(
  db: Db,
  memberId: string,
  id: string,
  text: string,
): Promise<Outcome<null>> {
  const name = groupNameFrom(text)
  if (name === undefined) return refuse('favourites.group-name', { field: 'name' })
  return db.transaction(async (tx): Promise<Outcome<null>> => {
    await lockList(tx, memberId)
    const groups = await readGroupNames(tx, memberId)
    if (!groups.some((group) => group.id === id)) return refuse('request.not-found', { field: 'group' })
    if (groups.some((group) => group.id !== id && group.name === name)) {
      return refuse('favourites.group-exists', { field: 'name' })
    }
    await updateGroupName(tx, id, name)
    return done(null)
  })
}
