/** As the specification names them. A request its member takes back ends rejected, reason `taken_back`. */
export const depositStates = ['pending', 'passed', 'rejected'] as const
export type DepositState = (typeof depositStates)[number]

export const depositFaults = [
  'not-received',
  'amount-differs',
  'name-differs',
  'receipt-unreadable',
  'receipt-used',
  'third-party',
  'taken_back',
  'expired',
] as const
export type DepositFault = (typeof depositFaults)[number]

export const channelStates = ['open', 'suspended'] as const
