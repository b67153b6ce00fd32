import { useEffect } from 'react'
import { onOwn } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** A voucher that comes, is used or runs out shows while one looks. */
export const useCouponChanges = (): void => {
  useEffect(() => {
    const again = () => void refresh('/coupons/list', '/funds/records', '/members/assets')
    return onOwn('coupon.changed', again, again)
  }, [])
}
