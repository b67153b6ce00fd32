// Reads of the console's API. Answers are cached per operator and deleted when the session ends.

import { ReadError as FailedRead, refreshIn, startQueries, useReadIn } from '@fairlot/app-shell/reads'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import type { ConsoleBodyOf, ConsoleDataOf, ConsolePath } from '@fairlot/contract/console-routes'
import { isPresent, onReturn } from './activity.ts'
import { call } from './client.ts'
import { onSessionEnd, useMe } from './session.ts'

export const ReadError = FailedRead<ConsoleRefusalCode>
export type ReadError = FailedRead<ConsoleRefusalCode>

export const queryClient = startQueries({ staleTime: 2_000, refetchOnWindowFocus: isPresent })
onSessionEnd(() => queryClient.clear())
onReturn(() => void queryClient.refetchQueries({ type: 'active' }))

export interface ReadOptions {
  readonly enabled?: boolean
  /** Polling interval while the operator is active. */
  readonly every?: number
  /** Shows the previous answer until the new one arrives. */
  readonly keep?: boolean
}

export const useRead = <P extends ConsolePath>(
  path: P,
  body: ConsoleBodyOf<P>,
  { enabled = true, every, keep = false }: ReadOptions = {},
): UseQueryResult<ConsoleDataOf<P>, ReadError> => {
  const me = useMe()
  return useReadIn(
    queryClient,
    [me?.operatorId ?? '', path, body],
    (signal) => call(path, body, { signal }),
    {
      enabled: enabled && Boolean(me),
      keep,
      ...(every === undefined ? {} : { every: () => (isPresent() ? every : false) }),
    },
  )
}

/** After a write: invalidates the answers of these paths. */
export const refresh = (...paths: readonly ConsolePath[]): Promise<void> => refreshIn(queryClient, paths)
