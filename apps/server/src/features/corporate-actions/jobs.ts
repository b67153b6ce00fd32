import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import type { WorkDeps } from './deps.ts'
import { bookDividends } from './working/book-dividends.ts'
import { isDividendDue } from './working/store.ts'
import { isDividendUnsent } from './working/notice-store.ts'
import { notifyHolders } from './working/notify-holders.ts'

export const corporateActionsLoops = ({
  clock,
  ...deps
}: WorkDeps & { readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'corporate-actions',
    everyMs: 1_000,
    work: { exists: isDividendDue },
    run: () => bookDividends(deps, clock.now()),
  },
  {
    name: 'dividend-notices',
    everyMs: 1_000,
    work: { exists: isDividendUnsent },
    run: () => notifyHolders(deps, clock.now()),
  },
]
