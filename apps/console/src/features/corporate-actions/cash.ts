/** Dividends have up to six decimals. */
const cashPattern = /^\d{1,5}(?:[.]\d{1,6})?$/
const microsPerDollar = 1_000_000

export const isCash = (text: string): boolean => cashPattern.test(text.trim())
export const microsOf = (text: string): number => Math.round(Number(text.trim()) * microsPerDollar)
export const cashText = (micros: number): string =>
  (micros / microsPerDollar).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })
