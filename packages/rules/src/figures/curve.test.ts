// The curve of random accounts over many days against plain books: each day end is read on the following day, at a random
// moment of it, as the worker reads it.

import { expect, test } from 'vitest'
import {
  beginOf,
  curveOf,
  type DayEnd,
  dayFiguresOf,
  drawdownOf,
  figuresOf,
  nothingYet,
  periodOf,
  standingOf,
  withDay,
} from './index.ts'
import { type RandomDay, randomDays } from './testing/random-account.ts'

const dates = Array.from({ length: 24 }, (_, at) =>
  new Date(Date.UTC(2026, 11, 20 + at)).toISOString().slice(0, 10),
)

function readDay({ date, account, results }: RandomDay) {
  const facts = { ...account, date }
  const figures = figuresOf(facts)
  const day = dayFiguresOf(facts, figures, facts)
  const now = standingOf(figures, results)
  return { day, now, begin: beginOf(now, day) }
}

/** The day ends of an account, each from the day after it, and the books of the same moments. */
function endsOf(seed: number) {
  const days = randomDays(seed, dates)
  const read = days.map(readDay)
  const ends = dates.slice(0, -1).map((date, at): DayEnd => ({ date, ...read[at + 1]!.begin }))
  const books = days.slice(1).map(({ account: { opening, references, openingMids } }) => ({
    paid: opening.paid,
    total: [...opening.shares].reduce(
      (sum, [symbol, count]) => sum + BigInt(references.get(symbol)!) * count,
      opening.cash + foreignOf(opening.foreign, openingMids),
    ),
  }))
  return { days, read, ends, books }
}

/** Every amount is positive. */
const foreignOf = (cash: ReadonlyMap<string, bigint>, mids: ReadonlyMap<string, bigint>): bigint =>
  sum([...cash].map(([currency, amount]) => (amount * mids.get(currency)! + 500_000_000n) / 1_000_000_000n))

const sum = (amounts: Iterable<bigint>): bigint => {
  let total = 0n
  for (const amount of amounts) total += amount
  return total
}

test('profits of days add up to the change less deposits', () => {
  for (let seed = 1; seed <= 60; seed += 1) {
    const { ends, books } = endsOf(seed)
    for (let from = 0; from < ends.length; from += 5)
      for (let to = from + 1; to < ends.length; to += 3) {
        const points = curveOf(ends[from]!, ends.slice(from + 1, to + 1))
        const change = books[to]!.total - books[from]!.total
        const paid = books[to]!.paid - books[from]!.paid
        expect(sum(points.map(({ profit }) => profit)), `account ${seed}, days ${from} to ${to}`).toBe(
          change - paid,
        )
        expect(sum(points.map(({ paidIn }) => paidIn))).toBe(paid)
        expect(points.at(-1)).toMatchObject({ result: change - paid, total: books[to]!.total })
      }
  }
})

test('each day of the curve is the profit of its day', () => {
  let rebated = 0
  for (let seed = 1; seed <= 60; seed += 1) {
    const { read, ends } = endsOf(seed)
    for (const [at, { day, now, begin }] of read.entries()) {
      const { positions, rest, openingForeign: _, ...parts } = day
      expect(periodOf(begin, now), `account ${seed}, day ${at}`).toEqual({ ...parts, total: now.total })
      expect(day.realised + day.unrealised + day.rebates + day.currency).toBe(day.profit)
      expect(day.unrealised).toBe(sum(positions.map(({ amount }) => amount)) + rest)
      if (day.rebates > 0n) rebated += 1
      // A range is what it was when the day began, and the day.
      const first = read[0]!.begin
      expect(withDay(periodOf(first, begin), day, now.total)).toEqual(periodOf(first, now))
      // The end of the day before is where this day begins.
      if (at > 0) expect(begin).toMatchObject({ total: ends[at - 1]!.total, paidIn: ends[at - 1]!.paidIn })
    }
  }
  expect(rebated).toBeGreaterThan(30)
})

test('what was paid in equals the books on every day', () => {
  for (let seed = 1; seed <= 60; seed += 1)
    for (const day of randomDays(seed, dates)) {
      const { paid, realised, rebates } = day.account.books
      expect(readDay(day).now, `account ${seed}, ${day.date}`).toMatchObject({
        paidIn: paid,
        realised,
        rebates,
      })
    }
})

test('a curve from the first deposit begins at zero', () => {
  const joined = { date: '2026-12-31', total: 500n, paidIn: 500n, realised: 0n, rebates: 0n, currency: 0n }
  const later = { date: '2027-01-04', total: 480n, paidIn: 400n, realised: 50n, rebates: 5n, currency: 0n }
  expect(curveOf(nothingYet, [joined, later])).toEqual([
    { date: '2026-12-31', total: 500n, paidIn: 500n, profit: 0n, result: 0n },
    { date: '2027-01-04', total: 480n, paidIn: -100n, profit: 80n, result: 80n },
  ])
  expect(periodOf(nothingYet, later)).toMatchObject({ unrealised: 25n, profitBp: 2_000 })
  expect(curveOf(nothingYet, [])).toEqual([])
})

test('the largest fall counts from the highest point before it', () => {
  const fallOf = (...results: readonly bigint[]) =>
    drawdownOf(results.map((result) => ({ date: '', total: 0n, paidIn: 0n, profit: 0n, result })))
  expect(fallOf(5n, -5n, 20n, 5n, 30n, 22n)).toBe(-15n)
  expect(fallOf(-7n, -3n)).toBe(-7n)
  expect(fallOf(1n, 2n)).toBe(0n)
})
