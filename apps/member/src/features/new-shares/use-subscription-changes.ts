import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

/** Reads everything an application changes. */
export const subscriptionsMoved = (): Promise<void> =>
  refresh(
    '/new-shares/offers',
    '/new-shares/offer',
    '/new-shares/records',
    '/funds/records',
    '/positions/account',
  )

/** Updates the screen when an application is drawn, paid or refunded. */
export const useSubscriptionChanges = (): void =>
  useMemberEvents(['subscription.changed'], () => void subscriptionsMoved())
