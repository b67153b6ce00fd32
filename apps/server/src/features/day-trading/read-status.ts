import { type CalendarName, sessionHours, tradingDateAt } from '@fairlot/rules/calendar'
import { dayTradingQuota } from '@fairlot/rules/day-trading'
import type { RuleProfile } from '@fairlot/rules/orders'
import { readClosures } from '#features/calendar'
import { readMemberFigures } from '#features/orders'
import type { Db } from '#platform/db'
import { yearBefore } from './applying/apply.ts'
import { experienceOf } from './experience.ts'
import { readApplication, readResultsOfAll, readResultsOfMember } from './store.ts'
import { termsNow } from './terms-now.ts'

export interface StatusDeps {
  readonly db: Db
  readonly profile: RuleProfile
  readonly calendar: CalendarName
}

export async function readStatus({ db, profile, calendar }: StatusDeps, memberId: string, now: Date) {
  const year = yearBefore(now)
  const date = tradingDateAt(calendar, await readClosures(db), now.getTime())
  const hours = sessionHours(calendar, date)
  const isOpen = now.getTime() < hours.closedAt
  const [terms, application, experience, { dayTraded, equity }, everybody, mine] = await Promise.all([
    termsNow(db, profile, now),
    readApplication(db, memberId),
    experienceOf(db, memberId, now),
    readMemberFigures(db, memberId, date, now),
    readResultsOfAll(db, year),
    readResultsOfMember(db, memberId, year),
  ])
  return {
    state: application?.state ?? ('none' as const),
    reason: application?.reason ?? null,
    appliedAt: application?.appliedAt.toISOString() ?? null,
    accountDays: experience.accountDays,
    accountDaysNeeded: terms.dayTradeAccountDays,
    trades: experience.trades,
    tradesNeeded: terms.dayTradeTradesInYear,
    quota: String(dayTradingQuota(terms, equity)),
    used: String(dayTraded),
    taxStock: terms.taxStock,
    borrowFee: terms.borrowFee,
    lockMinutes: terms.dayTradeLockMinutes,
    autoCoverAt: isOpen ? new Date(hours.autoCoverAt).toISOString() : null,
    closesAt: isOpen ? new Date(hours.closedAt).toISOString() : null,
    everybody,
    mine: { ...mine, result: String(mine.result) },
  }
}
