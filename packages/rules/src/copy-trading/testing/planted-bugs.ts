// Mistakes that an allocation could have. Each is planted alone, and the checks must find it.

import { divide } from '@fairlot/money'
import {
  allocate,
  type AllocatedLine,
  type Allocation,
  type BlockFills,
  type PlannedLine,
} from '../allocate.ts'

export type Allocate = (fills: BlockFills, planned: readonly PlannedLine[]) => Allocation

const sum = (lines: readonly AllocatedLine[]): bigint => lines.reduce((all, { value }) => all + value, 0n)

/** The right allocation with other shares; values follow at the average price. */
function withShares(
  fills: BlockFills,
  right: Allocation,
  change: (shares: number[], lines: readonly AllocatedLine[]) => void,
): Allocation {
  const shares = right.lines.map((line) => line.shares)
  change(shares, right.lines)
  const lines = right.lines.map((line, n) => ({
    ...line,
    shares: shares[n]!,
    value: fills.shares === 0 ? 0n : divide(fills.value * BigInt(shares[n]!), BigInt(fills.shares)),
  }))
  return { lines, rounding: sum(lines) - fills.value }
}

const sharesBug =
  (change: (shares: number[], lines: readonly AllocatedLine[]) => void): Allocate =>
  (fills, planned) =>
    withShares(fills, allocate(fills, planned), change)

const valueBug =
  (change: (line: AllocatedLine, n: number, fills: BlockFills) => bigint): Allocate =>
  (fills, planned) => {
    const right = allocate(fills, planned)
    const lines = right.lines.map((line, n) => ({ ...line, value: change(line, n, fills) }))
    return { lines, rounding: sum(lines) - fills.value }
  }

/** As the largest remainder, but in another order. */
const orderBug = (order: (a: AllocatedLine, b: AllocatedLine) => number): Allocate =>
  sharesBug((shares, lines) => {
    const left = lines.reduce((all, line) => all + line.shares - line.base, 0)
    const first = new Set(
      lines
        .toSorted(order)
        .slice(0, left)
        .map(({ id }) => id),
    )
    for (const [n, { base, id }] of lines.entries()) shares[n] = base + (first.has(id) ? 1 : 0)
  })

const larger = (a: bigint, b: bigint): number => (a === b ? 0 : a > b ? -1 : 1)
const mentorLast = (a: AllocatedLine, b: AllocatedLine): number => Number(a.isMentor) - Number(b.isMentor)

export const plantedBugs: Readonly<Record<string, Allocate>> = {
  'the remainder is lost': sharesBug((shares, lines) => {
    for (const [n, { base }] of lines.entries()) shares[n] = base
  }),
  'every remainder is rounded up': sharesBug((shares, lines) => {
    for (const [n, { base, remainder }] of lines.entries()) shares[n] = base + (remainder > 0n ? 1 : 0)
  }),
  'every remainder is rounded to the nearest': sharesBug((shares, lines) => {
    const total = lines.reduce((all, { planned }) => all + BigInt(planned), 0n)
    for (const [n, { base, remainder }] of lines.entries())
      shares[n] = base + (remainder * 2n >= total ? 1 : 0)
  }),
  'the mentor gets the whole remainder': sharesBug((shares, lines) => {
    let left = 0
    for (const [n, { base, isMentor }] of lines.entries()) {
      if (!isMentor) left += shares[n]! - base
      if (!isMentor) shares[n] = base
    }
    shares[0] = shares[0]! + left
  }),
  'the mentor is served first': orderBug(
    (a, b) => -mentorLast(a, b) || larger(a.remainder, b.remainder) || a.place - b.place,
  ),
  'the mentor is one of the others': orderBug(
    (a, b) => larger(a.remainder, b.remainder) || a.place - b.place,
  ),
  'the mentor is filled first': sharesBug((shares, lines) => {
    const other = lines.findIndex(({ isMentor, shares: got }) => !isMentor && got > 0)
    if (other > 0 && shares[0]! < lines[0]!.planned) {
      shares[0] = shares[0]! + 1
      shares[other] = shares[other]! - 1
    }
  }),
  'the smallest remainder is first': orderBug(
    (a, b) => mentorLast(a, b) || -larger(a.remainder, b.remainder) || a.place - b.place,
  ),
  'the order of the day is reversed': orderBug(
    (a, b) => mentorLast(a, b) || larger(a.remainder, b.remainder) || b.place - a.place,
  ),
  'the order of the day is ignored': orderBug(
    (a, b) => mentorLast(a, b) || larger(a.remainder, b.remainder) || (a.id < b.id ? 1 : -1),
  ),
  'the largest follower is first': orderBug(
    (a, b) => mentorLast(a, b) || b.planned - a.planned || a.place - b.place,
  ),
  'one follower gets two of the remainder': sharesBug((shares, lines) => {
    const got = lines.flatMap(({ base, shares: all }, n) => (all > base ? [n] : []))
    if (got.length > 1) {
      shares[got[0]!] = shares[got[0]!]! + 1
      shares[got[1]!] = shares[got[1]!]! - 1
    }
  }),
  'a line that gets nothing is dropped': (fills, planned) => {
    const right = allocate(fills, planned)
    return { ...right, lines: right.lines.filter(({ shares }) => shares > 0) }
  },
  'a line is allocated twice': (fills, planned) => {
    const right = allocate(fills, planned)
    return { ...right, lines: [...right.lines, right.lines.at(-1)!] }
  },
  'a follower is filled past the plan': sharesBug((shares, lines) => {
    const from = shares.findIndex((got) => got > 0)
    const full = lines.findIndex(({ planned, shares: got }, n) => n !== from && got === planned)
    if (from >= 0 && full >= 0) {
      shares[full] = shares[full]! + 1
      shares[from] = shares[from]! - 1
    }
  }),
  'all get everything they planned': sharesBug((shares, lines) => {
    for (const [n, { planned }] of lines.entries()) shares[n] = planned
  }),
  'the mentor pays a cent less a share': valueBug(({ isMentor, value, shares }) =>
    isMentor ? value - BigInt(shares) : value,
  ),
  'the last line takes the rounding': (fills, planned) => {
    const right = allocate(fills, planned)
    const lines = right.lines.map((line, n) =>
      n === right.lines.length - 1 ? { ...line, value: line.value - right.rounding } : line,
    )
    return { lines, rounding: 0n }
  },
  'values are rounded down': valueBug(({ shares }, _n, fills) =>
    fills.shares === 0 ? 0n : (fills.value * BigInt(shares)) / BigInt(fills.shares),
  ),
  'the average is rounded before it is multiplied': valueBug(({ shares }, _n, fills) =>
    fills.shares === 0 ? 0n : divide(fills.value, BigInt(fills.shares)) * BigInt(shares),
  ),
  'the rounding vanishes': (fills, planned) => ({ ...allocate(fills, planned), rounding: 0n }),
  'the rounding has the wrong sign': (fills, planned) => {
    const right = allocate(fills, planned)
    return { ...right, rounding: -right.rounding }
  },
}
