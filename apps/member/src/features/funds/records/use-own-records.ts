import { useEffect } from 'react'
import { onMemberEvent } from '#features/market-data'
import { refresh } from '#shell/data.ts'

const kinds = [
  'order.changed',
  'order.filled',
  'position.changed',
  'margin.ended',
  'conditional.changed',
  'deposit.changed',
  'withdrawal.changed',
  'coupon.changed',
  'funds.corrected',
]

/** Updates the record while it is open. */
export const useOwnRecords = (): void => {
  useEffect(() => {
    const again = () => void refresh('/funds/records', '/deposits/list', '/withdrawals/list')
    const stops = kinds.map((kind) => onMemberEvent(kind, again, again))
    return () => stops.forEach((stop) => stop())
  }, [])
}
