import type { couponsRoutes } from '@fairlot/contract/coupons'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { listCoupons } from './list-coupons.ts'

export const couponsHandlers = ({ db }: { readonly db: Db }): Handlers<typeof couponsRoutes> => ({
  list: async ({ state }, { caller, now }) => done(await listCoupons(db, caller.memberId, state, now)),
})
