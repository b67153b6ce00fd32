import { randomInt } from 'node:crypto'

interface Sql {
  query(text: string, values: readonly unknown[]): Promise<unknown>
}

/** The rows that registration would write for a member, without a way to sign in. */
export async function insertMember(sql: Sql, memberId: string, joined: Date): Promise<void> {
  const account = `09${String(randomInt(100_000_000)).padStart(8, '0')}`
  await sql.query(
    'INSERT INTO app.members (id, account, invitation_code, joined_at) VALUES ($1, $2, $3, $4)',
    [memberId, account, `T-${memberId}`, joined],
  )
  await sql.query('INSERT INTO directory.accounts (account, member_id, created_at) VALUES ($1, $2, $3)', [
    account,
    memberId,
    joined,
  ])
}
