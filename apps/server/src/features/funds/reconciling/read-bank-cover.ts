import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { trialBalance, type TrialLine } from '@fairlot/ledger'
import { type Db, inSnapshot } from '#platform/db'
import { readCover, readCoverHours, readGaps, readOutside } from './store.ts'

type Cover = ConsoleDataOf<'/funds/bankCover'>

/** Compares the bank's lines with the books, per bank account, and shows who owns the money. */
export const readBankCover = (db: Db): Promise<Cover> =>
  inSnapshot(db, async (tx) => {
    const [rows, gaps, trial, outside, coverHours] = await Promise.all([
      readCover(tx),
      readGaps(tx),
      trialBalance(tx),
      readOutside(tx),
      readCoverHours(tx),
    ])
    return {
      rows: rows.map(({ tw, en, oldest, ...row }) => ({
        ...row,
        channel: tw === null || en === null ? null : { tw, en },
        since: row.bank === row.books ? null : (oldest?.toISOString() ?? null),
      })),
      gaps: gaps.map(({ at, ...gap }) => ({ ...gap, at: at.toISOString() })),
      owners: [...new Set(rows.map(({ currency }) => currency))].map((currency) => ownersOf(trial, currency)),
      lastStatement: outside.lastStatement?.toISOString() ?? null,
      coverHours,
    }
  })

/** The ledger's bank account, and on the other side every party it is owed to. Both sides are equal by double entry. */
function ownersOf(trial: readonly TrialLine[], currency: string): Cover['owners'][number] {
  const sum = (take: (line: TrialLine) => boolean): bigint =>
    trial.reduce((total, line) => (line.asset === currency && take(line) ? total + line.total : total), 0n)
  const bank = -sum(({ owner, kind }) => owner === 'house' && kind === 'bank')
  const members = sum(({ owner }) => owner === 'member')
  const suspense = sum(({ owner }) => owner === 'suspense')
  const payouts = sum(({ owner, kind }) => owner === 'house' && kind === 'payouts')
  return {
    currency,
    members: members.toString(),
    suspense: suspense.toString(),
    payouts: payouts.toString(),
    house: (bank - members - suspense - payouts).toString(),
    bank: bank.toString(),
  }
}
