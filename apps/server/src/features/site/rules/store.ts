import type { Tx } from '#platform/db'

export interface RuleValueRow {
  readonly id: bigint
  readonly rule: string
  readonly value: bigint
  readonly announced_at: Date
  readonly holds_from: Date
  readonly reason: string
  readonly reason_en: string
  /** Set when two operators stopped it before it took effect. */
  readonly stopped_at: Date | null
  readonly stop_reason: string | null
  readonly stop_reason_en: string | null
}

const columns = `v.id, v.rule, v.value, v.announced_at, v.holds_from, v.reason,
  coalesce(v.reason_en, v.reason) AS reason_en, s.stopped_at, s.reason AS stop_reason, s.reason_en AS stop_reason_en`

/** Newest first. Rules change a few times a year: the whole history is short. */
export const selectRuleValues = (tx: Tx): Promise<readonly RuleValueRow[]> =>
  tx.query<RuleValueRow>(
    `SELECT ${columns} FROM app.rule_values v LEFT JOIN app.rule_stops s ON s.change_id = v.id
     ORDER BY v.holds_from DESC, v.id DESC`,
  )

export interface NamedRuleValue extends RuleValueRow {
  readonly by: readonly string[]
  readonly stopped_by: readonly string[]
}

// Stored as `operator:<id>`; the name is the operator's current one. A row from before the console shows its stored
// text.
const named = (column: string): string =>
  `coalesce((SELECT o.name FROM app.operators o WHERE 'operator:' || o.id = ${column}), ${column})`

/** With the names of the operators, for the console. */
export const selectNamedRuleValues = (tx: Tx): Promise<readonly NamedRuleValue[]> =>
  tx.query<NamedRuleValue>(
    `SELECT ${columns}, ARRAY[${named('v.set_by_first')}, ${named('v.set_by_second')}] AS by,
       CASE WHEN s.change_id IS NULL THEN '{}' ELSE ARRAY[${named('s.set_by_first')}, ${named('s.set_by_second')}] END
         AS stopped_by
     FROM app.rule_values v LEFT JOIN app.rule_stops s ON s.change_id = v.id
     ORDER BY v.holds_from DESC, v.id DESC`,
  )

/** Serialises changes: two at once could each be valid only with the value that the other is about to replace. */
export async function lockRules(tx: Tx): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('site rules', 0))`)
}

export interface NewRuleValue {
  readonly rule: string
  readonly value: number
  readonly announcedAt: Date
  readonly holdsFrom: Date
  readonly reason: { readonly tw: string; readonly en: string }
  readonly setBy: readonly [string, string]
  readonly reviewId: string
}

export async function insertRuleValue(tx: Tx, row: NewRuleValue): Promise<void> {
  await tx.query(
    `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, reason_en, set_by_first, set_by_second,
       review_id) VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [
      row.rule,
      row.value,
      row.announcedAt,
      row.holdsFrom,
      row.reason.tw,
      row.reason.en,
      row.setBy[0],
      row.setBy[1],
      row.reviewId,
    ],
  )
}

export interface NewRuleStop {
  readonly changeId: string
  readonly stoppedAt: Date
  readonly reason: { readonly tw: string; readonly en: string }
  readonly setBy: readonly [string, string]
  readonly reviewId: string
}

export async function insertRuleStop(tx: Tx, row: NewRuleStop): Promise<void> {
  await tx.query(
    `INSERT INTO app.rule_stops (change_id, stopped_at, reason, reason_en, set_by_first, set_by_second, review_id)
     VALUES ($1, $2, $3, $4, $5, $6, $7)`,
    [row.changeId, row.stoppedAt, row.reason.tw, row.reason.en, row.setBy[0], row.setBy[1], row.reviewId],
  )
}

/** How a rule is compared with a request in NT$: with its amount, or with the minute of the day it was sent at. */
export interface Measure {
  readonly of: 'deposits' | 'withdrawals'
  readonly figure: 'amount' | 'clock'
  readonly concerned: 'below' | 'above' | 'from'
}

export interface Trial {
  readonly requests: number
  readonly concernedNow: number
  readonly concernedThen: number
  /** Distinct members among those concerned then. */
  readonly members: number
}

export async function countConcerned(
  tx: Tx,
  { of, figure, concerned }: Measure,
  { before, value }: { readonly before: number; readonly value: number },
  since: Date,
): Promise<Trial> {
  const [row] = await tx.query<Trial>(
    `SELECT count(*)::integer AS requests, (count(*) FILTER (WHERE c.now))::integer AS "concernedNow",
       (count(*) FILTER (WHERE c.later))::integer AS "concernedThen",
       (count(DISTINCT r.member_id) FILTER (WHERE c.later))::integer AS members
     FROM (
       SELECT d.member_id, d.amount, d.sent_at FROM app.deposits d
       WHERE $4 = 'deposits' AND d.currency = 'TWD' AND d.sent_at >= $1
       UNION ALL
       SELECT w.member_id, w.amount, w.sent_at FROM app.withdrawals w
       WHERE $4 = 'withdrawals' AND w.currency = 'TWD' AND w.sent_at >= $1
     ) AS r
     CROSS JOIN LATERAL (
       SELECT CASE $5 WHEN 'amount' THEN r.amount
         ELSE floor(extract(epoch FROM (r.sent_at AT TIME ZONE 'Asia/Taipei')::time) / 60)::bigint END AS figure
     ) AS f
     CROSS JOIN LATERAL (
       SELECT CASE $6 WHEN 'below' THEN f.figure < $2 WHEN 'above' THEN f.figure > $2 ELSE f.figure >= $2 END AS now,
         CASE $6 WHEN 'below' THEN f.figure < $3 WHEN 'above' THEN f.figure > $3 ELSE f.figure >= $3 END AS later
     ) AS c`,
    [since, before, value, of, figure, concerned],
  )
  return row!
}
