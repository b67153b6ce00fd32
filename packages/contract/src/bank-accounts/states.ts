/** Operators check whether the account is in the member's own name. */
export const bankAccountStates = ['pending', 'verified', 'rejected', 'removed'] as const
export type BankAccountState = (typeof bankAccountStates)[number]

export const bankAccountRejections = [
  'name-differs',
  'account-unknown',
  'bank-refused',
  'cancelled',
  'expired',
] as const
export type BankAccountRejection = (typeof bankAccountRejections)[number]

/** Currencies a bank account can have. IFSC and UPI are required for INR only. */
export const bankCurrencies = ['TWD', 'USD', 'INR'] as const
export type BankCurrency = (typeof bankCurrencies)[number]
