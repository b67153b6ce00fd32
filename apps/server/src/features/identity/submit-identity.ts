import type { IdentityDocument, IdentityField } from '@fairlot/contract/identity'
import { taipeiDate } from '@fairlot/rules/calendar'
import {
  ageOn,
  fieldsToSend,
  identityRules,
  isBirthDate,
  isDocumentNumber,
  isName,
  maskName,
  maskNumber,
  plainName,
  plainNumber,
} from '@fairlot/rules/identity'
import { type OutcomeDeps, recordOutcome } from '#features/members'
import { openReview } from '#features/operators'
import { dropFile, takeUpload } from '#features/uploads'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse, type Refused } from '#platform/outcome'
import type { Secrets } from '#platform/secrets'
import { memberKey } from '#platform/vault'
import { personIndexes } from './persons.ts'
import { openField, sealField } from './sealed-fields.ts'
import {
  findPersonElsewhere,
  type IdentityRow,
  insertIdentity,
  lockIdentity,
  lockMember,
  noteReview,
  sendAgain,
} from './store.ts'

export interface SubmitDeps extends OutcomeDeps {
  readonly secrets: Secrets
}

export interface Submission {
  readonly memberId: string
  readonly document?: IdentityDocument | undefined
  readonly name?: string | undefined
  readonly number?: string | undefined
  readonly birthDate?: string | undefined
  readonly front?: string | undefined
  readonly back?: string | undefined
  readonly now: Date
  readonly requestId: string
}

const given: Readonly<Record<IdentityField, 'name' | 'number' | 'birthDate' | 'front' | 'back'>> = {
  name: 'name',
  number: 'number',
  'birth-date': 'birthDate',
  front: 'front',
  back: 'back',
}

/**
 * The first time everything; after a rejection that named fields only those, and the others stay as they were reviewed.
 * Refuses: `identity.already-verified`, `order.pending-review-exists`, `input.required`, what is wrong with a field,
 * `identity.under-age`, `identity.duplicate`, `upload.not-found`.
 */
export async function submitIdentity(
  tx: Tx,
  deps: SubmitDeps,
  sent: Submission,
): Promise<Outcome<{ state: 'under-review' }>> {
  const { memberId, now, requestId } = sent
  // Lock the member: without an identity row, two concurrent first applications would both continue.
  await lockMember(tx, memberId)
  const before = await lockIdentity(tx, memberId)
  if (before?.state === 'verified') return refuse('identity.already-verified')
  if (before?.state === 'under-review') return refuse('order.pending-review-exists')
  const document = sent.document ?? before?.document
  if (document === undefined) return refuse('input.required', { field: 'document' })
  const fields = fieldsToSend(
    document,
    before && { document: before.document, problems: before.problems.map(({ field }) => field) },
  )
  const wrong = refuseForm(sent, document, fields)
  if (wrong) return wrong

  const key = await memberKey(tx, deps.secrets, memberId, now)
  const number = plainNumber(sent.number ?? openField(key, 'number', before!.number))
  const birthDate = sent.birthDate ?? openField(key, 'birth_date', before!.birthDate)
  // Checks the stored date again: a member rejected a day before their birthday may be old enough now.
  const years = identityRules.minAge.default
  if (ageOn(birthDate, taipeiDate(now.getTime())) < years) {
    return refuse('identity.under-age', {
      field: 'birthDate',
      params: { years },
      rule: identityRules.minAge.id,
    })
  }
  if (await findPersonElsewhere(tx, memberId, personIndexes(deps.secrets, document, number))) {
    return refuse('identity.duplicate', { field: 'number' })
  }
  const pictures = await takePictures(tx, sent, before)
  if ('ok' in pictures) return pictures

  const row = {
    memberId,
    document,
    ...sealPerson(key, sent, number, before),
    front: pictures.front,
    back: document === 'passport' ? null : pictures.back,
    sentAt: now,
  }
  await (before ? sendAgain(tx, row) : insertIdentity(tx, row))
  for (const old of [before?.front, before?.back]) {
    if (old != null && old !== row.front && old !== row.back) await dropFile(tx, old, now)
  }
  const attempt = (before?.attempt ?? 0) + 1
  const review = await openReview(tx, {
    kind: 'identity',
    memberId,
    subject: memberId,
    payload: { attempt, document, front: row.front, back: row.back, fields: [...fields] },
    flags: before ? ['sent-again'] : [],
    now,
    requestId,
  })
  if (!review.ok)
    throw new Error(
      `identity of member ${memberId} is not under review, but its review was refused: ${review.refusal}`,
    )
  await noteReview(tx, memberId, review.reviewId)
  await recordOutcome(tx, deps, {
    memberId,
    action: 'identity.sent',
    actor: `member:${memberId}`,
    subject: `member:${memberId}`,
    now: { state: 'under-review' },
    details: { attempt, document, fields: [...fields], review: review.number },
    event: { kind: 'identity.changed', id: memberId },
    notice: null,
    requestId,
    at: now,
  })
  return done({ state: 'under-review' }, 'done.identity-sent')
}

function refuseForm(
  sent: Submission,
  document: IdentityDocument,
  fields: readonly IdentityField[],
): Refused | undefined {
  for (const field of Object.keys(given) as IdentityField[]) {
    const isAsked = fields.includes(field)
    const value = sent[given[field]]
    if (isAsked && (value === undefined || value.trim() === '')) {
      return refuse('input.required', { field: given[field] })
    }
    // Accepted fields stay as two operators saw them: they must not be replaced together with the rejected ones.
    if (!isAsked && value !== undefined) return refuse('input.invalid', { field: given[field] })
  }
  if (sent.name !== undefined && !isName(sent.name)) return refuse('identity.name', { field: 'name' })
  if (sent.number !== undefined && !isDocumentNumber(document, sent.number)) {
    return refuse('identity.number', { field: 'number' })
  }
  if (sent.birthDate !== undefined && !isBirthDate(sent.birthDate, taipeiDate(sent.now.getTime()))) {
    return refuse('identity.birth-date', { field: 'birthDate' })
  }
  return undefined
}

/** A field that was not sent again stays as it is stored. */
function sealPerson(
  key: Awaited<ReturnType<typeof memberKey>>,
  sent: Submission,
  number: string,
  before: IdentityRow | undefined,
) {
  const name = sent.name === undefined ? undefined : plainName(sent.name)
  return {
    name: name === undefined ? before!.name : sealField(key, 'name', name),
    number: sent.number === undefined ? before!.number : sealField(key, 'number', number),
    birthDate:
      sent.birthDate === undefined ? before!.birthDate : sealField(key, 'birth_date', sent.birthDate),
    nameMasked: name === undefined ? before!.nameMasked : maskName(name),
    numberMasked: sent.number === undefined ? before!.numberMasked : maskNumber(number),
  }
}

async function takePictures(
  tx: Tx,
  { memberId, front, back, now }: Submission,
  before: IdentityRow | undefined,
): Promise<{ readonly front: string; readonly back: string | null } | Refused> {
  if (front !== undefined && !(await takeUpload(tx, memberId, front, 'identity-front', now))) {
    return refuse('upload.not-found', { field: 'front' })
  }
  if (back !== undefined && !(await takeUpload(tx, memberId, back, 'identity-back', now))) {
    return refuse('upload.not-found', { field: 'back' })
  }
  return { front: front ?? before!.front, back: back ?? before?.back ?? null }
}
