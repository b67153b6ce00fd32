// Reads of the member API. Answers are cached per account and deleted when the session ends.

import {
  ReadError as FailedRead,
  refreshIn,
  startQueries,
  useReadIn,
  type ReadOptions as SharedOptions,
} from '@fairlot/app-shell/reads'
import type { UseQueryResult } from '@tanstack/react-query'
import type { BodyOf, DataOf, MessageCode, Path } from '@fairlot/contract'
import { call } from './client.ts'
import { onSessionEnd, useSession } from './session.ts'

export const ReadError = FailedRead<MessageCode>
export type ReadError = FailedRead<MessageCode>

export const queryClient = startQueries({ staleTime: 5_000 })
onSessionEnd(() => queryClient.clear())

export interface ReadOptions extends SharedOptions {
  readonly quiet?: boolean
}

export const useRead = <P extends Path>(
  path: P,
  body: BodyOf<P>,
  { quiet, ...options }: ReadOptions = {},
): UseQueryResult<DataOf<P>, ReadError> =>
  useReadIn(
    queryClient,
    [useSession()?.account ?? '', path, body],
    (signal) => call(path, body, { signal, quiet: quiet ?? 'unanswered' }),
    options,
  )

/** After a write: invalidates the answers of these paths. */
export const refresh = (...paths: readonly Path[]): Promise<void> => refreshIn(queryClient, paths)
