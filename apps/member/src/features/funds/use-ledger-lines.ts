import { usePagesIn } from '@fairlot/app-shell/paged-reads'
import { call } from '#shell/client.ts'
import { queryClient } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'

/** Pages of lines, newest first. Read again whenever the sheet opens: a check of old lines proves nothing. */
export const useLedgerLines = (asset: string, enabled: boolean) =>
  usePagesIn(
    queryClient,
    [useSession()?.account ?? '', '/funds/ledgerLines', asset],
    (cursor, signal) =>
      call('/funds/ledgerLines', cursor === null ? { asset } : { asset, before: cursor }, {
        signal,
        quiet: 'unanswered',
      }),
    (page) => page.nextBefore,
    { enabled, staleTime: 0, gcTime: 0 },
  )
