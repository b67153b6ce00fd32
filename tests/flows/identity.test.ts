// Identity on the real api and PostgreSQL, decided by two operators and executed by the worker's code: every legal
// transition is tested, every other is refused at the API and in the database.

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { outcomeBreaches } from '@fairlot/testkit/invariants/outcomes'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { verificationStates, type VerificationState } from '../../packages/contract/src/members/index.ts'
import { identityTransitions, mayMove } from '../../packages/rules/src/identity/index.ts'
import {
  identityOf,
  identityReaders,
  identityReviews,
  openIdentityField,
} from '../../apps/server/src/features/identity/index.ts'
import { uploadsConsoleHandlers } from '../../apps/server/src/features/uploads/index.ts'
import { openFiles } from '../../apps/server/src/platform/files.ts'
import { openBytes, existingKey, shred } from '../../apps/server/src/platform/vault.ts'
import { openDb, type Db } from './support/open-db.ts'
import { picture, upload } from './support/pictures.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { type Deciding, openDeciding } from './support/two-operators.ts'

let folder: string
let api: TestApi
let harness: Deciding
let worker: Db

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'fairlot-identity-'))
  api = await startTestApi({ environment: { FILES_FOLDER: folder, RATE_LIMIT_FACTOR: '1000' } })
  const { secrets, natsNamespace } = api.config
  const kind = identityReviews({ secrets, bus: api.api.runtime.bus, subjects: subjectsOf(natsNamespace) })
  harness = await openDeciding(api.database, [kind])
  worker = openDb({ url: api.database.workerUrl, poolSize: 2, applicationName: 'test-worker' })
})
afterAll(async () => {
  expect(await outcomeBreaches(api.database)).toEqual([])
  await worker.close()
  await harness.stop()
  await api.stop()
  await rm(folder, { recursive: true, force: true })
})

const letters = 'ABCDEFGHJKLMNPQRSTUVXYWZIO'
let counted = 0

/** A number with a valid checksum that no other test uses. */
function newNumber(): string {
  counted += 1
  const body = `A1${String(counted).padStart(7, '0')}`
  const digits = [...String(letters.indexOf('A') + 10), ...body.slice(1)].map(Number)
  const sum = digits.reduce((total, digit, at) => total + digit * [1, 9, 8, 7, 6, 5, 4, 3, 2, 1][at]!, 0)
  return body + String((10 - (sum % 10)) % 10)
}

type Form = Record<string, unknown>
const submit = (member: TestMember, form: Form) => member.client.call('/identity/submit', form, { key: true })
const cancel = (member: TestMember) => member.client.call('/identity/cancel', {}, { key: true })
const status = async (member: TestMember) => (await member.client.call('/identity/status')).body.data
const profile = async (member: TestMember) => (await member.client.call('/members/profile')).body.data

const form = async (member: TestMember, more: Form = {}): Promise<Form> => ({
  document: 'national-id',
  name: '林書安',
  number: newNumber(),
  birthDate: '1990-05-17',
  front: await upload(member.client),
  back: await upload(member.client),
  ...more,
})

async function inState(state: VerificationState): Promise<TestMember> {
  const member = await api.member()
  if (state === 'unverified') return member
  const sent = await submit(member, await form(member))
  if (sent.http !== 200) throw new Error(JSON.stringify(sent.body))
  if (state === 'verified') await harness.approve('identity', member.memberId)
  if (state === 'rejected')
    await harness.reject('identity', member.memberId, {
      reason: 'fields-wrong',
      problems: [{ field: 'front', problem: 'glare' }],
      note: '請重拍',
    })
  return member
}

describe('identity states', () => {
  test('every legal transition works and shows in the profile', async () => {
    const member = await api.member()
    const walked: [string, string][] = []
    const walk = async (to: VerificationState, step: () => Promise<unknown>) => {
      const from = (await status(member)).state
      await step()
      expect([(await status(member)).state, (await profile(member)).verification]).toEqual([to, to])
      walked.push([from, to])
    }
    await walk('under-review', async () => submit(member, await form(member)))
    await walk('rejected', () =>
      harness.reject('identity', member.memberId, {
        reason: 'fields-wrong',
        problems: [{ field: 'back', problem: 'cut-off' }],
      }),
    )
    await walk('under-review', async () => submit(member, { back: await upload(member.client) }))
    await walk('verified', () => harness.approve('identity', member.memberId))
    const key = (pair: readonly string[]): string => pair.join(' ')
    expect(new Set(walked.map(key))).toEqual(new Set(identityTransitions.map(key)))

    const memberEvents = await api.db.query<{ data: { state: string } }>(
      `SELECT data FROM app.member_events WHERE member_id = $1 AND kind = 'identity.changed' ORDER BY number`,
      [member.memberId],
    )
    expect(memberEvents.map(({ data }) => data.state)).toEqual([
      'under-review',
      'rejected',
      'under-review',
      'verified',
    ])
  })

  test('the database refuses every other transition', async () => {
    const illegal = verificationStates.flatMap((from) =>
      verificationStates.flatMap((to) => (from === to || mayMove(from, to) ? [] : [[from, to] as const])),
    )
    expect(illegal).toHaveLength(8)
    for (const from of verificationStates) {
      const member = await inState(from)
      for (const [, to] of illegal.filter(([before]) => before === from)) {
        const tried =
          from === 'unverified'
            ? harness.owner.query(
                `INSERT INTO app.identities (member_id, state, document, name, number, birth_date, name_masked,
                   number_masked, front, sent_at, decided_at, reason)
                 SELECT $1, $2, 'passport', 'x', 'x', 'x', 'x', 'x', id, now(), now(), CASE $2 WHEN 'rejected' THEN 'rejected' END
                 FROM app.files LIMIT 1`,
                [member.memberId, to],
              )
            : harness.owner.query(
                `UPDATE app.identities SET state = $2, reason = CASE $2 WHEN 'rejected' THEN 'rejected' END,
                   decided_at = CASE $2 WHEN 'under-review' THEN NULL ELSE now() END WHERE member_id = $1`,
                [member.memberId, to],
              )
        await expect(tried, `${from} to ${to}`).rejects.toThrow(/does not go from|does not begin|check/)
      }
      expect((await profile(member)).verification).toBe(from)
      if (from === 'unverified') continue
      await expect(
        harness.owner.query('DELETE FROM app.identities WHERE member_id = $1', [member.memberId]),
      ).rejects.toThrow('never deleted')
    }
  })

  test('the API refuses to submit or cancel in a wrong state', async () => {
    const refusals = async (state: VerificationState) => {
      const member = await inState(state)
      return [
        (await submit(member, await form(member))).body.msg,
        state === 'unverified' || state === 'rejected' ? 'sent' : (await cancel(member)).body.msg,
      ]
    }
    expect(await refusals('verified')).toEqual(['identity.already-verified', 'order.not-review'])
    expect(await refusals('under-review')).toEqual(['order.pending-review-exists', ''])
    const fresh = await inState('unverified')
    expect((await cancel(fresh)).body.msg).toBe('order.not-review')
    const rejected = await inState('rejected')
    expect((await cancel(rejected)).body.msg).toBe('order.not-review')
  })

  test('the api role cannot verify a member or change submitted data', async () => {
    const member = await inState('under-review')
    await expect(
      api.asApi.query(
        `UPDATE app.identities SET state = 'verified', decided_at = now() WHERE member_id = $1`,
        [member.memberId],
      ),
    ).rejects.toThrow('fairlot_api does not decide on identities')
    await expect(
      api.asApi.query(`INSERT INTO directory.persons VALUES ('k1', sha256('x'), $1)`, [member.memberId]),
    ).rejects.toThrow('permission denied')
    await expect(
      api.asApi.query(`UPDATE app.members SET verification = 'verified' WHERE id = $1`, [member.memberId]),
    ).rejects.toThrow('permission denied')
    await expect(
      api.asApi.query(`UPDATE app.identities SET name = 'x' WHERE member_id = $1`, [member.memberId]),
    ).rejects.toThrow('stays as it was decided on')
  })
})

describe('a submitted identity', () => {
  test('is checked field by field, and a refusal stores nothing', async () => {
    const member = await api.member()
    const whole = await form(member)
    const refused = async (more: Form) => {
      const { http, body } = await submit(member, { ...whole, ...more })
      return [http, body.msg, body.field]
    }
    expect(await refused({ document: undefined })).toEqual([400, 'input.required', 'document'])
    expect(await refused({ name: undefined })).toEqual([400, 'input.required', 'name'])
    expect(await refused({ back: undefined })).toEqual([400, 'input.required', 'back'])
    expect(await refused({ name: 'R2D2' })).toEqual([400, 'identity.name', 'name'])
    expect(await refused({ number: 'A123456780' })).toEqual([400, 'identity.number', 'number'])
    expect(await refused({ birthDate: '1990-02-30' })).toEqual([400, 'identity.birth-date', 'birthDate'])
    const young = new Date(Date.now() - 17 * 365 * 86_400_000).toISOString().slice(0, 10)
    expect(await refused({ birthDate: young })).toEqual([409, 'identity.under-age', 'birthDate'])
    expect(await refused({ back: whole['front'] })).toEqual([404, 'upload.not-found', 'back'])
    const stranger = await api.member()
    expect(await refused({ front: await upload(stranger.client) })).toEqual([
      404,
      'upload.not-found',
      'front',
    ])
    expect(await status(member)).toMatchObject({ state: 'unverified', sent: null, problems: [], views: [] })
    // The pictures are still unused, so the whole form succeeds.
    const sent = await submit(member, whole)
    expect([sent.body.msg, sent.body.data]).toEqual(['done.identity-sent', { state: 'under-review' }])
  })

  test('is sealed, masked, and opens only with its own key', async () => {
    const member = await api.member()
    const whole = await form(member)
    await submit(member, whole)
    const number = String(whole['number'])
    const { sent, promisedAt, ahead } = await status(member)
    expect(sent).toMatchObject({
      document: 'national-id',
      name: '林○安',
      number: `${number.slice(0, 3)}••••${number.slice(-3)}`,
    })
    expect(Date.parse(promisedAt)).toBeGreaterThan(Date.now())
    expect(ahead).toBeGreaterThanOrEqual(0)
    const [row] = await api.db.query<any>(
      `SELECT i::text AS all, i.* FROM app.identities i WHERE member_id = $1`,
      [member.memberId],
    )
    expect(row.all).not.toContain(number)
    expect(row.all).not.toContain('林書安')
    expect(row.all).not.toContain('1990-05-17')
    const { secrets } = api.config
    expect(await openIdentityField(api.db, secrets, member.memberId, 'id-number')).toBe(number)
    const key = (await existingKey(api.db, secrets, member.memberId))!
    expect(() => openBytes(key, 'identities.name', key.memberId, row.number)).toThrow(/authenticate/)
    const other = await inState('under-review')
    const otherKey = (await existingKey(api.db, secrets, other.memberId))!
    expect(() => openBytes(otherKey, 'identities.number', key.memberId, row.number)).toThrow(/authenticate/)
    const trail = await harness.owner.query(`SELECT details::text FROM audit.entries WHERE subject = $1`, [
      `member:${member.memberId}`,
    ])
    expect(JSON.stringify(trail.rows)).not.toMatch(new RegExp(`${number}|林書安|1990-05-17`))
  })

  test('two concurrent forms make one application', async () => {
    const member = await api.member()
    const [one, two] = [await form(member), await form(member)]
    const both = await Promise.all([submit(member, one), submit(member, two)])
    expect(both.map(({ body }) => body.msg).toSorted()).toEqual([
      'done.identity-sent',
      'order.pending-review-exists',
    ])
  })

  test('a passport with a back is refused', async () => {
    const member = await api.member()
    const whole = await form(member, { document: 'passport', number: 'EB1234567', back: undefined })
    expect((await submit(member, { ...whole, back: await upload(member.client) })).body.field).toBe('back')
    expect((await submit(member, whole)).body.msg).toBe('done.identity-sent')
  })
})

describe('after a rejection', () => {
  test('only the rejected fields are sent again', async () => {
    const member = await api.member()
    const whole = await form(member)
    await submit(member, whole)
    await harness.reject('identity', member.memberId, {
      reason: 'fields-wrong',
      problems: [
        { field: 'front', problem: 'glare' },
        { field: 'name', problem: 'does-not-match' },
      ],
      note: '請在自然光下重拍',
    })
    expect(await status(member)).toMatchObject({
      state: 'rejected',
      reason: 'rejected',
      problems: [
        { field: 'front', problem: 'glare' },
        { field: 'name', problem: 'does-not-match' },
      ],
      note: '請在自然光下重拍',
    })
    const front = await upload(member.client)
    const partial = await submit(member, { front })
    expect([partial.body.msg, partial.body.field]).toEqual(['input.required', 'name'])
    const swapped = await submit(member, { front, name: '林書安安', number: newNumber() })
    expect([swapped.body.msg, swapped.body.field]).toEqual(['input.invalid', 'number'])
    expect((await submit(member, { front, name: '林書安安' })).http).toBe(200)
    const { secrets } = api.config
    expect(await openIdentityField(api.db, secrets, member.memberId, 'id-number')).toBe(whole['number'])
    const [row] = await api.db.query<any>('SELECT * FROM app.identities WHERE member_id = $1', [
      member.memberId,
    ])
    expect([row.front, row.back, row.attempt]).toEqual([front, whole['back'], 2])
    const [old] = await api.db.query<any>('SELECT dropped_at FROM app.files WHERE id = $1', [whole['front']])
    expect(old.dropped_at).not.toBeNull()
    await harness.approve('identity', member.memberId)
    expect(await identityOf(api.db, secrets, member.memberId)).toEqual({
      state: 'verified',
      name: '林書安安',
    })
  })

  test('a cancelled or changed document is sent again completely', async () => {
    const member = await api.member()
    await submit(member, await form(member))
    await cancel(member)
    expect(await status(member)).toMatchObject({ state: 'rejected', reason: 'cancelled', problems: [] })
    const dropped = await api.db.query<any>(
      'SELECT 1 FROM app.files WHERE member_id = $1 AND dropped_at IS NOT NULL',
      [member.memberId],
    )
    expect(dropped).toHaveLength(2)
    expect((await submit(member, { front: await upload(member.client) })).body.msg).toBe('input.required')
    expect((await submit(member, await form(member))).http).toBe(200)
    await harness.reject('identity', member.memberId, {
      reason: 'fields-wrong',
      problems: [{ field: 'name', problem: 'does-not-match' }],
    })
    const passport = await form(member, { document: 'passport', number: 'EB7654321', back: undefined })
    expect((await submit(member, { document: 'passport', name: '林書安' })).body.field).toBe('number')
    expect((await submit(member, passport)).http).toBe(200)
  })

  test('an expired application can be sent again', async () => {
    const member = await inState('under-review')
    await harness.owner.query(`SELECT app.expire_reviews(now() + interval '30 days', 1000)`)
    await harness.execute()
    expect(await status(member)).toMatchObject({ state: 'rejected', reason: 'expired', problems: [] })
    expect((await submit(member, await form(member))).http).toBe(200)
  })
})

describe('one person, one account', () => {
  test('a number verified by another member is refused', async () => {
    const first = await api.member()
    const number = newNumber()
    await submit(first, await form(first, { number }))
    // Not before verification: a stranger must not be able to reserve a number by sending it first.
    const second = await api.member()
    expect((await submit(second, await form(second, { number }))).http).toBe(200)
    await harness.approve('identity', first.memberId)
    const third = await api.member()
    const refused = await submit(third, await form(third, { number: number.toLowerCase() }))
    expect([refused.http, refused.body.msg, refused.body.field]).toEqual([
      409,
      'identity.duplicate',
      'number',
    ])
    // Two people approved it, but the directory refuses it, and the member can read why.
    await harness.approve('identity', second.memberId)
    expect(await status(second)).toMatchObject({ state: 'rejected', reason: 'duplicate' })
    const [review] = await api.db.query<any>(
      `SELECT outcome FROM app.reviews WHERE kind = 'identity' AND subject = $1`,
      [second.memberId],
    )
    expect(review.outcome).toBe('duplicate')
    const held = await api.db.query('SELECT 1 FROM directory.persons WHERE member_id = $1', [second.memberId])
    expect(held).toEqual([])
  })

  test('a number verified on one document is refused on every other', async () => {
    const first = await api.member()
    const number = newNumber()
    await submit(first, await form(first, { number }))
    await harness.approve('identity', first.memberId)
    const second = await api.member()
    const whole = await form(second, { number })
    for (const [document, sent] of [
      ['resident-certificate', whole],
      ['passport', { ...whole, back: undefined }],
    ] as const) {
      const { body } = await submit(second, { ...sent, document })
      expect([document, body.msg, body.field]).toEqual([document, 'identity.number', 'number'])
    }
    expect(await status(second)).toMatchObject({ state: 'unverified' })
  })

  test('a decision on an outdated application changes nothing', async () => {
    const member = await inState('under-review')
    await harness.owner.query('ALTER TABLE app.identities DISABLE TRIGGER identities_sync_verification')
    await harness.owner.query('UPDATE app.identities SET attempt = 7 WHERE member_id = $1', [member.memberId])
    await harness.owner.query('ALTER TABLE app.identities ENABLE TRIGGER identities_sync_verification')
    await harness.approve('identity', member.memberId)
    expect((await status(member)).state).toBe('under-review')
    const [review] = await api.db.query<any>(
      `SELECT state, trouble FROM app.reviews WHERE kind = 'identity' AND subject = $1`,
      [member.memberId],
    )
    expect([review.state, review.trouble]).toEqual([
      'decided',
      expect.stringContaining('does not match the identity under review'),
    ])
  })
})

test('opening a picture needs a purpose, which the member reads', async () => {
  const member = await api.member()
  const stranger = await inState('under-review')
  const whole = await form(member)
  await submit(member, whole)
  const db = openDb({ url: api.database.consoleUrl, poolSize: 2, applicationName: 'test-console' })
  const { secrets } = api.config
  const { openPicture } = uploadsConsoleHandlers({ db, secrets, files: openFiles(api.config.files) })
  const { operatorId, sessionId } = harness.operators[0]!
  const context = {
    caller: {
      operatorId,
      sessionId,
      deviceId: '',
      login: 'first',
      name: 'first',
      roles: [],
      expiresAt: new Date(),
    },
    now: new Date(),
    bankNow: new Date(),
    requestId: 'request-1',
    ip: '10.0.0.1',
    userAgent: '',
    deviceCookie: '',
    idempotencyKey: undefined,
    contentType: '',
    setCookie: () => undefined,
  }
  try {
    const asked = { memberId: member.memberId, fileId: String(whole['front']), purpose: 'compare the faces' }
    expect(await openPicture({ ...asked, purpose: ' ' }, context)).toMatchObject({
      msg: 'personal.purpose-required',
    })
    expect(await openPicture({ ...asked, memberId: stranger.memberId }, context)).toMatchObject({
      msg: 'personal.not-found',
    })
    expect((await status(member)).views).toEqual([])
    expect(await openPicture(asked, context)).toMatchObject({ ok: true, data: { type: 'image/webp' } })
    const [name] = identityReaders(secrets)
    expect(await name!.read(db, member.memberId, null)).toBe('林書安')
    expect((await status(member)).views).toMatchObject([
      { field: 'identity-documents', operator: 'first', purpose: 'compare the faces' },
    ])
    await expect(
      db.query(`UPDATE app.identities SET note = 'x' WHERE member_id = $1`, [member.memberId]),
    ).rejects.toThrow('permission denied')
    await expect(db.query(`DELETE FROM app.files WHERE id = $1`, [asked.fileId])).rejects.toThrow(
      'permission denied',
    )
  } finally {
    await db.close()
  }
})

test('the review shows masks, checks and pictures, never clear text', async () => {
  const { secrets, natsNamespace } = api.config
  const kind = identityReviews({ secrets, bus: api.api.runtime.bus, subjects: subjectsOf(natsNamespace) })
  const member = await api.member()
  const whole = await form(member)
  await submit(member, whole)
  const [review] = await api.db.query<any>(
    `SELECT id AS "reviewId", number, member_id AS "memberId", payload FROM app.reviews WHERE subject = $1`,
    [member.memberId],
  )
  const shown = await kind.describe(api.db, review)
  expect(shown.checks!.map(({ ok, code }) => [ok, code])).toEqual([
    [true, 'identity.checksum'],
    [true, 'identity.one-person'],
    [true, 'identity.age'],
  ])
  expect(shown.pictures!.map(({ fileId }) => fileId)).toEqual([whole['front'], whole['back']])
  const said = JSON.stringify([shown, review.payload])
  expect(said).not.toMatch(new RegExp(`${String(whole['number'])}|林書安|1990-05-17`))
  expect(shown.facts.filter(({ personal }) => personal).map(({ personal }) => personal!.field)).toEqual([
    'name',
    'id-number',
    'birth-date',
  ])
})

test('the identity status lists tiers and views by operators', async () => {
  const member = await inState('verified')
  await harness.owner.query(
    `INSERT INTO app.personal_views (id, member_id, operator_id, operator, field, purpose, at)
     VALUES (gen_random_uuid(), $1, $2, 'first', 'identity-documents', 'compare with the bank account', now())`,
    [member.memberId, harness.operators[0]!.operatorId],
  )
  const { tiers, views, verifiedAt } = await status(member)
  expect(tiers.map(({ tier, isMine }: any) => [tier, isMine])).toEqual([
    ['registered', false],
    ['verified', true],
    ['paid-out', false],
  ])
  expect(tiers[0].allows).toContain('trade')
  expect(views).toEqual([
    {
      field: 'identity-documents',
      operator: 'first',
      purpose: 'compare with the bank account',
      at: expect.any(String),
    },
  ])
  expect(Date.parse(verifiedAt)).toBeLessThanOrEqual(Date.now())
})

test('destroying a key makes only that member’s documents unreadable', async () => {
  const [gone, kept] = [await inState('verified'), await inState('verified')]
  const { secrets } = api.config
  const [file] = await api.db.query<{ front: string }>(
    'SELECT front FROM app.identities WHERE member_id = $1',
    [gone.memberId],
  )
  expect((await gone.client.fetch('/uploads/readFile', { fileId: file!.front })).status).toBe(200)
  expect(await shred(worker, gone.memberId, new Date())).toBe(true)
  expect((await gone.client.call('/uploads/readFile', { fileId: file!.front })).body.msg).toBe(
    'upload.not-found',
  )
  await expect(openIdentityField(api.db, secrets, gone.memberId, 'name')).rejects.toThrow('was destroyed')
  await expect(
    worker.query(`UPDATE app.member_keys SET wrapped = 'x', shredded_at = NULL WHERE member_id = $1`, [
      gone.memberId,
    ]),
  ).rejects.toThrow('was destroyed')
  expect(await openIdentityField(api.db, secrets, kept.memberId, 'name')).toBe('林書安')
  const again = await gone.client.call('/uploads/image', undefined, {
    raw: await picture(),
    headers: { 'content-type': 'image/jpeg' },
  })
  expect(again.body.msg).toBe('upload.refused')
})
