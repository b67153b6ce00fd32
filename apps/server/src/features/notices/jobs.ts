import { noticesRules } from '@fairlot/rules/notices'
import type { Clock } from '#platform/clock'
import type { Loop } from '#platform/loops'
import { isViewUnnotified } from '#features/operators'
import { type NoticePushDeps, sendNoticePushes } from './pushing/send-notice-pushes.ts'
import { deleteEndedSubscriptions, deleteOldNotices, isUndelivered } from './delivery/store.ts'
import { isPushDue } from './pushing/store.ts'
import { type DeliveryDeps, deliverNotices } from './delivery/deliver-notices.ts'
import { notifyViews } from './delivery/notify-views.ts'
import { deleteInBatches } from '#platform/delete-in-batches'
import { notifyTrades } from './trades/notify-trades.ts'
import { areTradesUnread } from './trades/store.ts'

const dayMs = 86_400_000

/** A notice may be at most a second late. */
export const noticesLoops = ({
  clock,
  ...deps
}: DeliveryDeps & NoticePushDeps & { readonly clock: Clock }): readonly Loop[] => [
  {
    name: 'personal-views-notify',
    everyMs: 1_000,
    work: { exists: isViewUnnotified },
    run: () => notifyViews(deps.db, clock.now()),
  },
  {
    name: 'notices-trades',
    everyMs: 1_000,
    work: { exists: areTradesUnread },
    run: () => notifyTrades(deps, clock.now()),
  },
  {
    name: 'notices-deliver',
    everyMs: 1_000,
    work: { exists: isUndelivered },
    run: () => deliverNotices(deps, clock.now()),
  },
  {
    name: 'notices-push',
    everyMs: 1_000,
    work: { exists: isPushDue },
    run: () => sendNoticePushes(deps, clock.now()),
  },
  {
    name: 'notices-tidy',
    everyMs: 3_600_000,
    run: async () => {
      const now = clock.now()
      const kept = new Date(now.getTime() - noticesRules.keptDays.default * dayMs)
      const deleted = await deleteInBatches((limit) => deleteOldNotices(deps.db, kept, limit))
      return deleted + (await deleteEndedSubscriptions(deps.db, now))
    },
  },
]
