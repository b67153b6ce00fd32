import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

/** Invalidates the queries that a sent, decided, paid or cancelled withdrawal changes. */
export const withdrawalsMoved = (): Promise<void> =>
  refresh(
    '/withdrawals/offer',
    '/withdrawals/list',
    '/withdrawals/read',
    '/positions/account',
    '/funds/records',
  )

export const useWithdrawalChanges = (): void =>
  useMemberEvents(['withdrawal.changed'], () => void withdrawalsMoved())
