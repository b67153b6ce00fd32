import { type CalendarName, closuresOf, phaseAt, taipeiDate } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import { readClosureRows } from './store.ts'

export interface Session {
  readonly calendar: CalendarName
  readonly now: number
  readonly date: string
  readonly phase: ReturnType<typeof phaseAt>['phase']
  readonly since: number
  readonly next: ReturnType<typeof phaseAt>['next']
  readonly closures: { date: string; nameTw: string; nameEn: string }[]
}

const shownClosures = 20

export async function readSession(db: Db, calendar: CalendarName, now: Date): Promise<Session> {
  const rows = await readClosureRows(db)
  const at = now.getTime()
  const { date, phase, since, next } = phaseAt(calendar, closuresOf(rows), at)
  const today = taipeiDate(at)
  const ahead = rows.filter((row) => row.date >= today).slice(0, shownClosures)
  return {
    calendar,
    now: at,
    date,
    phase,
    since,
    next,
    closures: ahead.map((row) => ({ date: row.date, nameTw: row.nameTw, nameEn: row.nameEn })),
  }
}
