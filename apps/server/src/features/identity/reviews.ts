// The review of identity documents by two operators: what the console shows, and what the decision does.

import type { IdentityField } from '@fairlot/contract/identity'
import { taipeiDate } from '@fairlot/rules/calendar'
import { ageOn, fieldsOf, identityRules, isDocumentNumber } from '@fairlot/rules/identity'
import { type OutcomeDeps, recordOutcome } from '#features/members'
import type { Execution, Review, ReviewDescription, ReviewKindHandler } from '#features/operators'
import type { Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import { existingKey } from '#platform/vault'
import { personIndexes } from './persons.ts'
import { openField } from './sealed-fields.ts'
import {
  addPerson,
  decide,
  type Decision,
  findPersonElsewhere,
  type IdentityRow,
  lockIdentity,
  readIdentity,
} from './store.ts'

export interface IdentityReviewDeps extends OutcomeDeps {
  readonly secrets: Secrets
}

export function identityReviews(deps: IdentityReviewDeps): ReviewKindHandler {
  return {
    kind: 'identity',
    async documents(tx, review) {
      const row = await readIdentity(tx, memberOf(review))
      if (!row) return []
      return [
        { code: 'identity.front', fileId: row.front },
        ...(row.back === null ? [] : [{ code: 'identity.back', fileId: row.back }]),
      ]
    },
    describe: (tx, review) => describeIdentity(tx, deps.secrets, review),
    async execute(tx, review, context) {
      const row = await lockDecided(tx, review)
      const { number } = await open(tx, deps.secrets, row)
      const isNew = await addPerson(tx, row.memberId, personIndexes(deps.secrets, row.document, number))
      // Another member with this number was verified while this review waited.
      if (!isNew) {
        const decision = { state: 'rejected', reason: 'duplicate', problems: [], note: null } as const
        await end(tx, deps, row, decision, context)
        return 'duplicate'
      }
      await end(tx, deps, row, { state: 'verified', reason: null, problems: [], note: null }, context)
      return 'passed'
    },
    async onRejected(tx, review, context) {
      const row = await lockDecided(tx, review)
      const asked = fieldsOf(row.document)
      await end(
        tx,
        deps,
        row,
        {
          state: 'rejected',
          reason: context.why === 'expired' ? 'expired' : 'rejected',
          problems: context.problems.filter(({ field }) => asked.includes(field)),
          note: context.note.trim() || null,
        },
        context,
      )
    },
  }
}

async function describeIdentity(tx: Tx, secrets: Secrets, review: Review): Promise<ReviewDescription> {
  const memberId = memberOf(review)
  const row = await readIdentity(tx, memberId)
  if (!row) throw new Error(`review ${review.number} has no identity documents`)
  const { number, birthDate } = await open(tx, secrets, row)
  const today = taipeiDate(Date.now())
  const isElsewhere = await findPersonElsewhere(tx, memberId, personIndexes(secrets, row.document, number))
  const fields = review.payload['fields'] as readonly IdentityField[]
  return {
    facts: [
      { code: 'identity.document', value: row.document },
      { code: 'identity.name', value: row.nameMasked, personal: { memberId, field: 'name' } },
      { code: 'identity.number', value: row.numberMasked, personal: { memberId, field: 'id-number' } },
      { code: 'identity.birth-date', value: '••••-••-••', personal: { memberId, field: 'birth-date' } },
      { code: 'identity.attempt', value: String(row.attempt) },
    ],
    checks: [
      { ok: isDocumentNumber(row.document, number), code: 'identity.checksum', value: row.document },
      { ok: !isElsewhere, code: 'identity.one-person', value: '' },
      {
        ok: ageOn(birthDate, today) >= identityRules.minAge.default,
        code: 'identity.age',
        value: `≥ ${identityRules.minAge.default}`,
      },
    ],
    // After a rejection: which fields were rejected before and have been submitted again.
    lines:
      row.attempt === 1
        ? []
        : fieldsOf(row.document).map((field) => ({
            code: `identity.${field}`,
            before: fields.includes(field) ? 'refused' : 'seen',
            after: fields.includes(field) ? 'sent-again' : 'unchanged',
          })),
    pictures: [
      { fileId: row.front, code: 'identity.front' },
      ...(row.back === null ? [] : [{ fileId: row.back, code: 'identity.back' }]),
    ],
    effects: ['identity.becomes-verified', 'identity.name-fixed', 'identity.opens-bank-accounts'],
  }
}

function memberOf({ memberId, number }: Review): string {
  if (memberId === null) throw new Error(`review ${number} names no member`)
  return memberId
}

/** The documents this review was opened on; later ones are excluded. */
async function lockDecided(tx: Tx, review: Review): Promise<IdentityRow> {
  const row = await lockIdentity(tx, memberOf(review))
  if (row?.state !== 'under-review' || row.attempt !== review.payload['attempt']) {
    throw new Error(`review ${review.number} does not match the identity under review`)
  }
  return row
}

async function open(tx: Tx, secrets: Secrets, row: IdentityRow) {
  const key = await existingKey(tx, secrets, row.memberId)
  if (!key) throw new Error(`member ${row.memberId} has identity documents but no key`)
  return {
    number: openField(key, 'number', row.number),
    birthDate: openField(key, 'birth_date', row.birthDate),
  }
}

async function end(
  tx: Tx,
  deps: IdentityReviewDeps,
  { memberId, attempt }: IdentityRow,
  decision: Decision,
  { now, requestId, operators }: Execution,
): Promise<void> {
  await decide(tx, memberId, decision, now)
  const isVerified = decision.state === 'verified'
  await recordOutcome(tx, deps, {
    memberId,
    action: 'identity.decided',
    actor: operators[0] === undefined ? 'system' : `operator:${operators[0]}`,
    subject: `member:${memberId}`,
    now: { state: decision.state },
    why: isVerified ? {} : { reason: decision.reason ?? 'rejected' },
    details: {
      attempt,
      problems: decision.problems.map(({ field, problem }) => `${field}:${problem}`),
      operators: [...operators],
    },
    event: { kind: 'identity.changed', id: memberId },
    notice: { code: isVerified ? 'identity.verified' : 'identity.rejected' },
    requestId,
    at: now,
  })
}
