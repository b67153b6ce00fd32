// Paged lists, newest first: `before` is the cursor that the last page returned as `next`.

import { useInfiniteQuery } from '@tanstack/react-query'
import type { BodyOf, DataOf, Path } from '@fairlot/contract'
import { call } from './client.ts'
import { queryClient, ReadError, type ReadOptions } from './data.ts'
import { useSession } from './session.ts'

type Before = { readonly before?: string }
type Paged<P extends Path> = DataOf<P> & { readonly next: string | null }

export const usePaged = <P extends Path>(
  path: P,
  body: Omit<BodyOf<P>, 'before'>,
  { enabled = true, quiet = false }: Pick<ReadOptions, 'enabled' | 'quiet'> = {},
) => {
  const account = useSession()?.account ?? ''
  return useInfiniteQuery<Paged<P>, ReadError, readonly Paged<P>[], readonly unknown[], string | null>(
    {
      // A different key than a plain read of the same query: the two store their answers in different shapes.
      queryKey: [account, path, body, 'pages'],
      enabled,
      initialPageParam: null,
      queryFn: async ({ pageParam, signal }) => {
        const before: Before = pageParam === null ? {} : { before: pageParam }
        const answer = await call(path, { ...body, ...before } as BodyOf<P>, {
          signal,
          quiet: quiet || 'unanswered',
        })
        if (!answer.ok) throw new ReadError(answer)
        return answer.data as Paged<P>
      },
      getNextPageParam: (page) => page.next,
      select: ({ pages }) => pages,
    },
    queryClient,
  )
}
