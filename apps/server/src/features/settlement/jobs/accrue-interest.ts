import { type Entry, postMany } from '@fairlot/ledger'
import { addDays, type CalendarName, dateBegun, taipeiDate } from '@fairlot/rules/calendar'
import { interest } from '@fairlot/rules/orders'
import { writesDurably } from '#platform/crash-points'
import type { Db, Tx } from '#platform/db'
import { accrueInterest as interestEntry } from '../postings.ts'
import { readTerms } from '../store.ts'
import { lockLoans, writeInterest } from './store.ts'

const atOnce = 200

/**
 * Interest of every loan up to the current day, counted from the day it was lent and rounded once over the whole
 * period: each day adds the growth of that sum. The position's row has the date it was computed through.
 */
export async function accrueInterest(db: Db, calendar: CalendarName, now: Date): Promise<number> {
  const today = dateBegun(calendar, now.getTime(), taipeiDate(now.getTime()))
  let accrued = 0
  for (;;) {
    const count = await db.transaction((tx) => accrueSlice(tx, today, now))
    accrued += count
    if (count < atOnce) return accrued
  }
}

async function accrueSlice(tx: Tx, today: string, now: Date): Promise<number> {
  const loans = await lockLoans(tx, today, atOnce)
  if (loans.length === 0) return 0
  writesDurably(tx, 'settlement.interest')
  const terms = await readTerms(tx, [...new Set(loans.map((loan) => loan.terms))])
  const entries: Entry[] = []
  const grown = loans.map((loan) => {
    const known = terms.get(loan.terms)
    if (!known) throw new Error(`position ${loan.id} was opened under unknown terms`)
    const upTo = (date: string): bigint => interest(known, loan.loan, daysBetween(loan.openedOn, date))
    const amount = upTo(today) - upTo(loan.through)
    if (amount > 0n)
      entries.push(
        interestEntry(
          {
            event: 'interest.accrued',
            reference: loan.id,
            key: `interest:${loan.id}:${today}`,
            postedAt: now,
          },
          loan.memberId,
          amount,
        ),
      )
    return { id: loan.id, amount: amount > 0n ? amount : 0n }
  })
  for (const outcome of await postMany(tx, entries))
    if (!outcome.ok || outcome.replayed) throw new Error('interest was accrued twice for one day')
  await writeInterest(tx, grown, today)
  return loans.length
}

function daysBetween(from: string, to: string): number {
  let days = 0
  for (let date: string = from; date < to; date = addDays(date, 1)) days += 1
  return days
}
