import { type RequestState, requestStates } from '../fund-requests/index.ts'

export const withdrawalStates = requestStates
export type WithdrawalState = RequestState

/** Stages of an approved withdrawal on its way to the bank; `returned` credits the money back. */
export const payoutStages = ['queued', 'sent', 'paid', 'returned'] as const
export type PayoutStage = (typeof payoutStages)[number]

export const withdrawalRejections = [
  'name-differs',
  'account-refused',
  'not-confirmed',
  'suspected-takeover',
  'court-order',
  'bank-returned',
  'cancelled',
  'expired',
] as const
export type WithdrawalRejection = (typeof withdrawalRejections)[number]

/** Views of the operators' list: waiting for a decision, on the way to the bank, or finished. */
export const withdrawalViews = ['pending', ...payoutStages, 'rejected'] as const
export type WithdrawalView = (typeof withdrawalViews)[number]
