import type { DataOf } from '@fairlot/contract/routes'
import type { WithdrawalRow } from './store.ts'

export type ShownWithdrawal = DataOf<'/withdrawals/read'>['withdrawal']

export const showWithdrawal = (row: WithdrawalRow): ShownWithdrawal => ({
  withdrawalId: row.id,
  currency: row.currency,
  amount: row.amount.toString(),
  fee: row.fee.toString(),
  bankName: row.bankName,
  ending: row.ending,
  state: row.state,
  stage: row.stage,
  rejectionReason: row.rejectionReason,
  note: row.note,
  sentAt: row.sentAt.toISOString(),
  promisedAt: row.promisedAt.toISOString(),
  decidedAt: row.decidedAt?.toISOString() ?? null,
  entryId: row.entryId,
  steps: [...row.steps],
})
