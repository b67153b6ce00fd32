// When deposits and withdrawals are possible: on days on which banks are open, whatever calendar the market uses.

import { addDays, taipeiDate, taipeiTime } from '../calendar/taipei.ts'
import { type Closures, isSettlementDay } from '../calendar/trading-days.ts'

export interface FundHours {
  readonly isOpen: boolean
  /** When it opens next; null while it is open. */
  readonly opensAt: Date | null
  /** When it closes; null while it is closed. */
  readonly closesAt: Date | null
}

/** `opens` and `closes` in minutes after midnight in Taipei: open from `opens` on, closed from `closes` on. */
export function fundHours(
  closures: Closures,
  { opens, closes }: { readonly opens: number; readonly closes: number },
  now: Date,
): FundHours {
  const today = taipeiDate(now.getTime())
  const works = (date: string): boolean => isSettlementDay('twse', closures, date)
  const from = taipeiTime(today, opens)
  const to = taipeiTime(today, closes)
  if (works(today) && now.getTime() >= from && now.getTime() < to) {
    return { isOpen: true, opensAt: null, closesAt: new Date(to) }
  }
  let date = works(today) && now.getTime() < from ? today : addDays(today, 1)
  for (let days = 0; days < 60 && !works(date); days += 1) date = addDays(date, 1)
  return { isOpen: false, opensAt: new Date(taipeiTime(date, opens)), closesAt: null }
}
