/** The specification's names. A request withdrawn by its member ends as rejected with reason `taken_back`. */
export const withdrawalStates = ['pending', 'passed', 'rejected'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** Stages of an approved withdrawal on its way to the bank; `returned` credits the money back. */
export const payoutStages = ['queued', 'sent', 'paid', 'returned'] as const
export type PayoutStage = (typeof payoutStages)[number]

export const withdrawalFaults = [
  'name-differs',
  'account-refused',
  'not-confirmed',
  'suspected-takeover',
  'court-order',
  'bank-returned',
  'taken_back',
  'expired',
] as const
export type WithdrawalFault = (typeof withdrawalFaults)[number]
