import { priceText } from '#features/market-data'
import type { Alert } from './use-alerts.ts'

/** A price, or the percentage of a day's move; both are stored as whole hundredths. */
export const thresholdText = (kind: Alert['kind'], threshold: number): string =>
  kind === 'moves' ? `${priceText(threshold)}%` : priceText(threshold)
