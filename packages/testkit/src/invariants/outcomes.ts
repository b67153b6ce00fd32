// The outcome of a member's request is recorded three times: in the audit trail, as a member event and in a notice.
// All three must agree.

import { readerOf } from '../sql.ts'

export interface RequestBreach {
  readonly invariant: string
  readonly what: string
}

const outcomes = `SELECT e.action, e.actor, e.subject, e.details::jsonb AS said, e.recorded_at FROM audit.entries e
  WHERE e.details::jsonb ? 'notified'`

/** Event kinds that must each have an audit row. `coupon.changed` is also sent when an order uses a coupon. */
const audited = `('deposit.changed', 'withdrawal.changed', 'block-trade.changed', 'bank-account.changed', 'identity.changed', 'restriction.changed')`

export const outcomeQuestions: readonly (readonly [RequestBreach['invariant'], string])[] = [
  [
    'outcome: event',
    `SELECT format('%s of %s: no event %s with state %s', o.action, o.subject, kind, o.said->>'state') AS what
     FROM (${outcomes}) o, jsonb_array_elements_text(o.said->'notified') AS kind
     WHERE kind NOT LIKE 'notice %' AND o.said ? 'memberId' AND NOT EXISTS (
       SELECT FROM app.member_events e WHERE e.member_id = (o.said->>'memberId')::uuid AND e.kind = kind
         AND strpos(o.subject || o.said::text, e.data->>'id') > 0 AND e.data->>'state' = o.said->>'state'
         AND e.data->>'stage' IS NOT DISTINCT FROM o.said->>'stage')`,
  ],
  [
    'outcome: notice',
    `SELECT format('%s of %s: no notice %s for the same reason', o.action, o.subject, notified) AS what
     FROM (${outcomes}) o, jsonb_array_elements_text(o.said->'notified') AS notified
     WHERE notified LIKE 'notice %' AND o.said ? 'memberId' AND NOT EXISTS (
       SELECT FROM app.notices n WHERE n.member_id = (o.said->>'memberId')::uuid AND n.code = substr(notified, 8)
         AND coalesce(n.params->>'rejectionReason' = o.said->>'rejectionReason', NOT n.params ? 'rejectionReason')
         AND coalesce(n.params->>'reason' = o.said->>'reason', NOT n.params ? 'reason'))`,
  ],
  [
    'outcome: audit',
    `SELECT format('%s %s of member %s: no audit row says %s', e.kind, e.data->>'id', e.member_id, e.data->>'state') AS what
     FROM app.member_events e WHERE e.kind IN ${audited} AND NOT EXISTS (
       SELECT FROM (${outcomes}) o WHERE o.said->>'memberId' = e.member_id::text AND o.said->'notified' ? e.kind
         AND strpos(o.subject || o.said::text, e.data->>'id') > 0 AND e.data->>'state' = o.said->>'state'
         AND e.data->>'stage' IS NOT DISTINCT FROM o.said->>'stage')`,
  ],
  [
    'outcome: cancelled',
    `SELECT format('%s of %s was cancelled, and %s is said to have done it', o.action, o.subject, o.actor) AS what
     FROM (${outcomes}) o
     WHERE 'cancelled' IN (o.said->>'rejectionReason', o.said->>'reason')
       AND (o.action NOT LIKE '%.cancelled' OR o.actor <> 'member:' || (o.said->>'memberId'))`,
  ],
  [
    'outcome: review',
    `SELECT format('%s of %s names review %s, which does not exist', e.action, e.subject, e.details->>'reviewId') AS what
     FROM audit.entries e WHERE e.details->>'reviewId' IS NOT NULL
       AND NOT EXISTS (SELECT FROM app.reviews r WHERE r.id::text = e.details->>'reviewId')`,
  ],
]

/** Only these checks, for a test whose requests were not decided through the console. */
export async function outcomeBreaches(database: { readonly readerUrl: string }): Promise<RequestBreach[]> {
  const breaches: RequestBreach[] = []
  for (const [invariant, sql] of outcomeQuestions) {
    for (const { what } of await readerOf(database).query<{ what: string }>(sql))
      breaches.push({ invariant, what })
  }
  return breaches
}
