import type { AboutKind } from '@fairlot/contract/support'
import type { Tx } from '#platform/db'

export interface AboutRow {
  readonly kind: Exclude<AboutKind, 'refusal' | 'score'>
  readonly id: string
  readonly state: string | null
  readonly amount: string | null
  readonly currency: string | null
  readonly symbol: string | null
  readonly promisedAt: Date | null
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

const statements: Readonly<Record<AboutRow['kind'], string>> = {
  order: `SELECT 'order' AS kind, o.id, o.state, NULL AS amount, NULL AS currency, o.symbol, NULL::timestamptz AS "promisedAt"
    FROM app.orders o WHERE o.member_id = $1 AND o.id = ANY ($2::uuid[])`,
  position: `SELECT 'position' AS kind, p.id, NULL AS state, NULL AS amount, NULL AS currency, p.symbol, NULL::timestamptz AS "promisedAt"
    FROM app.positions p WHERE p.member_id = $1 AND p.id = ANY ($2::uuid[])`,
  deposit: `SELECT 'deposit' AS kind, d.id, d.state, d.amount::text, d.currency, NULL AS symbol,
      CASE WHEN d.state = 'pending' THEN d.promised_at END AS "promisedAt"
    FROM app.deposits d WHERE d.member_id = $1 AND d.id = ANY ($2::uuid[])`,
  withdrawal: `SELECT 'withdrawal' AS kind, w.id, w.state, w.amount::text, w.currency, NULL AS symbol,
      CASE WHEN w.state = 'pending' THEN w.promised_at END AS "promisedAt"
    FROM app.withdrawals w WHERE w.member_id = $1 AND w.id = ANY ($2::uuid[])`,
}

/** Things of this kind that belong to this member. */
export const readAbout = (
  tx: Tx,
  memberId: string,
  kind: AboutRow['kind'],
  ids: readonly string[],
): Promise<readonly AboutRow[]> => {
  const known = ids.filter((id) => uuid.test(id))
  return known.length === 0 ? Promise.resolve([]) : tx.query<AboutRow>(statements[kind], [memberId, known])
}
