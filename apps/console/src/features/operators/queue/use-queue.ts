import { usePagesIn } from '@fairlot/app-shell/paged-reads'
import { isPresent } from '#shell/activity.ts'
import { call } from '#shell/client.ts'
import { queryClient } from '#shell/data.ts'
import { useMe } from '#shell/session.ts'
import type { QueueFilter } from './view.ts'

const EVERY_MS = 15_000

/** Fifty at a time; polled while the operator is active. */
export const useQueue = (filter: QueueFilter) =>
  usePagesIn(
    queryClient,
    [useMe()?.operatorId ?? '', '/operators/queue', filter],
    (cursor, signal) =>
      call('/operators/queue', { filter, ...(cursor === null ? {} : { after: cursor }) }, { signal }),
    (page) => page.next,
    { refetchInterval: () => (isPresent() ? EVERY_MS : false) },
  )
