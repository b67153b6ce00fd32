// Reads through React Query. Answers are cached per operator and deleted when the session ends.

import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { ConsoleBodyOf, ConsoleDataOf, ConsolePath } from '@fairlot/contract/console-routes'
import { isPresent, onReturn } from './activity.ts'
import { call, type Failed } from './client.ts'
import { onSessionEnd, useMe } from './session.ts'

/** What a failed read throws into React Query; `failed` says why. */
export class ReadError extends Error {
  readonly failed: Failed
  constructor(failed: Failed) {
    super(failed.why === 'refused' ? failed.msg : failed.why)
    this.failed = failed
  }
}

export const queryClient = new QueryClient({
  defaultOptions: {
    // The page shows a failed read with its own retry button; a silent retry would only delay that.
    queries: { retry: false, staleTime: 2_000, networkMode: 'always', refetchOnWindowFocus: isPresent },
  },
})
queryClient.mount()
onSessionEnd(() => queryClient.clear())
onReturn(() => void queryClient.refetchQueries({ type: 'active' }))

export interface ReadOptions {
  readonly enabled?: boolean
  /** Polling interval while the operator is active. */
  readonly every?: number
  /** Shows the previous answer until the new one arrives. */
  readonly keep?: boolean
}

export const readOnce = async <P extends ConsolePath>(
  path: P,
  body: ConsoleBodyOf<P>,
  signal?: AbortSignal,
): Promise<ConsoleDataOf<P>> => {
  const answer = await call(path, body, signal === undefined ? {} : { signal })
  if (!answer.ok) throw new ReadError(answer)
  return answer.data
}

export const useRead = <P extends ConsolePath>(
  path: P,
  body: ConsoleBodyOf<P>,
  { enabled = true, every, keep = false }: ReadOptions = {},
): UseQueryResult<ConsoleDataOf<P>, ReadError> => {
  const me = useMe()
  return useQuery<ConsoleDataOf<P>, ReadError>(
    {
      queryKey: [me?.operatorId ?? '', path, body],
      enabled: enabled && Boolean(me),
      queryFn: ({ signal }) => readOnce(path, body, signal),
      ...(every === undefined ? {} : { refetchInterval: () => (isPresent() ? every : false) }),
      ...(keep ? { placeholderData: keepPreviousData } : {}),
    },
    queryClient,
  )
}

/** After a write: invalidates the answers of these paths. */
export const refresh = (...paths: readonly ConsolePath[]): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => paths.some((path) => queryKey[1] === path) })
