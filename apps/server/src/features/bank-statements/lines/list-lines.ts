import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { BankLineTarget } from '@fairlot/contract/bank-statements'
import { agreementOf, weightOf } from '@fairlot/rules/bank-statements'
import { fundsRules } from '@fairlot/rules/funds'
import { maskAccount } from '@fairlot/rules/members'
import { readRuleValues } from '#features/site'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import {
  type BankLineRow,
  type CandidateRow,
  readBankLine,
  readBankLines,
  readCandidates,
  readHandled,
  readLineAccounts,
  readLineSums,
  readNotes,
} from './store.ts'

type Lines = ConsoleDataOf<'/deposits/bankLines'>
type One = ConsoleDataOf<'/deposits/bankLine'>

const maxHandled = 8
const maxCandidates = 5

const channelOf = (tw: string | null, en: string | null) => (tw === null || en === null ? null : { tw, en })

const showBankLine = (row: BankLineRow): One['line'] => ({
  lineId: row.id,
  account: row.account,
  channel: channelOf(row.channelTw, row.channelEn),
  bankNumber: row.bankNumber,
  currency: row.currency,
  amount: row.amount.toString(),
  reference: row.reference,
  ending: row.ending,
  bookedAt: row.bookedAt.toISOString(),
  state: row.state,
  proposal:
    row.proposalId === null
      ? null
      : { reviewId: row.proposalId, number: row.proposalNumber!, by: row.proposalBy ?? '' },
  owner: row.ownerKind === null ? null : { kind: row.ownerKind, id: row.ownerId!, number: row.ownerNumber },
  handledAt: row.handledAt?.toISOString() ?? null,
  handledBy: [...row.handledBy],
})

export async function suspenseHours(tx: Tx, now: Date): Promise<number> {
  const values = await readRuleValues(tx, now)
  return values.get(fundsRules.suspenseHours.id) ?? fundsRules.suspenseHours.default
}

export const listBankLines = (
  db: Db,
  { state, account }: ConsoleBodyOf<'/deposits/bankLines'>,
  now: Date,
): Promise<Lines> =>
  inSnapshot(db, async (tx) => {
    const [lines, { counts, ...sums }, accounts, handled, hours] = await Promise.all([
      readBankLines(tx, state, account ?? null),
      readLineSums(tx),
      readLineAccounts(tx),
      readHandled(tx, maxHandled),
      suspenseHours(tx, now),
    ])
    return {
      lines: lines.map(showBankLine),
      counts: { ...counts },
      sums,
      accounts: accounts.map(({ account: number, tw, en }) => ({
        account: number,
        channel: channelOf(tw, en),
      })),
      handled: handled.map(showBankLine),
      suspenseHours: hours,
    }
  })

/** Refuses: `request.not-found`. */
export const readOneBankLine = (db: Db, lineId: string): Promise<ConsoleOutcome<One>> =>
  inSnapshot(db, async (tx): Promise<ConsoleOutcome<One>> => {
    const row = await readBankLine(tx, lineId)
    if (!row) return refuse('request.not-found', { field: 'lineId' })
    const [notes, candidates] = await Promise.all([readNotes(tx, lineId), candidatesFor(tx, row)])
    return done({
      line: showBankLine(row),
      returnReference: row.returnReference,
      notes: notes.map(({ at, ...note }) => ({ ...note, at: at.toISOString() })),
      candidates,
    })
  })

const targetsOf = (amount: bigint): readonly BankLineTarget[] =>
  amount > 0n ? ['deposit', 'returned-payout'] : ['payout']

/** Possible matches of the line, best first. Operators choose; the list does not. */
async function candidatesFor(tx: Tx, row: BankLineRow): Promise<One['candidates']> {
  if (row.state !== 'open' && row.state !== 'suspense') return []
  const found = await Promise.all(targetsOf(row.amount).map((kind) => readCandidates(tx, kind, row.currency)))
  return found
    .flat()
    .map((candidate) => ({ candidate, agrees: agreementWith(row, candidate) }))
    .filter(({ candidate, agrees }) => fitsTo(candidate.kind, agrees.amount, weightOf(agrees)))
    .toSorted((a, b) => weightOf(b.agrees) - weightOf(a.agrees))
    .slice(0, maxCandidates)
    .map(({ candidate, agrees }) => ({
      kind: candidate.kind,
      id: candidate.id,
      number: candidate.number,
      member: maskAccount(candidate.account),
      amount: candidate.amount.toString(),
      sentAt: candidate.sentAt.toISOString(),
      agrees,
    }))
}

/** A payout is confirmed to the cent; a deposit is booked at the amount that arrived. */
const fitsTo = (kind: BankLineTarget, sameAmount: boolean, weight: number): boolean =>
  kind === 'deposit' ? weight > 1 : sameAmount

export const agreementWith = (row: BankLineRow, { reference, ending, ...candidate }: CandidateRow) =>
  agreementOf(
    { ...row, amount: row.amount < 0n ? -row.amount : row.amount },
    { ...candidate, depositId: candidate.id, reference, ending },
  )
