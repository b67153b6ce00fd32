import type { Tx } from '#platform/db'

/** First in a transaction: all of it reads the same moment. */
export async function readOneMoment(tx: Tx): Promise<void> {
  await tx.query('SET TRANSACTION ISOLATION LEVEL REPEATABLE READ')
}

export interface Owner {
  readonly memberId: string
  readonly account: string
  /** Masked. */
  readonly name: string | null
}

export const readOwners = (tx: Tx, memberIds: readonly string[]): Promise<readonly Owner[]> =>
  tx.query<Owner>(
    `SELECT m.id AS "memberId", m.account, i.name_masked AS name
     FROM app.members m LEFT JOIN app.identities i ON i.member_id = m.id WHERE m.id = ANY ($1::uuid[]) ORDER BY m.id DESC`,
    [memberIds],
  )
