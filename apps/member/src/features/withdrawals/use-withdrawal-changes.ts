import { useEffect } from 'react'
import { onOwn } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** What a sent, decided, paid or taken back withdrawal makes out of date. */
export const withdrawalsMoved = (): Promise<void> =>
  refresh('/withdrawals/offer', '/withdrawals/list', '/withdrawals/read', '/members/assets', '/funds/records')

export const useWithdrawalChanges = (): void => {
  useEffect(() => {
    const again = () => void withdrawalsMoved()
    return onOwn('withdrawal.changed', again, again)
  }, [])
}
