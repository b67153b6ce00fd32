const symbols: Readonly<Record<string, string>> = { TWD: 'NT$', USD: 'US$', INR: '₹' }

/** Placed before the amount without a space. */
export const symbolOf = (currency: string): string => symbols[currency] ?? `${currency} `
