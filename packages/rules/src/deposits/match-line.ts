// Which deposit a line of the bank's statement belongs to. A line matches one deposit and a deposit one line; what does not
// agree is said and decided by people, never booked by itself.

export interface StatementLine {
  readonly currency: string
  readonly amount: bigint
  readonly reference: string
  readonly ending: string
  readonly bookedAt: Date
}

export interface OpenDeposit {
  readonly depositId: string
  readonly currency: string
  readonly amount: bigint
  /** What its member was told to write into the transfer. */
  readonly reference: string
  readonly ending: string | null
  readonly sentAt: Date
}

export type LineDifference = 'amount' | 'no-reference' | 'time'

export interface LineMatch {
  readonly depositId: string
  readonly differences: readonly LineDifference[]
}

const hourMs = 3_600_000
/** The transfer may lie a weekend before the request, and the bank may book it a day after. */
const earliestMs = 96 * hourMs
const latestMs = 48 * hourMs

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The best match, undefined when none or when two are equally good: then people look. */
export function matchLine(line: StatementLine, deposits: readonly OpenDeposit[]): LineMatch | undefined {
  const found = deposits
    .filter(({ currency }) => currency === line.currency && line.amount > 0n)
    .map((deposit) => ({ deposit, score: scoreOf(line, deposit) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const [best, next] = found
  if (!best || best.score === next?.score) return undefined
  return { depositId: best.deposit.depositId, differences: differencesOf(line, best.deposit) }
}

const isNamed = (line: StatementLine, { reference }: OpenDeposit): boolean =>
  reference !== '' && plain(line.reference).includes(plain(reference))
const isFrom = (line: StatementLine, { ending }: OpenDeposit): boolean =>
  ending !== null && ending !== '' && line.ending !== '' && line.ending.endsWith(ending.slice(-4))
const isInTime = (line: StatementLine, { sentAt }: OpenDeposit): boolean => {
  const after = line.bookedAt.getTime() - sentAt.getTime()
  return after >= -earliestMs && after <= latestMs
}

/** The reference alone names it; an ending only together with the amount; an amount alone never. */
function scoreOf(line: StatementLine, deposit: OpenDeposit): number {
  const same = line.amount === deposit.amount
  const named = isNamed(line, deposit)
  const from = isFrom(line, deposit)
  if (!named && !(from && same && isInTime(line, deposit))) return 0
  return (named ? 8 : 0) + (same ? 4 : 0) + (from ? 2 : 0) + (isInTime(line, deposit) ? 1 : 0)
}

function differencesOf(line: StatementLine, deposit: OpenDeposit): LineDifference[] {
  const differences: LineDifference[] = []
  if (line.amount !== deposit.amount) differences.push('amount')
  if (!isNamed(line, deposit)) differences.push('no-reference')
  if (!isInTime(line, deposit)) differences.push('time')
  return differences
}
