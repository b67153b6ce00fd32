import { useInfiniteQuery } from '@tanstack/react-query'
import type { DataOf } from '@fairlot/contract'
import { call } from '#shell/client.ts'
import { queryClient, ReadError } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'

type Page = DataOf<'/funds/ledgerLines'>

/** Pages of lines, newest first. Read again whenever the sheet opens: a check of old lines proves nothing. */
export const useLedgerLines = (asset: string, enabled: boolean) => {
  const account = useSession()?.account ?? ''
  return useInfiniteQuery<Page, ReadError, readonly Page[], readonly unknown[], string | null>(
    {
      queryKey: [account, '/funds/ledgerLines', asset],
      enabled,
      staleTime: 0,
      gcTime: 0,
      initialPageParam: null,
      queryFn: async ({ pageParam, signal }) => {
        const body = pageParam === null ? { asset } : { asset, before: pageParam }
        const answer = await call('/funds/ledgerLines', body, { signal, quiet: 'unanswered' })
        if (!answer.ok) throw new ReadError(answer)
        return answer.data
      },
      getNextPageParam: (page) => page.nextBefore,
      select: ({ pages }) => pages,
    },
    queryClient,
  )
}
