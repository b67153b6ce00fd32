// Reads through React Query. Answers are cached per account and deleted when the session ends.

import { keepPreviousData, QueryClient, useQuery, type UseQueryResult } from '@tanstack/react-query'
import type { BodyOf, DataOf, Path } from '@fairlot/contract'
import { call, type Failed } from './client.ts'
import { onSessionEnd, useSession } from './session.ts'

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
    // The screen shows a failed read with its own retry button; a silent retry would only delay that.
    queries: { retry: false, staleTime: 5_000, networkMode: 'always', throwOnError: false },
    mutations: { retry: false, networkMode: 'always' },
  },
})

// No provider: it would pull the library into the entry, and the start page reads nothing.
queryClient.mount()
onSessionEnd(() => queryClient.clear())

const keyOf = (account: string | undefined, path: Path, body: unknown) => [account ?? '', path, body]

export interface ReadOptions {
  readonly enabled?: boolean
  readonly staleTime?: number
  readonly quiet?: boolean
  /** Polling interval while the screen is shown; false to stop. */
  readonly every?: number | false
  /** Shows the previous answer until the new one arrives. */
  readonly keep?: boolean
}

const queryOf = <P extends Path>(
  account: string | undefined,
  path: P,
  body: BodyOf<P>,
  options: ReadOptions,
) => ({
  queryKey: keyOf(account, path, body),
  queryFn: async ({ signal }: { readonly signal: AbortSignal }): Promise<DataOf<P>> => {
    const answer = await call(path, body, { signal, quiet: options.quiet ?? 'unanswered' })
    if (!answer.ok) throw new ReadError(answer)
    return answer.data
  },
  ...(options.enabled === undefined ? {} : { enabled: options.enabled }),
  ...(options.staleTime === undefined ? {} : { staleTime: options.staleTime }),
  ...(options.every === undefined ? {} : { refetchInterval: options.every }),
  ...(options.keep === true ? { placeholderData: keepPreviousData } : {}),
})

export const useRead = <P extends Path>(
  path: P,
  body: BodyOf<P>,
  options: ReadOptions = {},
): UseQueryResult<DataOf<P>, ReadError> => {
  const account = useSession()?.account
  return useQuery<DataOf<P>, ReadError>(queryOf(account, path, body, options), queryClient)
}

/** After a write: invalidates the answers of these paths. */
export const refresh = (...paths: readonly Path[]): Promise<void> =>
  queryClient.invalidateQueries({ predicate: ({ queryKey }) => paths.some((path) => queryKey[1] === path) })
