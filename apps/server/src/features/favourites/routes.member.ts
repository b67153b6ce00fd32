import type { favouritesRoutes } from '@fairlot/contract/favourites'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { addFavourite } from './add-favourite.ts'
import { addAlert } from './alerts/add-alert.ts'
import { listAlerts } from './alerts/list-alerts.ts'
import { removeAlert } from './alerts/remove-alert.ts'
import { switchAlert } from './alerts/switch-alert.ts'
import { arrangeFavourites } from './arrange-favourites.ts'
import { addGroup } from './groups/add-group.ts'
import { removeGroup } from './groups/remove-group.ts'
import { renameGroup } from './groups/rename-group.ts'
import { listFavourites } from './list-favourites.ts'
import { listGroups } from './list-groups.ts'
import { removeFavourite } from './remove-favourite.ts'

export const favouritesHandlers = ({ db }: { readonly db: Db }): Handlers<typeof favouritesRoutes> => ({
  list: async (_body, { caller }) => done([...(await listFavourites(db, caller.memberId))]),
  add: ({ symbol }, { caller }) => addFavourite(db, caller.memberId, symbol),
  remove: ({ symbol }, { caller }) => removeFavourite(db, caller.memberId, symbol),
  lists: async (_body, { caller }) => done(await listGroups(db, caller.memberId)),
  arrange: ({ group, symbols }, { caller }) => arrangeFavourites(db, caller.memberId, group, symbols),
  addGroup: ({ name }, { caller, now }) => addGroup(db, caller.memberId, name, now),
  renameGroup: ({ group, name }, { caller }) => renameGroup(db, caller.memberId, group, name),
  removeGroup: ({ group }, { caller }) => removeGroup(db, caller.memberId, group),
  alerts: ({ symbol }, { caller }) => listAlerts(db, caller.memberId, symbol),
  addAlert: (body, { caller, now, tx }) => addAlert(tx, caller.memberId, body, now),
  switchAlert: ({ alert, on }, { caller }) => switchAlert(db, caller.memberId, alert, on),
  removeAlert: ({ alert }, { caller }) => removeAlert(db, caller.memberId, alert),
})
