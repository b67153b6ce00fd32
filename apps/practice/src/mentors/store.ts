import type { Database } from '@fairlot/process/database'
import type { Strategy } from './strategies.ts'

/** Lists the account as a simulated mentor. The second time changes only the texts. */
export async function publishMentor(
  db: Database,
  { account, name, text }: Strategy,
  now: Date,
): Promise<void> {
  await db.query('SELECT practice.publish_mentor($1, $2, $3, $4, $5)', [account, name, text.tw, text.en, now])
}
