import { type RequestState, requestStates } from '../fund-requests/index.ts'

export const depositStates = requestStates
export type DepositState = RequestState

export const depositRejections = [
  'not-received',
  'amount-differs',
  'name-differs',
  'receipt-unreadable',
  'receipt-used',
  'third-party',
  'cancelled',
  'expired',
] as const
export type DepositRejection = (typeof depositRejections)[number]

export const channelStates = ['open', 'suspended'] as const
