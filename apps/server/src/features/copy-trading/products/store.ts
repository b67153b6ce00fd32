import type { MentorLevel } from '@fairlot/contract/mentors'
import type { Tx } from '#platform/db'

export interface ProductRow {
  readonly id: string
  readonly mentorId: string
  readonly mentorName: string
  readonly isSimulated: boolean
  readonly level: MentorLevel | null
  /** The mentor can be followed. */
  readonly isMentorOpen: boolean
  readonly nameTw: string
  readonly nameEn: string
  readonly minFollow: bigint
  readonly maxTotal: bigint
  readonly total: bigint
  readonly termDays: number
  readonly deadline: Date
  readonly endsOn: string
  /** Of copies that run or wait. */
  readonly followers: number
  /** The member's own copy that runs or waits. */
  readonly copyId: string | null
}

const columns = `p.id, p.mentor_id AS "mentorId", m.name AS "mentorName", m.is_simulated AS "isSimulated", d.level,
  m.state = 'active' AND d.level IS NOT NULL AS "isMentorOpen",
  p.name_tw AS "nameTw", p.name_en AS "nameEn", p.min_follow AS "minFollow", p.max_total AS "maxTotal", p.total,
  p.term_days AS "termDays", p.deadline, p.ends_on::text AS "endsOn",
  (SELECT count(*)::integer FROM app.copies c WHERE c.product_id = p.id AND c.state IN ('under-review', 'following')) AS followers`
const source = `app.copy_products p JOIN app.mentors m ON m.id = p.mentor_id LEFT JOIN LATERAL (
  SELECT x.level FROM app.mentor_days x WHERE x.mentor_id = m.id ORDER BY x.date DESC LIMIT 1) AS d ON true`

export async function readProduct(tx: Tx, id: string): Promise<ProductRow | undefined> {
  const [row] = await tx.query<ProductRow>(
    `SELECT ${columns}, NULL::uuid AS "copyId" FROM ${source} WHERE p.id = $1`,
    [id],
  )
  return row
}

/** Whose term is not over: open ones first, by their deadline. */
export const listProducts = (
  tx: Tx,
  memberId: string | null,
  now: Date,
  limit: number,
): Promise<readonly ProductRow[]> =>
  tx.query<ProductRow>(
    `SELECT ${columns}, (SELECT c.id FROM app.copies c WHERE c.product_id = p.id AND c.member_id = $1
         AND c.state IN ('under-review', 'following')) AS "copyId"
     FROM ${source} WHERE p.ends_on >= ($2::timestamptz AT TIME ZONE 'Asia/Taipei')::date
     ORDER BY p.deadline <= $2, p.deadline, p.id LIMIT $3`,
    [memberId, now, limit],
  )

/** False when the mentor has closed or the deadline is over. The terms are those of the review. */
export async function publishProduct(
  tx: Tx,
  published: { readonly id: string; readonly reviewId: string; readonly at: Date },
): Promise<boolean> {
  const [row] = await tx.query<{ did: boolean }>('SELECT app.publish_copy_product($1, $2, $3) AS did', [
    published.id,
    published.reviewId,
    published.at,
  ])
  return row!.did
}
