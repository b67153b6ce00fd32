import { useEffect } from 'react'
import { onOwn } from '#features/market-data'
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

/** The record grows while one looks at it. */
export const useOwnRecords = (): void => {
  useEffect(() => {
    const again = () => void refresh('/funds/records', '/deposits/list', '/withdrawals/list')
    const stops = kinds.map((kind) => onOwn(kind, again, again))
    return () => stops.forEach((stop) => stop())
  }, [])
}
