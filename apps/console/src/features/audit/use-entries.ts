import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { queryClient, readOnce, type ReadError } from '#shell/data.ts'
import { useMe } from '#shell/session.ts'
import type { EntryFilter } from './view.ts'

type Page = ConsoleDataOf<'/audit/entries'>

/** Never asked again by itself: each look is a row of the trail, and a page that refreshes would fill it with looking. */
export const useEntries = (filter: EntryFilter) => {
  const me = useMe()
  return useInfiniteQuery<Page, ReadError, readonly Page[], readonly unknown[], string | null>(
    {
      queryKey: [me?.operatorId ?? '', '/audit/entries', filter],
      initialPageParam: null,
      queryFn: ({ pageParam, signal }) =>
        readOnce('/audit/entries', { filter, ...(pageParam === null ? {} : { after: pageParam }) }, signal),
      getNextPageParam: (page) => page.next,
      select: ({ pages }) => pages,
      staleTime: 60_000,
      refetchOnWindowFocus: false,
    },
    queryClient,
  )
}
