import { useInfiniteQuery } from '@tanstack/react-query'
import type { ConsoleBodyOf, ConsoleDataOf, ConsolePath } from '@fairlot/contract/console-routes'
import { isPresent } from '#shell/activity.ts'
import { queryClient, readOnce, type ReadError } from '#shell/data.ts'
import { useMe } from '#shell/session.ts'

const EVERY_MS = 15_000

/** Paths that return `next` with a page: where the following one begins. */
type PagedPath = {
  [P in ConsolePath]: ConsoleDataOf<P> extends { readonly next: string | null } ? P : never
}[ConsolePath]

/** A long list, page by page; polled while the operator is active. */
export const usePages = <P extends PagedPath>(path: P, body: Omit<ConsoleBodyOf<P>, 'after'>) => {
  const me = useMe()
  return useInfiniteQuery<
    ConsoleDataOf<P>,
    ReadError,
    readonly ConsoleDataOf<P>[],
    readonly unknown[],
    string | null
  >(
    {
      queryKey: [me?.operatorId ?? '', path, body],
      enabled: Boolean(me),
      initialPageParam: null,
      queryFn: ({ pageParam, signal }) =>
        readOnce(
          path,
          { ...body, ...(pageParam === null ? {} : { after: pageParam }) } as ConsoleBodyOf<P>,
          signal,
        ),
      getNextPageParam: (page) => (page as { readonly next: string | null }).next,
      select: ({ pages }) => pages,
      refetchInterval: () => (isPresent() ? EVERY_MS : false),
    },
    queryClient,
  )
}
