// Formats amounts and times of the console's reviews: the page shows a value unchanged.

import { formatMoney } from '@fairlot/money'

const symbols: Readonly<Record<string, string>> = { TWD: 'NT$', USD: 'US$', INR: '₹' }

/** NT$50,000.00, −US$5.00 */
export const amountText = (amount: bigint, currency: string): string => {
  const sign = amount < 0n ? '−' : ''
  return `${sign}${symbols[currency] ?? `${currency} `}${formatMoney(amount < 0n ? -amount : amount)}`
}

const taipei = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Taipei',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** 2026-03-12 12:16:53, Taiwan time. */
export const momentText = (at: Date): string => taipei.format(at)
