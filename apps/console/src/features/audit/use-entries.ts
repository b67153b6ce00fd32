import { usePagesIn } from '@fairlot/app-shell/paged-reads'
import { call } from '#shell/client.ts'
import { queryClient } from '#shell/data.ts'
import { useMe } from '#shell/session.ts'
import type { EntryFilter } from './view.ts'

/** Never polled: each read is recorded in the audit trail, and a refreshing page would fill it. */
export const useEntries = (filter: EntryFilter) =>
  usePagesIn(
    queryClient,
    [useMe()?.operatorId ?? '', '/audit/entries', filter],
    (cursor, signal) =>
      call('/audit/entries', { filter, ...(cursor === null ? {} : { after: cursor }) }, { signal }),
    (page) => page.next,
    { staleTime: 60_000, refetchOnWindowFocus: false },
  )
