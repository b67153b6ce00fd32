import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { queryClient, readOnce, type ReadError } from '#shell/data.ts'
import { useMe } from '#shell/session.ts'
import type { EntryFilter } from './view.ts'

type Page = ConsoleDataOf<'/audit/entries'>

/** Never polled: each read is recorded in the audit trail, and a refreshing page would fill it. */
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
