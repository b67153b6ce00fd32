import { useEffect } from 'react'
import { onMemberEvent } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** Updates the screen when a voucher arrives, is used or expires. */
export const useCouponChanges = (): void => {
  useEffect(() => {
    const again = () => void refresh('/coupons/list', '/funds/records', '/members/assets')
    return onMemberEvent('coupon.changed', again, again)
  }, [])
}
