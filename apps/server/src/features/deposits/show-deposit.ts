import type { DataOf } from '@fairlot/contract/routes'
import type { DepositRow } from './store.ts'

export type ShownDeposit = DataOf<'/deposits/read'>['deposit']

export const showDeposit = (row: DepositRow): ShownDeposit => ({
  depositId: row.id,
  channelId: row.channelId,
  channelName: { tw: row.channelTw, en: row.channelEn },
  currency: row.currency,
  amount: row.amount.toString(),
  booked: row.booked?.toString() ?? null,
  state: row.state,
  rejectionReason: row.rejectionReason,
  note: row.note,
  hasReceipt: row.receiptFile !== null,
  sentAt: row.sentAt.toISOString(),
  promisedAt: row.promisedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  entryId: row.entryId,
  steps: [...row.steps],
})
