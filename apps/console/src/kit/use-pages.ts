import { usePagesIn } from '@fairlot/app-shell/paged-reads'
import type { ConsoleBodyOf, ConsoleDataOf, ConsolePath } from '@fairlot/contract/console-routes'
import { isPresent } from '#shell/activity.ts'
import { call } from '#shell/client.ts'
import { queryClient } from '#shell/data.ts'
import { useMe } from '#shell/session.ts'

const EVERY_MS = 15_000

/** Paths that return `next` with a page: where the following one begins. */
type PagedPath = {
  [P in ConsolePath]: ConsoleDataOf<P> extends { readonly next: string | null } ? P : never
}[ConsolePath]

interface PagesOptions {
  readonly enabled?: boolean
  /** False for a list whose every read is recorded. */
  readonly isPolled?: boolean
}

/** A long list, page by page; polled while the operator is active. */
export const usePages = <P extends PagedPath>(
  path: P,
  body: Omit<ConsoleBodyOf<P>, 'after'>,
  { enabled = true, isPolled = true }: PagesOptions = {},
) => {
  const me = useMe()
  return usePagesIn(
    queryClient,
    [me?.operatorId ?? '', path, body],
    (cursor, signal) =>
      call(path, { ...body, ...(cursor === null ? {} : { after: cursor }) } as ConsoleBodyOf<P>, { signal }),
    (page) => (page as { readonly next: string | null }).next,
    { enabled: enabled && Boolean(me), refetchInterval: () => (isPolled && isPresent() ? EVERY_MS : false) },
  )
}
