// Reads through React Query. Answers are cached per account and deleted when the session ends.

import {
  keepPreviousData,
  QueryClient,
  useQuery,
  type QueryKey,
  type UseQueryResult,
} from '@tanstack/react-query'
import type { Failed } from './api.ts'

/** What a failed read throws into React Query; `failed` says why. */
export class ReadError<Code extends string> extends Error {
  readonly failed: Failed<Code>
  constructor(failed: Failed<Code>) {
    super(failed.why === 'refused' ? failed.msg : failed.why)
    this.failed = failed
  }
}

export type Answer<Data, Code extends string> = { readonly ok: true; readonly data: Data } | Failed<Code>

/** The data of an answer; a failed one is thrown. */
export const dataOf = <Data, Code extends string>(answer: Answer<Data, Code>): Data => {
  if (!answer.ok) throw new ReadError(answer)
  return answer.data
}

interface ClientOptions {
  readonly staleTime: number
  readonly refetchOnWindowFocus?: () => boolean
}

// No provider: it would pull the library into the entry, and the start page reads nothing.
export const startQueries = (queries: ClientOptions): QueryClient => {
  const client = new QueryClient({
    defaultOptions: {
      // The page shows a failed read with its own retry button; a silent retry would only delay that.
      queries: { retry: false, networkMode: 'always', ...queries },
    },
  })
  client.mount()
  return client
}

export interface ReadOptions {
  readonly enabled?: boolean
  readonly staleTime?: number
  /** Polling interval; false to stop. */
  readonly every?: number | false | (() => number | false)
  /** Shows the previous answer until the new one arrives. */
  readonly keep?: boolean
}

/** The second part of the key is the path, which `refreshIn` looks for. */
export const useReadIn = <Data, Code extends string>(
  client: QueryClient,
  queryKey: QueryKey,
  read: (signal: AbortSignal) => Promise<Answer<Data, Code>>,
  { enabled, staleTime, every, keep }: ReadOptions,
): UseQueryResult<Data, ReadError<Code>> =>
  useQuery<Data, ReadError<Code>>(
    {
      queryKey,
      queryFn: async ({ signal }) => dataOf(await read(signal)),
      ...(enabled === undefined ? {} : { enabled }),
      ...(staleTime === undefined ? {} : { staleTime }),
      ...(every === undefined ? {} : { refetchInterval: every }),
      ...(keep === true ? { placeholderData: keepPreviousData } : {}),
    },
    client,
  )

/** Invalidates the answers of these paths. */
export const refreshIn = (client: QueryClient, paths: readonly string[]): Promise<void> =>
  client.invalidateQueries({ predicate: ({ queryKey }) => paths.some((path) => queryKey[1] === path) })
