import { addDays } from '@fairlot/rules/calendar'

export interface Period {
  readonly from: string
  readonly to: string
}

/** The last day of the month a day is in. */
export function lastDayOf(day: string): string {
  const [year = 0, month = 0] = day.split('-').map(Number)
  const first = month === 12 ? `${year + 1}-01-01` : `${year}-${String(month + 1).padStart(2, '0')}-01`
  return addDays(first, -1)
}

/** This month up to today, and the whole month before it. */
export function periodsOf(today: string): readonly [Period, Period] {
  const from = `${today.slice(0, 7)}-01`
  const to = addDays(from, -1)
  return [
    { from, to: today },
    { from: `${to.slice(0, 7)}-01`, to },
  ]
}
