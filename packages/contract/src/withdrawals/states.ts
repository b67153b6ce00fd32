/** As the specification names them. A request its member takes back ends rejected, reason `taken_back`. */
export const withdrawalStates = ['pending', 'passed', 'rejected'] as const
export type WithdrawalState = (typeof withdrawalStates)[number]

/** Where a passed one is on its way to the bank; `returned` brings the money back. */
export const payoutStages = ['queued', 'sent', 'paid', 'returned'] as const
export type PayoutStage = (typeof payoutStages)[number]

export const withdrawalFaults = [
  'name-differs',
  'account-refused',
  'suspected-takeover',
  'court-order',
  'bank-returned',
  'taken_back',
  'expired',
] as const
export type WithdrawalFault = (typeof withdrawalFaults)[number]
