import type { favouritesRoutes } from '@fairlot/contract/favourites'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { addFavourite } from './add-favourite.ts'
import { listFavourites } from './list-favourites.ts'
import { removeFavourite } from './remove-favourite.ts'

export const favouritesHandlers = (db: Db): Handlers<typeof favouritesRoutes> => ({
  list: async (_body, { caller }) => done([...(await listFavourites(db, caller.memberId))]),
  add: ({ symbol }, { caller }) => addFavourite(db, caller.memberId, symbol),
  remove: ({ symbol }, { caller }) => removeFavourite(db, caller.memberId, symbol),
})
