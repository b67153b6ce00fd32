// Which deposit a line of the bank statement belongs to. A line matches one deposit and a deposit one line. A mismatch
// is reported and operators decide; it is never booked automatically.

import { hourMs } from '../calendar/taipei.ts'

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
  /** The reference the member was asked to write on the transfer. */
  readonly reference: string
  readonly ending: string | null
  readonly sentAt: Date
}

export type LineDifference = 'amount' | 'no-reference' | 'time'

export interface LineMatch {
  readonly depositId: string
  readonly differences: readonly LineDifference[]
}

/** The transfer can be a weekend older than the request, and the bank can book it a day later. */
const earliestMs = 96 * hourMs
const latestMs = 48 * hourMs

const plain = (text: string): string => text.toUpperCase().replace(/[^A-Z0-9]/g, '')

/** The best match. Undefined when there is none or two are equally good: then operators decide. */
export function matchLine(line: StatementLine, deposits: readonly OpenDeposit[]): LineMatch | undefined {
  const found = deposits
    .filter(({ currency }) => currency === line.currency && line.amount > 0n)
    .map((deposit) => ({ deposit, score: scoreOf(line, deposit) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
  const [best, next] = found
  if (!best || best.score === next?.score) return undefined
  return { depositId: best.deposit.depositId, differences: differencesOf(agreementOf(line, best.deposit)) }
}

const isNamed = (line: StatementLine, { reference }: OpenDeposit): boolean =>
  reference !== '' && plain(line.reference).includes(plain(reference))
const isFrom = (line: StatementLine, { ending }: OpenDeposit): boolean =>
  ending !== null && ending !== '' && line.ending !== '' && line.ending.endsWith(ending.slice(-4))
const isInTime = (line: StatementLine, { sentAt }: OpenDeposit): boolean => {
  const after = line.bookedAt.getTime() - sentAt.getTime()
  return after >= -earliestMs && after <= latestMs
}

export interface LineAgreement {
  readonly amount: boolean
  readonly ending: boolean
  readonly reference: boolean
  readonly time: boolean
}

/** Where a line agrees with a deposit: for operators who choose. */
export const agreementOf = (line: StatementLine, deposit: OpenDeposit): LineAgreement => ({
  amount: line.amount === deposit.amount,
  ending: isFrom(line, deposit),
  reference: isNamed(line, deposit),
  time: isInTime(line, deposit),
})

export const differencesOf = ({ amount, reference, time }: LineAgreement): readonly LineDifference[] => [
  ...(amount ? [] : ['amount' as const]),
  ...(reference ? [] : ['no-reference' as const]),
  ...(time ? [] : ['time' as const]),
]

export const weightOf = ({ amount, ending, reference, time }: LineAgreement): number =>
  (reference ? 8 : 0) + (amount ? 4 : 0) + (ending ? 2 : 0) + (time ? 1 : 0)

/** A reference alone identifies a deposit; an account ending only together with the amount; an amount alone never. */
function scoreOf(line: StatementLine, deposit: OpenDeposit): number {
  const same = line.amount === deposit.amount
  const named = isNamed(line, deposit)
  const from = isFrom(line, deposit)
  if (!named && !(from && same && isInTime(line, deposit))) return 0
  return weightOf(agreementOf(line, deposit))
}
