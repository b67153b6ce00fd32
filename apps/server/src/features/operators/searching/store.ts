import type { Tx } from '#platform/db'

export interface FoundRow {
  readonly kind: 'member' | 'order' | 'review'
  readonly id: string
  readonly title: string
  readonly detail: string
  readonly memberId: string | null
}

export function findByAccount(tx: Tx, account: string): Promise<readonly FoundRow[]> {
  return tx.query<FoundRow>(
    `SELECT 'member' AS kind, id, account AS title, verification AS detail, id AS "memberId"
     FROM app.members WHERE account = $1`,
    [account],
  )
}

export function findByNumber(tx: Tx, number: string): Promise<readonly FoundRow[]> {
  return tx.query<FoundRow>(
    `SELECT 'review' AS kind, id, number AS title, kind || ' · ' || state AS detail, member_id AS "memberId"
     FROM app.reviews WHERE number = $1`,
    [number],
  )
}

export function findById(tx: Tx, id: string): Promise<readonly FoundRow[]> {
  return tx.query<FoundRow>(
    `SELECT 'member' AS kind, id, account AS title, verification AS detail, id AS "memberId"
       FROM app.members WHERE id = $1
     UNION ALL
     SELECT 'order', id, symbol, side || ' · ' || state, member_id FROM app.orders WHERE id = $1
     UNION ALL
     SELECT 'review', id, number, kind || ' · ' || state, member_id FROM app.reviews WHERE id = $1`,
    [id],
  )
}
