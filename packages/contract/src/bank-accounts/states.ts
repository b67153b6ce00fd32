/** Whether the name at the bank is the member's own is looked at by operators. */
export const bankAccountStates = ['pending', 'verified', 'rejected', 'removed'] as const
export type BankAccountState = (typeof bankAccountStates)[number]

export const bankAccountFaults = ['name-differs', 'account-unknown', 'bank-refused', 'taken_back'] as const
export type BankAccountFault = (typeof bankAccountFaults)[number]

/** Currencies a bank account may be in. IFSC and UPI are asked for INR only. */
export const bankCurrencies = ['TWD', 'USD', 'INR'] as const
export type BankCurrency = (typeof bankCurrencies)[number]
