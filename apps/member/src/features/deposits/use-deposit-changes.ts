import { useEffect } from 'react'
import { onOwn } from '#features/market-data'
import { refresh } from '#shell/data.ts'

/** What a decided, sent or taken back deposit makes out of date. */
export const depositsMoved = (): Promise<void> =>
  refresh('/deposits/channels', '/deposits/list', '/deposits/read', '/members/assets', '/funds/records')

export const useDepositChanges = (): void => {
  useEffect(() => {
    const again = () => void depositsMoved()
    return onOwn('deposit.changed', again, again)
  }, [])
}
