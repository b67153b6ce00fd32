import { formatMoney } from '@fairlot/money'

const symbols: Readonly<Record<string, string>> = { TWD: 'NT$', USD: 'US$', INR: '₹' }

/** NT$50,000.00, US$50.00. */
export const moneyText = (amount: string, currency: string | null): string =>
  `${amount.startsWith('-') ? '−' : ''}${symbols[currency ?? 'TWD'] ?? `${currency} `}${formatMoney(amount.replace(/^-/, ''))}`
