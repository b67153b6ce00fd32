import type { DataOf } from '@fairlot/contract/routes'
import { valueAt } from '@fairlot/rules/orders'
import type { ApplicationRow } from './store.ts'

export const showApplication = (row: ApplicationRow): DataOf<'/block-trades/apply'>['application'] => ({
  applicationId: row.id,
  symbol: row.symbol,
  nameTw: row.nameTw,
  nameEn: row.nameEn,
  price: row.price,
  market: row.market,
  shares: row.shares,
  fee: row.fee.toString(),
  total: (valueAt(row.price, row.shares) + row.fee).toString(),
  state: row.state,
  isSecond: row.isSecond,
  rejectionReason: row.rejectionReason,
  note: row.note,
  settlesOn: row.settlesOn,
  sellableOn: row.sellableOn,
  sentAt: row.sentAt.toISOString(),
  closesAt: row.closesAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  entryId: row.entryId,
})
