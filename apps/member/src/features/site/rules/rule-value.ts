// A rule's number as a member reads it. Rates are millionths or hundredths of a percent, money hundredths of a dollar.

import { formatMoney } from '@fairlot/money'
import type { RulesTexts } from './texts/tw.ts'

/** At least two decimals unless it is whole: 0.1425 %, 6.50 %, 130 %. */
function percent(value: number, perPercent: number): string {
  const whole = Math.trunc(value / perPercent)
  const rest = value % perPercent
  if (rest === 0) return `${whole}%`
  const digits = String(rest)
    .padStart(String(perPercent).length - 1, '0')
    .replace(/0+$/, '')
  return `${whole}.${digits.padEnd(2, '0')}%`
}

export function ruleValue(value: number, unit: string, units: RulesTexts['units']): string {
  if (unit === 'ppm') return percent(value, 10_000)
  if (unit === 'bp') return percent(value, 100)
  if (unit === 'minor') return formatMoney(BigInt(value), { symbol: true })
  const count = value.toLocaleString('en-US')
  return units[unit]?.(count) ?? count
}
