import { useQuery } from '@tanstack/react-query'
import type { DataOf } from '@fairlot/contract'
import { call } from '#shell/client.ts'
import { queryClient, ReadError } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'

type Entry = DataOf<'/funds/entry'>

/** The ledger's bookings under these entries; undefined until all are loaded. An entry never changes. */
export const useEntries = (entryIds: readonly string[]): readonly Entry[] | undefined => {
  const account = useSession()?.account ?? ''
  const { data } = useQuery<readonly Entry[], ReadError>(
    {
      queryKey: [account, '/funds/entry', 'all', ...entryIds],
      staleTime: Infinity,
      queryFn: ({ signal }) =>
        Promise.all(
          entryIds.map(async (entryId) => {
            const answer = await call('/funds/entry', { entryId }, { signal, quiet: true })
            if (!answer.ok) throw new ReadError(answer)
            return answer.data
          }),
        ),
    },
    queryClient,
  )
  return data
}

/** The change of the member's account of this kind over all entries; cash only. */
export const bookedOn = (entries: readonly Entry[], kind: string): bigint =>
  entries
    .flatMap(({ lines }) => lines)
    .filter(({ asset, account }) => asset === 'TWD' && account.replace(/@.*$/, '').endsWith(kind))
    .reduce((sum, { amount }) => sum + BigInt(amount), 0n)
