/** Dividends have up to six decimals. */
const cashPattern = /^\d{1,5}(?:[.]\d{1,6})?$/
const microsPerDollar = 1_000_000

export const isCash = (text: string): boolean => cashPattern.test(text.trim())
export const microsOf = (text: string): number => Math.round(Number(text.trim()) * microsPerDollar)

/** New shares for a thousand, with up to three decimals. */
const perThousandPattern = /^\d{1,4}(?:[.]\d{1,3})?$/
const microsPerThousandth = 1_000

export const isPerThousand = (text: string): boolean =>
  text.trim() === '' || perThousandPattern.test(text.trim())
export const stockMicrosOf = (text: string): number => Math.round(Number(text.trim()) * microsPerThousandth)

export const isShareCount = (text: string): boolean => /^[1-9]\d{0,3}$/.test(text.trim())
