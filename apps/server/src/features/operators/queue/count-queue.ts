import { taipeiDate, taipeiMidnight } from '@fairlot/rules/calendar'
import type { Db } from '#platform/db'
import type { OperatorCaller } from '#platform/handler'
import { viewerOf } from './show-row.ts'
import { countOpen, readToday, readUrgent } from './store.ts'

const dayStart = (now: Date): Date => new Date(taipeiMidnight(taipeiDate(now.getTime())))

export async function countQueue(db: Db, caller: OperatorCaller, now: Date) {
  const [kinds, today] = await Promise.all([
    countOpen(db, viewerOf(caller, now)),
    readToday(db, caller.operatorId, dayStart(now)),
  ])
  const sum = (of: 'open' | 'second' | 'flagged' | 'mine' | 'late' | 'urgent' | 'assigned') =>
    kinds.reduce((total, kind) => total + kind[of], 0)
  return {
    counts: {
      open: sum('open'),
      second: sum('second'),
      flagged: sum('flagged'),
      mine: sum('mine'),
      late: sum('late'),
      urgent: sum('urgent'),
      assigned: sum('assigned'),
      byKind: kinds.map(({ kind, open }) => ({ kind, count: open })),
    },
    today: { ...today, medianWaitMinutes: roundTenth(today.medianWaitMinutes) },
  }
}

/** The bell: urgent reviews this operator may decide. */
export async function readBell(db: Db, caller: OperatorCaller, now: Date) {
  const rows = await readUrgent(db, viewerOf(caller, now))
  return { urgent: rows.map((row) => ({ ...row, promisedAt: row.promisedAt.toISOString() })) }
}

const roundTenth = (value: number | null): number | null =>
  value === null ? null : Math.round(value * 10) / 10
