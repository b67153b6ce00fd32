// A member who has lost every factor asks two operators. They approve or reject. The new password is set with the key
// the member kept since the request, so that neither an operator nor the console ever holds what opens the account.

import { lives } from '@fairlot/rules/auth'
import { dayMs, taipeiDate } from '@fairlot/rules/calendar'
import { recordOutcome } from '#features/members'
import type { Execution, PersonalReader, ReviewKindHandler } from '#features/operators'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { isDigestOf } from './plea-digest.ts'
import { sealedPlace } from './sealed-place.ts'
import {
  countPleas,
  decidePlea,
  endJoined,
  type PleaRow,
  readJoined,
  readPlea,
  readPleaOfReview,
  readTraces,
  readVerification,
} from './store.ts'

const monthMs = 30 * dayMs

export const recoveryReviews = (secrets: Secrets): ReviewKindHandler => ({
  kind: 'recovery',
  documents: async (tx, { subject }) =>
    (await readPlea(tx, subject)) === undefined ? [] : [{ code: 'recovery.statement' }],
  async describe(tx, { subject, payload }) {
    const plea = await readPlea(tx, subject)
    if (!plea) return { facts: [], effects: [] }
    const { memberId, requestId, reference, createdAt } = plea
    const [counts, traces, verification, joined] = await Promise.all([
      countPleas(tx, memberId, new Date(createdAt.getTime() - monthMs)),
      readTraces(tx, memberId),
      readVerification(tx, memberId),
      readJoined(tx, requestId),
    ])
    const { contact, statement } = textsOf(secrets, plea)
    const isOneContact = joined.every((other) => textsOf(secrets, other).contact === contact)
    const isQuiet = traces.lastSeenAt === null || traces.lastSeenAt < createdAt
    return {
      facts: [
        { code: 'recovery.reference', value: reference },
        { code: 'recovery.contact', value: '•••', personal: { memberId, field: 'contact' } },
        { code: 'recovery.statement', value: statement },
        ...(joined.length === 0 ? [] : [{ code: 'recovery.joined', value: String(joined.length) }]),
        {
          code: 'recovery.last-seen',
          value: traces.lastSeenAt === null ? '—' : taipeiDate(traces.lastSeenAt.getTime()),
        },
        { code: 'recovery.devices', value: String(traces.devices) },
      ],
      checks: [
        { ok: verification === 'verified', code: 'recovery.identity-known', value: verification },
        { ok: isAsAsked(secrets, plea, payload), code: 'recovery.as-asked', value: '' },
        // The same person gives the same contact when asking twice. Two contacts suggest two people.
        { ok: isOneContact, code: 'recovery.one-contact', value: '' },
        { ok: counts.lately <= 1, code: 'recovery.only-once', value: String(counts.lately) },
        // A member who has lost every factor cannot go on using the account.
        { ok: isQuiet, code: 'recovery.quiet-since', value: '' },
      ],
      lines: [{ code: 'recovery.state', before: plea.state, after: 'passed' }],
      effects: ['recovery.key-works', 'recovery.factors-go', 'recovery.cool-down'],
    }
  },
  async execute(tx, { subject, payload }, context) {
    const plea = await readPlea(tx, subject)
    if (plea?.state === 'pending' && !isAsAsked(secrets, plea, payload)) {
      await decide(tx, subject, 'rejected', context)
      return 'altered'
    }
    return (await decide(tx, subject, 'passed', context)) ? 'passed' : 'decided-before'
  },
  async onRejected(tx, { subject }, context) {
    await decide(tx, subject, 'rejected', context)
  },
})

const textsOf = (secrets: Secrets, { requestId, sealedContact, sealedStatement }: PleaRow) => ({
  contact: secrets.open(sealedPlace('contact', requestId), sealedContact).toString('utf8'),
  statement: secrets.open(sealedPlace('statement', requestId), sealedStatement).toString('utf8'),
})

/** The contact and statement match the hash in the payload. */
function isAsAsked(secrets: Secrets, plea: PleaRow, payload: Readonly<Record<string, unknown>>): boolean {
  const { contact, statement } = textsOf(secrets, plea)
  return (
    isDigestOf(secrets, payload['contactDigest'], 'contact', plea.requestId, contact) &&
    isDigestOf(secrets, payload['statementDigest'], 'statement', plea.requestId, statement)
  )
}

/** The contact in the request under this review. Another request of the same member has its own review and contact. */
export const contactReader = (secrets: Secrets): PersonalReader => ({
  field: 'contact',
  async read(tx, memberId, reviewId) {
    const plea = reviewId === null ? undefined : await readPleaOfReview(tx, memberId, reviewId)
    return plea && textsOf(secrets, plea).contact
  },
})

/** Returns false when the recovery request is no longer pending. */
async function decide(
  tx: Tx,
  recoveryRequestId: string,
  state: 'passed' | 'rejected',
  { operators, note, now, requestId }: Execution,
): Promise<boolean> {
  const did = await decidePlea(tx, recoveryRequestId, state, operators, now)
  if (did === undefined) return false
  const { memberId, reference } = did
  await endJoined(tx, recoveryRequestId, state === 'rejected', now)
  const until = new Date(now.getTime() + lives.passedReviewMs)
  await recordOutcome(tx, null, {
    memberId,
    action: `auth.recovery-${state}`,
    actor: operators[0] === undefined ? 'system' : `operator:${operators[0]}`,
    subject: `member:${memberId}`,
    now: { state },
    details: { reference, operators: [...operators], note },
    event: null,
    notice:
      state === 'passed'
        ? { code: 'security.recovery-passed', params: { reference, until: until.toISOString() } }
        : { code: 'security.recovery-rejected', params: { reference } },
    requestId,
    at: now,
  })
  return true
}
