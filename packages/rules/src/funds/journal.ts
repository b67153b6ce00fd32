// A correction, as a pure decision: which accounts it can touch, that it balances, and the result of the bookkeeping
// checks after it.

import type { JournalAccount, JournalReason, ReconCheck } from '@fairlot/contract/funds'

export interface JournalLine {
  readonly account: JournalAccount
  readonly amount: bigint
}

export interface JournalDraft {
  readonly currency: string
  /** Whether a member is named. */
  readonly hasMember: boolean
  readonly why: JournalReason
  readonly lines: readonly JournalLine[]
}

export type JournalProblem =
  | 'funds.journal-unbalanced'
  | 'funds.journal-lines'
  | 'funds.journal-twice'
  | 'funds.journal-zero'
  | 'funds.journal-limit'
  | 'funds.journal-member'
  | 'funds.journal-goodwill'

/** Hundredths, per line: NT$1,000,000.00. A larger amount is not a correction. */
export const largestCorrection = 100_000_000n

export function journalProblemOf({ hasMember, why, lines }: JournalDraft): JournalProblem | undefined {
  if (lines.length < 2) return 'funds.journal-lines'
  if (new Set(lines.map(({ account }) => account)).size !== lines.length) return 'funds.journal-twice'
  if (lines.some(({ amount }) => amount === 0n)) return 'funds.journal-zero'
  if (lines.some(({ amount }) => amount > largestCorrection || amount < -largestCorrection))
    return 'funds.journal-limit'
  if (lines.some(({ account }) => account === 'member.available') !== hasMember) return 'funds.journal-member'
  if (
    why === 'goodwill' &&
    lines.some(({ account, amount }) => account === 'member.available' && amount < 0n)
  )
    return 'funds.journal-goodwill'
  return lines.reduce((sum, { amount }) => sum + amount, 0n) === 0n ? undefined : 'funds.journal-unbalanced'
}

/** `suspense.open` in TWD is `suspense/main/TWD/open`. A name cannot give any other code. */
export function codeOfJournalAccount(
  account: JournalAccount,
  currency: string,
  memberId: string | null,
): `${'member' | 'house' | 'fees' | 'tax' | 'suspense'}/${string}/${string}/${string}` {
  const [owner = '', name = ''] = account.split('.')
  switch (owner) {
    case 'member':
      if (memberId === null) throw new Error('a member line needs a member id')
      return `member/${memberId}/${currency}/available`
    case 'fees':
      return `fees/${name}/${currency}/income`
    case 'tax':
      return `tax/${name}/${currency}/collected`
    case 'suspense':
      return `suspense/main/${currency}/open`
    default:
      return `house/main/${currency}/${name}`
  }
}

/** The checks that read an account a correction can touch. */
const checkOf: Partial<Record<JournalAccount, ReconCheck>> = {
  'fees.brokerage': 'brokerage',
  'fees.borrow': 'borrow-fee',
  'tax.transaction': 'tax',
  'suspense.open': 'suspense',
}

/**
 * How a correction changes the difference of each check it touches. A `not-posted` correction brings the books to the
 * records; any other counts on both sides and leaves the difference unchanged.
 */
export function movedChecks(
  currency: string,
  why: JournalReason,
  lines: readonly JournalLine[],
): ReadonlyMap<ReconCheck, bigint> {
  const moved = new Map<ReconCheck, bigint>()
  if (currency !== 'TWD') return moved
  for (const { account, amount } of lines) {
    const check = checkOf[account]
    if (check !== undefined) moved.set(check, why === 'not-posted' ? amount : 0n)
  }
  return moved
}
