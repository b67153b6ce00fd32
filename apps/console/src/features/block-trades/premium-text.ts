import { MINUS } from '@fairlot/money'
import { premiumOf } from '@fairlot/rules/block-trades'

/** −1.83%, +1.00%; a dash without a market price. */
export function premiumText(price: number, market: number | null): string {
  if (market === null) return '—'
  const points = premiumOf(price, market)
  const size = Math.abs(points)
  const sign = points < 0 ? MINUS : points > 0 ? '+' : ''
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}%`
}
