// Apart from reads.ts: most screens read no pages and need not load the library's part for them.

import { useInfiniteQuery, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { dataOf, type Answer, type ReadError } from './reads.ts'

interface PagesOptions<Page> {
  readonly enabled?: boolean
  readonly staleTime?: number
  readonly gcTime?: number
  /** Of polling, from the pages read so far; false to stop. */
  readonly refetchInterval?: (pages: readonly Page[]) => number | false
  readonly refetchOnWindowFocus?: boolean
}

/** A list, page by page. `cursorOf` says where the page after this one begins; null after the last. */
export const usePagesIn = <Page, Code extends string>(
  client: QueryClient,
  queryKey: QueryKey,
  read: (cursor: string | null, signal: AbortSignal) => Promise<Answer<Page, Code>>,
  cursorOf: (page: Page) => string | null,
  { refetchInterval, ...options }: PagesOptions<Page> = {},
) =>
  useInfiniteQuery<Page, ReadError<Code>, readonly Page[], QueryKey, string | null>(
    {
      queryKey,
      initialPageParam: null,
      queryFn: async ({ pageParam, signal }) => dataOf(await read(pageParam, signal)),
      getNextPageParam: cursorOf,
      select: ({ pages }) => pages,
      ...(refetchInterval && { refetchInterval: (query) => refetchInterval(query.state.data?.pages ?? []) }),
      ...options,
    },
    client,
  )
