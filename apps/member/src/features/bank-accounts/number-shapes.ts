import type { BankCurrency } from '@fairlot/contract/bank-accounts'

/** The length of a number, for the counter while typing. The server checks its format. */
export const numberShapes: Record<BankCurrency, { readonly min: number; readonly max: number }> = {
  TWD: { min: 10, max: 16 },
  USD: { min: 6, max: 34 },
  INR: { min: 9, max: 18 },
}

/** In the order of the form. Importing the contract's list would bring its schemas to the phone. */
export const currencies = ['TWD', 'USD', 'INR'] as const satisfies readonly BankCurrency[]
