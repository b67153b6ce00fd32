// Paged lists, newest first: `before` is the cursor that the last page returned as `next`.

import { usePagesIn } from '@fairlot/app-shell/paged-reads'
import type { BodyOf, DataOf, Path } from '@fairlot/contract'
import { call, type Done, type Failed } from './client.ts'
import { queryClient, type ReadOptions } from './data.ts'
import { useSession } from './session.ts'

type Before = { readonly before?: string }
type Paged<P extends Path> = DataOf<P> & { readonly next: string | null }

export const usePaged = <P extends Path>(
  path: P,
  body: Omit<BodyOf<P>, 'before'>,
  {
    enabled = true,
    quiet = false,
    every,
  }: Pick<ReadOptions, 'enabled' | 'quiet'> & {
    readonly every?: (pages: readonly Paged<P>[]) => number | false
  } = {},
) =>
  usePagesIn(
    queryClient,
    // A different key than a plain read of the same query: the two store their answers in different shapes.
    [useSession()?.account ?? '', path, body, 'pages'],
    (cursor, signal) => {
      const before: Before = cursor === null ? {} : { before: cursor }
      const options = { signal, quiet: quiet || ('unanswered' as const) }
      return call(path, { ...body, ...before } as BodyOf<P>, options) as Promise<Done<Paged<P>> | Failed>
    },
    (page) => page.next,
    { enabled, ...(every && { refetchInterval: every }) },
  )
