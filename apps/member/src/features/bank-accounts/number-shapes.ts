import type { BankCurrency } from '@fairlot/contract/bank-accounts'

/** How many characters a number has, for the counter as one types. The server judges its shape. */
export const numberShapes: Record<BankCurrency, { readonly least: number; readonly most: number }> = {
  TWD: { least: 10, most: 16 },
  USD: { least: 6, most: 34 },
  INR: { least: 9, most: 18 },
}

/** In the order of the form. The contract's own list would bring its schemas to the phone. */
export const currencies = ['TWD', 'USD', 'INR'] as const satisfies readonly BankCurrency[]
