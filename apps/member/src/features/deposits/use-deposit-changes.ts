import { useEffect } from 'react'
import { onMemberEvent } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** Invalidates the queries that a decided, sent or withdrawn deposit changes. */
export const depositsMoved = (): Promise<void> =>
  refresh('/deposits/channels', '/deposits/list', '/deposits/read', '/members/assets', '/funds/records')

export const useDepositChanges = (): void => {
  useEffect(() => {
    const again = () => void depositsMoved()
    return onMemberEvent('deposit.changed', again, again)
  }, [])
}
