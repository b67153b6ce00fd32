import type { Phase } from '@fairlot/contract/venue'
import { type CalendarName, closuresOf, phaseAt, taipeiDate } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import { readClosureRows } from './store.ts'

export interface Session {
  readonly calendar: CalendarName
  readonly now: number
  readonly date: string
  readonly phase: Phase
  readonly since: number
  readonly next: { readonly date: string; readonly phase: Phase; readonly at: number }
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
    next: { date: next.date, phase: next.phase, at: next.at },
    closures: ahead.map((row) => ({ date: row.date, nameTw: row.nameTw, nameEn: row.nameEn })),
  }
}
