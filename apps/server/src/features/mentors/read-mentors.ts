import { mentorLevels, type MentorLevel } from '@fairlot/contract/mentors'
import type { DataOf } from '@fairlot/contract/routes'
import { levelFiguresOf, levelOf, mentorFiguresOf, thresholdOf } from '@fairlot/rules/mentors'
import { identityStateOf } from '#features/identity'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { readLatestApplication } from './applying/store.ts'
import { readDays, readRecord } from './figures/record.ts'
import { showApplication, showFigures, showMentor, showTrade } from './show.ts'
import {
  countLevels,
  type MentorRow,
  readHeld,
  readLevel,
  readMentor,
  readMentorOf,
  readTradeFills,
  readTrades,
  readTradeTotals,
} from './store.ts'

const pageSize = 20
const recordPage = 500

export const readHub = (db: Db, memberId: string): Promise<DataOf<'/mentors/hub'>> =>
  inSnapshot(db, async (tx) => {
    const counts = await countLevels(tx)
    const mentor = await readMentorOf(tx, memberId)
    const application = await readLatestApplication(tx, memberId)
    return {
      levels: mentorLevels.map((level) => ({
        level,
        mentors: counts.find((each) => each.level === level)?.mentors ?? 0,
        minFollow: thresholdOf(level).minFollow.toString(),
      })),
      mine: application?.state === 'pending' ? 'pending' : (mentor?.state ?? 'none'),
    }
  })

export const listMentors = (
  db: Db,
  { level, before = null }: { readonly level: MentorLevel; readonly before?: string | null },
): Promise<DataOf<'/mentors/list'>> =>
  inSnapshot(db, async (tx) => {
    const rows = await readLevel(tx, level, before, pageSize + 1)
    const counts = await countLevels(tx)
    const page = rows.slice(0, pageSize)
    return {
      mentors: page.map(showMentor),
      count: counts.find((each) => each.level === level)?.mentors ?? 0,
      next: rows.length > pageSize ? page.at(-1)!.id : null,
    }
  })

type Read<Path extends 'read' | 'record' | 'trades' | 'fills'> = Outcome<DataOf<`/mentors/${Path}`>>

/** Answers from the record of a mentor; refuses `follow.mentor-not-found`. */
const ofMentor = <Path extends 'read' | 'record' | 'trades' | 'fills'>(
  db: Db,
  mentorId: string,
  read: (tx: Tx, mentor: MentorRow, date: string) => Promise<Read<Path>>,
): Promise<Read<Path>> =>
  inSnapshot(db, async (tx): Promise<Read<Path>> => {
    const mentor = await readMentor(tx, mentorId)
    if (!mentor) return refuse('follow.mentor-not-found', { field: 'mentorId' })
    return read(tx, mentor, mentor.day?.date ?? '0001-01-01')
  })

export const readOne = (db: Db, mentorId: string) =>
  ofMentor<'read'>(db, mentorId, async (tx, mentor, date) =>
    done({
      mentor: showMentor(mentor),
      holdings: mentor.state === 'closed' ? [] : (await readHeld(tx, mentor.memberId, date)).map(showTrade),
    }),
  )

export const readRecordPage = (db: Db, mentorId: string, after: string | null) =>
  ofMentor<'record'>(db, mentorId, async (tx, mentor, date) => {
    const days = (await readDays(tx, mentor.memberId)).filter(
      (day) => day.date <= date && (after === null || day.date > after),
    )
    const page = days.slice(0, recordPage)
    return done({
      days: page.map((day) => ({
        ...day,
        total: day.total.toString(),
        paidIn: day.paidIn.toString(),
        holdings: day.holdings.toString(),
      })),
      next: days.length > recordPage ? page.at(-1)!.date : null,
    })
  })

export const readTradesPage = (db: Db, mentorId: string, before: string | null) =>
  ofMentor<'trades'>(db, mentorId, async (tx, mentor, date) => {
    const rows = await readTrades(tx, mentor.memberId, { date, before, limit: recordPage + 1 })
    const page = rows.slice(0, recordPage)
    return done({
      trades: page.map((row) => ({
        ...showTrade(row),
        closedAt: row.closedAt.toISOString(),
        realised: row.realised.toString(),
      })),
      next: rows.length > recordPage ? page.at(-1)!.id : null,
    })
  })

export const readFillsOf = (db: Db, mentorId: string, tradeId: string) =>
  ofMentor<'fills'>(db, mentorId, async (tx, mentor, date) => {
    const totals = await readTradeTotals(tx, mentor.memberId, tradeId, date)
    if (!totals) return refuse('order.not-found', { field: 'tradeId' })
    const fills = await readTradeFills(tx, tradeId)
    return done({
      fills: fills.map((fill) => ({
        ...fill,
        fee: fill.fee.toString(),
        tax: fill.tax.toString(),
        borrowFee: fill.borrowFee.toString(),
        at: fill.at.toISOString(),
      })),
      interest: totals.interest.toString(),
      offered: totals.offered.toString(),
      realised: totals.realised.toString(),
    })
  })

/** The figures that a member would have as a mentor: the same record, the same rules. */
export const readOwn = (db: Db, memberId: string): Promise<DataOf<'/mentors/own'>> =>
  inSnapshot(db, async (tx) => {
    const { days, closed } = await readRecord(tx, memberId)
    const figures = mentorFiguresOf(days, closed)
    const application = await readLatestApplication(tx, memberId)
    const mentor = await readMentorOf(tx, memberId)
    const identity = await identityStateOf(tx, memberId)
    return {
      figures: figures && showFigures(figures),
      level: figures && levelOf(levelFiguresOf(figures)),
      isVerified: identity === 'verified',
      application: application ? showApplication(application) : null,
      mentor: mentor ? showMentor(mentor) : null,
    }
  })
