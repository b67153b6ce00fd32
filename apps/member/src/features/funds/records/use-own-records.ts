import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

const kinds = [
  'order.changed',
  'order.filled',
  'position.changed',
  'margin.ended',
  'conditional.changed',
  'deposit.changed',
  'withdrawal.changed',
  'block-trade.changed',
  'coupon.changed',
  'subscription.changed',
  'auction.changed',
  'placement.changed',
  'dividend.changed',
  'funds.corrected',
] as const

/** Updates the record while it is open. */
export const useOwnRecords = (): void =>
  useMemberEvents(kinds, () => void refresh('/funds/records', '/deposits/list', '/withdrawals/list'))
