import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import type { Db } from '#platform/db'
import { practiceBank } from '../practice-bank.ts'
import { countOdd, readStatements } from './store.ts'

export async function listStatements(db: Db): Promise<ConsoleDataOf<'/deposits/statements'>> {
  const [statements, odd] = await Promise.all([readStatements(db), countOdd(db)])
  return {
    statements: statements.map(({ importedAt, ...row }) => ({
      ...row,
      isPractice: row.by === null && row.fileName.startsWith(practiceBank),
      importedAt: importedAt.toISOString(),
    })),
    odd,
  }
}
