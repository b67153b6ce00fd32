// Formats amounts and times for the console's reviews and the bank's files.

import { formatMoney } from '@fairlot/money'

const symbols: Readonly<Record<string, string>> = { TWD: 'NT$', USD: 'US$', INR: '₹' }

/** NT$50,000.00, −US$5.00 */
export const amountText = (amount: bigint, currency: string): string => {
  const sign = amount < 0n ? '−' : ''
  return `${sign}${symbols[currency] ?? `${currency} `}${formatMoney(amount < 0n ? -amount : amount)}`
}

/** 1234.50, as a bank writes it in a file. */
export const decimalText = (minor: bigint): string =>
  `${minor / 100n}.${String(minor % 100n).padStart(2, '0')}`

const taipei = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Taipei',
  dateStyle: 'short',
  timeStyle: 'medium',
})

/** 2026-03-12 12:16:53, Taiwan time. */
export const momentText = (at: Date): string => taipei.format(at)
