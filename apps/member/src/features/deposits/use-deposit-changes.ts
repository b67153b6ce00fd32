import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

/** Invalidates the queries that a decided, sent or cancelled deposit changes. */
export const depositsMoved = (): Promise<void> =>
  refresh('/deposits/channels', '/deposits/list', '/deposits/read', '/positions/account', '/funds/records')

export const useDepositChanges = (): void => useMemberEvents(['deposit.changed'], () => void depositsMoved())
