// Previews a correction before approval: each account before and after, and the outcome of the checks of the books.
// Reads only; the ledger decides again when it is posted.

import type { ConsoleBodyOf, ConsoleDataOf } from '@fairlot/contract/console-routes'
import { reconChecks } from '@fairlot/contract/funds'
import { balanceOf } from '@fairlot/ledger'
import { formatMoney, isCurrency } from '@fairlot/money'
import {
  codeOfJournalAccount,
  journalProblemOf,
  type JournalLine,
  largestCorrection,
  movedChecks,
} from '@fairlot/rules/funds'
import { findMemberId } from '#features/members'
import type { Tx } from '#platform/db'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { readLastRun } from '../reconciling/store.ts'
import { readEntryHead } from './store.ts'

type Draft = ConsoleBodyOf<'/funds/weighJournal'>
type Effects = ConsoleDataOf<'/funds/weighJournal'>['effects']
type Checks = ConsoleDataOf<'/funds/weighJournal'>['checks']

export interface Weighed {
  readonly memberId: string | null
  readonly lines: readonly JournalLine[]
  readonly effects: Effects
  readonly checks: Checks
  /** An account with a minimum would fall below it. */
  readonly isShort: boolean
}

/** Refuses: the problems of `journalProblemOf`, `funds.journal-lines`, `funds.journal-member`, `funds.journal-entry`. */
export async function weighDraft(tx: Tx, draft: Draft): Promise<ConsoleOutcome<Weighed>> {
  if (!isCurrency(draft.currency)) return refuse('funds.journal-lines', { field: 'currency' })
  const lines = draft.lines.map(({ account, amount }) => ({ account, amount: BigInt(amount) }))
  const problem = journalProblemOf({ ...draft, hasMember: draft.member !== null, lines })
  if (problem !== undefined)
    return refuse(problem, {
      field:
        problem === 'funds.journal-member'
          ? 'member'
          : problem === 'funds.journal-goodwill'
            ? 'why'
            : 'lines',
      ...(problem === 'funds.journal-limit' && { params: { limit: formatMoney(largestCorrection) } }),
    })
  const memberId = draft.member === null ? null : await findMemberId(tx, draft.member)
  if (memberId === undefined) return refuse('funds.journal-member', { field: 'member' })
  if (draft.original !== null && !(await readEntryHead(tx, draft.original)))
    return refuse('funds.journal-entry', { field: 'original' })
  const weighed = await weigh(tx, { ...draft, memberId, lines })
  return done({ memberId, lines, ...weighed })
}

export async function weigh(
  tx: Tx,
  {
    currency,
    memberId,
    lines,
    why,
  }: Pick<Draft, 'currency' | 'why'> & {
    readonly memberId: string | null
    readonly lines: readonly JournalLine[]
  },
): Promise<Pick<Weighed, 'effects' | 'checks' | 'isShort'>> {
  const balances = await Promise.all(
    lines.map(({ account }) => balanceOf(tx, codeOfJournalAccount(account, currency, memberId))),
  )
  const effects = lines.map(({ account, amount }, n) => ({
    account,
    before: balances[n]!.toString(),
    after: (balances[n]! + amount).toString(),
  }))
  const owned = effects.find(({ account }) => account === 'member.available')
  const isShort = owned !== undefined && BigInt(owned.after) < 0n
  const sum = lines.reduce((total, { amount }) => total + amount, 0n)
  const moved = movedChecks(currency, why, lines)
  const last = await readLastRun(tx)
  const checks: Checks = [
    { ok: sum === 0n, code: 'journal.balances', value: formatMoney(sum) },
    ...(owned ? [{ ok: !isShort, code: 'journal.member-keeps', value: formatMoney(owned.after) }] : []),
    ...[...moved].map(([check, by]) => {
      const before = BigInt(last?.results.find(({ code }) => code === check)?.difference ?? '0')
      const after = before + by
      return {
        ok: after === 0n,
        code: `journal.check-${check}`,
        value: `${formatMoney(before)} → ${formatMoney(after)}`,
      }
    }),
    { ok: true, code: 'journal.other-checks', value: String(reconChecks.length - moved.size) },
    { ok: true, code: 'journal.within-limit', value: formatMoney(largestCorrection) },
  ]
  return { effects, checks, isShort }
}
