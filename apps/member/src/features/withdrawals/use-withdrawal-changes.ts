import { useEffect } from 'react'
import { onMemberEvent } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** Invalidates the queries that a sent, decided, paid or cancelled withdrawal changes. */
export const withdrawalsMoved = (): Promise<void> =>
  refresh('/withdrawals/offer', '/withdrawals/list', '/withdrawals/read', '/members/assets', '/funds/records')

export const useWithdrawalChanges = (): void => {
  useEffect(() => {
    const again = () => void withdrawalsMoved()
    return onMemberEvent('withdrawal.changed', again, again)
  }, [])
}
