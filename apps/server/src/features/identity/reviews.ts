// What two people decide about papers: what the console shows of them, and what comes of it.

import type { IdentityField } from '@fairlot/contract/identity'
import { taipeiDate } from '@fairlot/rules/calendar'
import { ageOn, fieldsOf, identityRules, isDocumentNumber, readRejection } from '@fairlot/rules/identity'
import { recordAudit } from '#features/audit'
import { sendNotice } from '#features/notices'
import type { CarryingOut, Review, ReviewKindHandler } from '#features/operators'
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
import { tellChange, type Telling } from './tell-change.ts'

export interface IdentityReviewDeps extends Telling {
  readonly secrets: Secrets
}

export function identityReviews(deps: IdentityReviewDeps): ReviewKindHandler {
  return {
    kind: 'identity',
    async describe(tx, review) {
      const memberId = memberOf(review)
      const row = await readIdentity(tx, memberId)
      if (!row) throw new Error(`review ${review.number} has no papers`)
      const { number, birthDate } = await open(tx, deps.secrets, row)
      const today = taipeiDate(Date.now())
      const isElsewhere = await findPersonElsewhere(
        tx,
        memberId,
        personIndexes(deps.secrets, row.document, number),
      )
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
        // The second time round: which fields were refused before, and have been sent anew.
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
    },
    async carryOut(tx, review, context) {
      const row = await lockDecided(tx, review)
      const { number } = await open(tx, deps.secrets, row)
      const isNew = await addPerson(tx, row.memberId, personIndexes(deps.secrets, row.document, number))
      // Somebody else with this number was verified while this one waited.
      if (!isNew) {
        const decision = { state: 'rejected', reason: 'duplicate', faults: [], note: null } as const
        await end(tx, deps, row, decision, context)
        return 'duplicate'
      }
      await end(tx, deps, row, { state: 'verified', reason: null, faults: [], note: null }, context)
      return 'passed'
    },
    async turnDown(tx, review, context) {
      const row = await lockDecided(tx, review)
      const { faults, words } = readRejection(context.note)
      const asked = fieldsOf(row.document)
      await end(
        tx,
        deps,
        row,
        {
          state: 'rejected',
          reason: context.why === 'expired' ? 'expired' : 'rejected',
          faults: faults.filter(({ field }) => asked.includes(field)),
          note: words === '' ? null : words.slice(0, 300),
        },
        context,
      )
    },
  }
}

function memberOf({ memberId, number }: Review): string {
  if (memberId === null) throw new Error(`review ${number} is about nobody`)
  return memberId
}

/** The papers this review was opened on, and no later ones. */
async function lockDecided(tx: Tx, review: Review): Promise<IdentityRow> {
  const row = await lockIdentity(tx, memberOf(review))
  if (row?.state !== 'under-review' || row.attempt !== review.payload['attempt']) {
    throw new Error(`review ${review.number} is not about what is under review now`)
  }
  return row
}

async function open(tx: Tx, secrets: Secrets, row: IdentityRow) {
  const key = await existingKey(tx, secrets, row.memberId)
  if (!key) throw new Error(`member ${row.memberId} has papers and no key`)
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
  { now, requestId, operators }: CarryingOut,
): Promise<void> {
  await decide(tx, memberId, decision, now)
  await recordAudit(tx, {
    action: 'identity.decided',
    actor: operators[0] === undefined ? 'system' : `operator:${operators[0]}`,
    subject: `member:${memberId}`,
    details: {
      attempt,
      state: decision.state,
      reasonCode: decision.reason,
      faults: decision.faults.map(({ field, fault }) => `${field}:${fault}`),
      operators: [...operators],
    },
    requestId,
  })
  await tellChange(tx, deps, memberId, decision.state, now)
  await sendNotice(
    tx,
    decision.state === 'verified'
      ? { memberId, code: 'identity.verified', at: now }
      : {
          memberId,
          code: 'identity.rejected',
          params: { reason: decision.reason ?? 'rejected' },
          at: now,
        },
  )
}
