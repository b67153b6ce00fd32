import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatPrice } from '@fairlot/money'

export type Listed = ConsoleDataOf<'/mentors/listed'>
export type Mentor = Listed['mentors'][number]
export type Application = Listed['applications'][number]

/** +11.80%, −4.60% */
export const percentText = (bp: number | null): string => {
  if (bp === null) return '—'
  const sign = bp > 0 ? '+' : bp < 0 ? '−' : ''
  return `${sign}${formatPrice(BigInt(Math.abs(bp)))}%`
}

export const countText = (count: number): string => count.toLocaleString('en-US')
