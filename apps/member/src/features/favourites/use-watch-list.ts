import type { Answer } from '#shell/client.ts'
import { call } from '#shell/client.ts'
import { refresh, useRead } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'

/** Everything the member watches, with the groups. For a guest nothing is requested. */
export const useWatchList = () => {
  const isMember = useSession() !== null
  return useRead('/favourites/listGroups', {}, { enabled: isMember, staleTime: 60_000, quiet: true })
}

const changed = () => refresh('/favourites/listGroups', '/user/Optionallist')

/** Each returns whether it succeeded; a refusal has already shown its toast. */
const done = async <P extends Parameters<typeof call>[0]>(answer: Promise<Answer<P>>): Promise<boolean> => {
  const { ok } = await answer
  await changed()
  return ok
}

export const addFavourite = (symbol: string) => done(call('/favourites/addFavourite', { symbol }))
export const removeFavourite = (symbol: string) => done(call('/favourites/removeFavourite', { symbol }))
export const arrange = (group: string | undefined, symbols: readonly string[]) =>
  done(
    call('/favourites/arrangeFavourites', {
      symbols: [...symbols],
      ...(group === undefined ? {} : { group }),
    }),
  )
export const removeGroup = (group: string) => done(call('/favourites/removeGroup', { group }))
export const groupsChanged = changed
