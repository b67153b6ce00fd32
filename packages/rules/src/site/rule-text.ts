// Formats a rule's number. Rates are millionths or hundredths of a percent, money hundredths of a dollar.

import { formatMoney } from '@fairlot/money'

export type RuleUnits = Readonly<Record<string, (n: string) => string>>

export const ruleUnitsTw: RuleUnits = {
  count: (n) => n,
  characters: (n) => `${n} 個字`,
  seconds: (n) => `${n} 秒`,
  minutes: (n) => `${n} 分鐘`,
  hours: (n) => `${n} 小時`,
  days: (n) => `${n} 天`,
  steps: (n) => `${n} 格`,
  points: (n) => `${n} 分`,
  lots: (n) => `${n} 張`,
  'on-off': (n) => (n === '0' ? '關' : '開'),
}

export const ruleUnitsEn: RuleUnits = {
  count: (n) => n,
  characters: (n) => `${n} characters`,
  seconds: (n) => (n === '1' ? '1 second' : `${n} seconds`),
  minutes: (n) => (n === '1' ? '1 minute' : `${n} minutes`),
  hours: (n) => (n === '1' ? '1 hour' : `${n} hours`),
  days: (n) => (n === '1' ? '1 day' : `${n} days`),
  steps: (n) => (n === '1' ? '1 step' : `${n} steps`),
  points: (n) => `${n} points`,
  lots: (n) => (n === '1' ? '1 lot' : `${n} lots`),
  'on-off': (n) => (n === '0' ? 'off' : 'on'),
}

/** At least two decimals unless it is whole: 0.1425 %, 6.50 %, 130 %. */
function percent(value: number, perPercent: number): string {
  const whole = Math.trunc(value / perPercent)
  const remainder = value % perPercent
  if (remainder === 0) return `${whole}%`
  const digits = String(remainder)
    .padStart(String(perPercent).length - 1, '0')
    .replace(/0+$/, '')
  return `${whole}.${digits.padEnd(2, '0')}%`
}

/** Formats minutes after midnight: 570 is 09:30. */
export const clockText = (minutes: number): string =>
  `${String(Math.trunc(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`

export function ruleText(value: number, unit: string, units: RuleUnits): string {
  if (unit === 'ppm') return percent(value, 10_000)
  if (unit === 'bp') return percent(value, 100)
  if (unit === 'minor') return formatMoney(BigInt(value), { symbol: true })
  if (unit === 'clock') return clockText(value)
  const count = value.toLocaleString('en-US')
  return units[unit]?.(count) ?? count
}

/**
 * Parses what an operator types in the same format: 0.1425, 130, 20.00, 13:20, 5. Undefined when it is no such number.
 */
export function parseRuleText(typed: string, unit: string): number | undefined {
  const text = typed.trim().replaceAll(',', '')
  if (unit === 'clock') {
    const [, hours = '', minutes = ''] = /^(\d{1,2}):(\d{2})$/.exec(text) ?? []
    return hours === '' || Number(minutes) > 59 ? undefined : Number(hours) * 60 + Number(minutes)
  }
  const decimals = unit === 'ppm' ? 4 : unit === 'bp' || unit === 'minor' ? 2 : 0
  const [, whole = '', remainder = ''] = /^(\d{1,13})(?:\.(\d+))?$/.exec(text) ?? []
  if (whole === '' || remainder.length > decimals) return undefined
  return Number(whole + remainder.padEnd(decimals, '0'))
}

/** The format `parseRuleText` reads: the initial value of a form. */
export function ruleInput(value: number, unit: string): string {
  if (unit === 'ppm' || unit === 'bp') return percent(value, unit === 'ppm' ? 10_000 : 100).slice(0, -1)
  if (unit === 'minor') return formatMoney(BigInt(value)).replaceAll(',', '')
  return unit === 'clock' ? clockText(value) : String(value)
}
