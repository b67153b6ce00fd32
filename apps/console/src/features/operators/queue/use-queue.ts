import { useInfiniteQuery } from '@tanstack/react-query'
import { isPresent } from '#shell/activity.ts'
import { queryClient, readOnce, type ReadError } from '#shell/data.ts'
import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { useMe } from '#shell/session.ts'
import type { QueueFilter } from './view.ts'

const EVERY_MS = 15_000

type Page = ConsoleDataOf<'/operators/queue'>

/** Fifty at a time; polled while the operator is active. */
export const useQueue = (filter: QueueFilter) => {
  const me = useMe()
  return useInfiniteQuery<Page, ReadError, readonly Page[], readonly unknown[], string | null>(
    {
      queryKey: [me?.operatorId ?? '', '/operators/queue', filter],
      initialPageParam: null,
      queryFn: ({ pageParam, signal }) =>
        readOnce('/operators/queue', { filter, ...(pageParam === null ? {} : { after: pageParam }) }, signal),
      getNextPageParam: (page) => page.next,
      select: ({ pages }) => pages,
      refetchInterval: () => (isPresent() ? EVERY_MS : false),
    },
    queryClient,
  )
}
