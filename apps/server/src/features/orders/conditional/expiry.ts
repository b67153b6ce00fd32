// Until which day a conditional order may wait.

import { addDays, phaseAt, taipeiDate } from '@fairlot/rules/calendar'
import { ordersRules, type TradingTerms } from '@fairlot/rules/orders'
import { readClosures } from '#features/calendar'
import { refuse, type Refused } from '#platform/outcome'
import type { ConditionalDeps } from './deps.ts'

/** The first day on which it can fire: after the close of a day the next one. */
export async function firstDayOf({ db, calendar }: ConditionalDeps, now: Date): Promise<string> {
  const { date, phase, next } = phaseAt(calendar, await readClosures(db), now.getTime())
  return phase === 'closed' ? next.date : date
}

export function refusalOfExpiry(
  expiresOn: string,
  today: string,
  now: Date,
  { conditionalDays }: TradingTerms,
): Refused | undefined {
  const furthest = addDays(taipeiDate(now.getTime()), conditionalDays)
  const isDate = /^\d{4}-\d{2}-\d{2}$/.test(expiresOn) && !Number.isNaN(Date.parse(expiresOn))
  if (isDate && expiresOn >= today && expiresOn <= furthest) return undefined
  return refuse('order.expiry', {
    field: 'expiresOn',
    params: { days: conditionalDays },
    rule: ordersRules.conditionalDays.id,
  })
}
