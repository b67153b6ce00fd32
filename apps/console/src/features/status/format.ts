import type { StatusTexts } from './texts/tw.ts'

const grouping = new Intl.NumberFormat('en', { maximumFractionDigits: 1 })

export const formatNumber = (value: number): string => grouping.format(value)

/** 3.1 ms, 840 ms, 1.9 s, 53 s. */
export const formatMs = (ms: number, { units }: Pick<StatusTexts, 'units'>): string => {
  if (ms < 1_000) return units.ms(ms < 10 ? formatNumber(ms) : String(Math.round(ms)))
  return units.s(ms < 10_000 ? (ms / 1_000).toFixed(1) : formatNumber(Math.round(ms / 1_000)))
}

const shares = new Intl.NumberFormat('en', { maximumFractionDigits: 2 })

/** 99.95%, rounded down: a missed target must not look reached. */
export const formatShare = (share: number, digits = 2): string => {
  const factor = 10 ** digits
  return `${shares.format(Math.floor(share * 100 * factor + 1e-6) / factor)}%`
}
