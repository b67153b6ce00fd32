// What must hold of every allocated block (I13). Tests and the audit of the exchange's log (packages/testkit) use it; it repeats no
// line of allocate.ts.

import type { Allocation, BlockFills, PlannedLine } from './allocate.ts'

export type BlockBreach =
  | 'lines-differ'
  | 'sum-differs'
  | 'over-plan'
  | 'not-pro-rata'
  | 'mentor-favoured'
  | 'order-not-kept'
  | 'price-differs'
  | 'rounding-differs'

type Line = Allocation['lines'][number]

const sum = <T>(rows: readonly T[], of: (row: T) => bigint): bigint =>
  rows.reduce((total, row) => total + of(row), 0n)

/** More than the exact part, in shares times the whole plan. */
const surplus = (line: Line, filled: bigint, total: bigint): bigint =>
  BigInt(line.shares) * total - filled * BigInt(line.planned)

function isOrderKept(lines: readonly Line[], filled: bigint, total: bigint): boolean {
  const remainderOf = ({ planned }: Line): bigint => (filled * BigInt(planned)) % total
  const followers = lines.filter(({ isMentor }) => !isMentor)
  const got = followers.filter((line) => surplus(line, filled, total) > 0n)
  const not = followers.filter((line) => surplus(line, filled, total) <= 0n && remainderOf(line) > 0n)
  const last = got.reduce<Line | undefined>(
    (worst, line) =>
      worst === undefined ||
      remainderOf(line) < remainderOf(worst) ||
      (remainderOf(line) === remainderOf(worst) && line.place > worst.place)
        ? line
        : worst,
    undefined,
  )
  return (
    last === undefined ||
    not.every(
      (line) =>
        remainderOf(line) < remainderOf(last) ||
        (remainderOf(line) === remainderOf(last) && line.place > last.place),
    )
  )
}

/** Undefined when the allocation is right. */
export function blockBreach(
  fills: BlockFills,
  planned: readonly PlannedLine[],
  { lines, rounding }: Allocation,
): BlockBreach | undefined {
  const filled = BigInt(fills.shares)
  const total = sum(planned, (line) => BigInt(line.planned))
  const isSame = (line: Line, n: number): boolean =>
    line.id === planned[n]!.id &&
    line.planned === planned[n]!.planned &&
    line.isMentor === planned[n]!.isMentor &&
    line.place === planned[n]!.place
  if (lines.length !== planned.length || !lines.every(isSame)) return 'lines-differ'
  if (sum(lines, ({ shares }) => BigInt(shares)) !== filled) return 'sum-differs'
  if (lines.some(({ shares, planned: own }) => shares < 0 || shares > own)) return 'over-plan'
  if (lines.some((line) => line.isMentor && surplus(line, filled, total) > 0n) && lines.length > 1)
    return 'mentor-favoured'
  if (
    lines.some((line) => {
      const more = surplus(line, filled, total)
      return more >= total || -more >= total
    }) &&
    total > 0n
  )
    return 'not-pro-rata'
  if (total > 0n && !isOrderKept(lines, filled, total)) return 'order-not-kept'
  // To the nearest cent of the exact part; a half goes up.
  const isPriced = ({ shares, value }: Line): boolean => {
    const off = 2n * (value * filled - fills.value * BigInt(shares))
    return filled === 0n ? value === 0n : -filled < off && off <= filled
  }
  if (!lines.every(isPriced)) return 'price-differs'
  return sum(lines, ({ value }) => value) - fills.value === rounding ? undefined : 'rounding-differs'
}
