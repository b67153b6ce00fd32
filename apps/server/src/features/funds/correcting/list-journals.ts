import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { maskAccount } from '@fairlot/rules/members'
import type { Db } from '#platform/db'
import { readJournals } from './store.ts'

export async function listJournals(db: Db): Promise<ConsoleDataOf<'/funds/journals'>> {
  const journals = await readJournals(db)
  return {
    journals: journals.map(({ account, lines, postedAt, operators, ...journal }) => ({
      ...journal,
      member: account === null ? null : maskAccount(account),
      amount: lines
        .reduce((sum, { amount }) => (BigInt(amount) > 0n ? sum + BigInt(amount) : sum), 0n)
        .toString(),
      postedAt: postedAt.toISOString(),
      operators: [...operators],
    })),
  }
}
