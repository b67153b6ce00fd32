import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

/** Updates the screen when a coupon arrives, is used or expires. */
export const useCouponChanges = (): void =>
  useMemberEvents(
    ['coupon.changed'],
    () => void refresh('/coupons/list', '/funds/records', '/positions/account'),
  )
