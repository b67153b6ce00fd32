import type { instrumentsRoutes } from '@fairlot/contract/instruments'
import type { Db } from '#platform/db'
import type { Handlers } from '#platform/handler'
import { done } from '#platform/outcome'
import { readFundamentals } from './fundamentals/read-fundamentals.ts'
import { listViewed } from './list-viewed.ts'
import { readInstrument } from './read-instrument.ts'
import { recordView } from './record-view.ts'
import { openSearch } from './search-instruments.ts'

export function instrumentsHandlers({ db }: { readonly db: Db }): Handlers<typeof instrumentsRoutes> {
  const search = openSearch(db)
  return {
    search: async ({ text, near = false }, { now }) => done([...(await search(text, near, now))]),
    read: ({ symbol }) => readInstrument(db, symbol),
    fundamentals: ({ symbol }) => readFundamentals(db, symbol),
    opened: ({ symbol }, { caller, now }) => recordView(db, caller.memberId, symbol, now),
    viewed: async (_body, { now }) => done([...(await listViewed(db, now))]),
  }
}
