// Customer service over HTTP for members, through the console's handlers with the console's rights, and the worker's loop.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  notifyAnswers,
  openStatistics,
  supportConsoleHandlers,
  tidySupport,
} from '../../apps/server/src/features/support/index.ts'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import { sweepFiles } from '../../apps/server/src/features/uploads/index.ts'
import { openFiles } from '../../apps/server/src/platform/files.ts'
import { scoreVersion } from '../../packages/rules/src/credit/index.ts'
import { supportRules } from '../../packages/rules/src/support/index.ts'
import { subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { type FundHarness, openFundHarness } from './support/fund-harness.ts'
import { type Db, openDb } from './support/open-db.ts'
import { upload } from './support/pictures.ts'
import { agreementVersion, type TestMember } from './support/start-test-api.ts'

let harness: FundHarness
let asApi: Db
let service: ReturnType<typeof supportConsoleHandlers>

beforeAll(async () => {
  harness = await openFundHarness(undefined, { RATE_LIMIT_FACTOR: '1000' })
  asApi = openDb({ url: harness.api.database.apiUrl, poolSize: 2, applicationName: 'test-api' })
  service = supportConsoleHandlers({
    db: harness.console,
    secrets: harness.api.config.secrets,
    files: openFiles(harness.api.config.files),
    statistics: openStatistics(),
  })
  for (const { operatorId } of harness.operators) {
    await harness.owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'support')`, [
      operatorId,
    ])
  }
})
afterAll(async () => {
  await asApi.close()
  await harness.stop()
})

const context = (n: 0 | 1 = 0, over: object = {}) =>
  ({
    caller: { name: 'Tester', ...harness.operators[n] },
    now: harness.clock.now(),
    requestId: 'test',
    ...over,
  }) as never
const question = { topic: 'money', title: '提領什麼時候到', text: '會比較久嗎？', language: 'tw' }
const open = (member: TestMember, over: object = {}) =>
  member.client.call('/support/open', { ...question, ...over }, { key: true })
const opened = async (member: TestMember, over: object = {}): Promise<string> => {
  const answer = await open(member, over)
  if (answer.http !== 200) throw new Error(JSON.stringify(answer.body))
  return answer.body.data.threadId
}
const write = (member: TestMember, threadId: string, text = '還有一件事', over: object = {}) =>
  member.client.call('/support/write', { threadId, text, ...over }, { key: true })
const read = async (member: TestMember, threadId: string): Promise<any> =>
  (await member.client.call('/support/read', { threadId })).body.data
const seenBy = async (threadId: string): Promise<any> => {
  const answer = await service.thread({ threadId }, context())
  if (!answer.ok) throw new Error(answer.msg)
  return answer.data
}
const answer = async (
  threadId: string,
  {
    text = '今天 17:00 前到帳。',
    closes = false,
    n = 0,
    seen = '',
  }: { readonly text?: string; readonly closes?: boolean; readonly n?: 0 | 1; readonly seen?: string } = {},
) => {
  const newest = seen || (await seenBy(threadId)).entries.at(-1).entryId
  return harness.console.transaction((tx) =>
    service.answer({ threadId, text, closes, seen: newest }, context(n, { tx })),
  )
}
const notify = () => {
  const { bus } = harness.api.api.runtime
  return notifyAnswers(
    { db: harness.worker, bus, subjects: subjectsOf(harness.api.database.name) },
    harness.clock.now(),
  )
}
const failure = (db: Pick<FundHarness['worker'], 'query'>, sql: string, values: unknown[] = []) =>
  db.query(sql, values).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )
const minute = 60_000

test('a matter waits by its promised time and is answered by name', async () => {
  const member = await harness.member()
  const threadId = await opened(member)
  const due = new Date(harness.clock.now().getTime() + 60 * minute).toISOString()
  expect((await read(member, threadId)).thread).toMatchObject({ state: 'waiting', dueAt: due })
  harness.clock.advance(11 * minute)
  expect(await answer(threadId)).toMatchObject({ ok: true })
  const { thread, entries } = await read(member, threadId)
  expect(thread).toMatchObject({ state: 'answered', dueAt: null })
  expect(entries).toMatchObject([
    { from: 'member', by: null, text: question.text },
    { from: 'operator', by: 'Tester', text: '今天 17:00 前到帳。' },
  ])
  const { rows } = await harness.owner.query(`SELECT action, actor FROM audit.entries WHERE subject = $1`, [
    `support-thread:${threadId}`,
  ])
  expect(rows).toContainEqual({
    action: 'support.answered',
    actor: `operator:${harness.operators[0].operatorId}`,
  })
})

test('an answer reaches events and notices, without its text', async () => {
  const member = await harness.member()
  const threadId = await opened(member)
  await answer(threadId, { text: 'SECRET-OF-THE-ANSWER' })
  await notify()
  expect(await notify()).toBe(0)
  const { notices } = (await member.client.call('/notices/list', {})).body.data
  expect(notices).toContainEqual(expect.objectContaining({ path: `/user/usercenter?support=${threadId}` }))
  const events = await harness.worker.query<{ data: object }>(
    `SELECT data FROM app.member_events WHERE member_id = $1 AND kind = 'support.changed' ORDER BY number`,
    [member.memberId],
  )
  expect(events.map(({ data }) => data)).toEqual([
    { id: threadId, state: 'waiting' },
    { id: threadId, state: 'answered' },
  ])
  expect(JSON.stringify([notices, events])).not.toContain('SECRET')
})

test('a note of operators reaches no member, event or notice', async () => {
  const member = await harness.member()
  const threadId = await opened(member)
  const text = 'INTERNAL-NOTE'
  expect(await service.addNote({ threadId, text }, context())).toMatchObject({ ok: true })
  await answer(threadId)
  await notify()
  expect((await seenBy(threadId)).notes).toMatchObject([{ by: 'Tester', text, to: null }])
  for (const path of ['/support/list', '/notices/list', '/members/profile', '/identity/status'])
    expect(JSON.stringify((await member.client.call(path, {})).body)).not.toContain(text)
  expect(JSON.stringify(await read(member, threadId))).not.toContain(text)
  for (const table of ['app.member_events', 'app.notices', 'audit.entries', 'app.support_answers']) {
    const { rows } = await harness.owner.query(`SELECT 1 FROM ${table} t WHERE t::text LIKE $1`, [
      `%${text}%`,
    ])
    expect(rows, table).toEqual([])
  }
  for (const db of [asApi, harness.worker])
    expect(await failure(db, 'SELECT text FROM app.support_notes')).toBe('42501')
})

test('an operator who has not read the newest message is refused', async () => {
  const member = await harness.member()
  const threadId = await opened(member)
  const seen = (await seenBy(threadId)).entries.at(-1).entryId
  harness.clock.advance(minute)
  await write(member, threadId)
  expect(await answer(threadId, { seen })).toMatchObject({ ok: false, msg: 'support.changed' })
  expect((await read(member, threadId)).thread.state).toBe('waiting')
})

test('a hand-over needs a note and a colleague who may answer', async () => {
  const member = await harness.member()
  const threadId = await opened(member)
  const [first, second] = harness.operators
  await service.assign({ threadId, to: first.operatorId, note: '' }, context())
  expect((await seenBy(threadId)).assignee).toMatchObject({ operatorId: first.operatorId })
  const to = second.operatorId
  expect(await service.assign({ threadId, to, note: ' ' }, context())).toMatchObject({
    ok: false,
    msg: 'input.required',
  })
  expect(await service.assign({ threadId, to: randomUUID(), note: 'x' }, context())).toMatchObject({
    ok: false,
    msg: 'support.no-colleague',
  })
  await service.assign({ threadId, to, note: '請接手' }, context())
  expect(await seenBy(threadId)).toMatchObject({
    assignee: { operatorId: to },
    notes: [{ text: '請接手', to: 'Tester' }],
  })
  const mine = await service.inbox({ state: 'waiting', mine: true }, context(1))
  if (!mine.ok) throw new Error('not listed')
  expect(mine.data.threads.map((each) => each.threadId)).toContain(threadId)
  await service.assign({ threadId, to: null, note: '' }, context(1))
  expect((await seenBy(threadId)).assignee).toBeNull()
})

describe('the member', () => {
  test('says it is solved, and writing opens it again', async () => {
    const member = await harness.member()
    const threadId = await opened(member)
    const rate = (solved: boolean) => member.client.call('/support/rate', { threadId, solved }, { key: true })
    expect((await rate(true)).body.msg).toBe('support.not-answered')
    await answer(threadId)
    expect(await read(member, threadId)).toMatchObject({ canRate: true, rating: null })
    expect((await rate(true)).http).toBe(200)
    expect(await read(member, threadId)).toMatchObject({
      thread: { state: 'closed' },
      canRate: false,
      rating: { solved: true },
    })
    expect((await rate(false)).body.msg).toBe('support.not-answered')
    harness.clock.advance(minute)
    expect((await write(member, threadId)).http).toBe(200)
    expect((await read(member, threadId)).thread.state).toBe('waiting')
  })

  test('attaches an own thing, and no other member’s', async () => {
    const [member, other] = [await harness.member(), await harness.member()]
    const channelId = await harness.channel()
    const sent = await member.client.call(
      '/deposits/create',
      { channelId, amount: '500000', receipt: await harness.receipt(member) },
      { key: true },
    )
    const about = { kind: 'deposit', id: sent.body.data.deposit.depositId as string }
    const threadId = await opened(member, { about })
    expect((await read(member, threadId)).thread.about).toMatchObject({
      ...about,
      state: 'pending',
      amount: '500000',
      currency: 'TWD',
    })
    expect((await seenBy(threadId)).thread.about).toMatchObject({ amount: '500000' })
    expect((await open(other, { about })).body.msg).toBe('support.about-not-found')
    for (const wrong of [
      { kind: 'order', id: 'not an id' },
      { kind: 'refusal', id: 'no.such-code' },
      { kind: 'score', id: 's-0' },
    ])
      expect((await open(member, { about: wrong })).body.msg).toBe('support.about-not-found')
    const refusal = { kind: 'refusal', id: 'balance.insufficient' }
    expect((await read(member, await opened(member, { about: refusal }))).thread.about).toMatchObject(refusal)
  })

  test('pins a matter to the credit score', async () => {
    const member = await harness.member()
    const about = { kind: 'score', id: scoreVersion }
    const threadId = await opened(member, { about })
    expect((await read(member, threadId)).thread.about).toMatchObject(about)
    expect((await seenBy(threadId)).thread.about).toMatchObject(about)
  })

  test('reads and writes in no other member’s matter', async () => {
    const [member, other] = [await harness.member(), await harness.member()]
    const threadId = await opened(member)
    for (const [path, body] of [
      ['/support/read', { threadId }],
      ['/support/write', { threadId, text: 'mine now' }],
      ['/support/rate', { threadId, solved: true }],
    ] as const) {
      const strange = await other.client.call(path, body, { key: true })
      const unknown = await other.client.call(path, { ...body, threadId: randomUUID() }, { key: true })
      expect(strange.body.msg).toBe('support.not-found')
      expect({ ...strange.body, requestId: '' }).toEqual({ ...unknown.body, requestId: '' })
    }
    expect((await other.client.call('/support/list', {})).body.data.threads).toEqual([])
  })

  test('sends the same message once under one key', async () => {
    const member = await harness.member()
    const key = randomUUID()
    const [one, two] = await Promise.all(
      [1, 2].map(() => member.client.call('/support/open', question, { key })),
    )
    expect(one!.body.data.threadId).toBe(two!.body.data.threadId)
    expect((await member.client.call('/support/list', {})).body.data.threads).toHaveLength(1)
  })

  test('is refused empty texts, too many matters and too many messages', async () => {
    const member = await harness.member()
    expect((await open(member, { title: ' ' })).body.msg).toBe('input.required')
    expect((await open(member, { text: ' ' })).body.msg).toBe('input.text-length')
    for (let n = 0; n < supportRules.maxOpen.default; n += 1) await opened(member)
    expect((await open(member)).body.msg).toBe('support.too-many-open')
    const [{ threadId }] = (await member.client.call('/support/list', {})).body.data.threads
    const left = supportRules.messagesPerDay.default - supportRules.maxOpen.default
    for (let n = 0; n < left; n += 1) await write(member, threadId)
    expect((await write(member, threadId)).body.msg).toBe('support.too-many-messages')
  })
})

test('a picture opens for its member and a recorded operator only', async () => {
  const [member, other] = [await harness.member(), await harness.member()]
  const uploadId = await upload(member.client)
  expect((await open(other, { uploads: [uploadId] })).body.msg).toBe('upload.not-found')
  const threadId = await opened(member, { uploads: [uploadId] })
  const [{ attachments }] = (await read(member, threadId)).entries
  expect(attachments).toMatchObject([{ fileId: uploadId }])
  const fileId = uploadId
  expect((await member.client.fetch('/uploads/readFile', { fileId })).status).toBe(200)
  expect((await other.client.call('/uploads/readFile', { fileId })).body.msg).toBe('upload.not-found')
  const elsewhere = await opened(other)
  expect(await service.openAttachment({ threadId: elsewhere, fileId }, context())).toMatchObject({
    ok: false,
    msg: 'personal.not-found',
  })
  expect(await service.openAttachment({ threadId, fileId }, context())).toMatchObject({ ok: true })
  const { rows } = await harness.owner.query(
    'SELECT field, purpose FROM app.personal_views WHERE member_id = $1',
    [member.memberId],
  )
  expect(rows).toEqual([{ field: 'support-picture', purpose: (await seenBy(threadId)).thread.number }])
  // A taken api cannot attach another member's file either.
  const { rows: messages } = await harness.owner.query(
    'SELECT id FROM app.support_messages WHERE thread_id = $1',
    [elsewhere],
  )
  await harness.owner.query('DELETE FROM app.support_pictures WHERE file_id = $1', [fileId])
  expect(
    await failure(asApi, 'INSERT INTO app.support_pictures VALUES ($1, $2, 0)', [fileId, messages[0].id]),
  ).toBe('23514')
})

describe('a taken process', () => {
  test('of api or worker writes no answer and no state', async () => {
    const member = await harness.member()
    const threadId = await opened(member)
    const [{ operatorId, sessionId }] = harness.operators
    for (const db of [asApi, harness.worker]) {
      expect(
        await failure(
          db,
          `INSERT INTO app.support_answers (id, thread_id, operator_id, operator, session_id, text, closes, at)
           VALUES (gen_random_uuid(), $1, $2, 'x', $3, 'x', false, now())`,
          [threadId, operatorId, sessionId],
        ),
      ).toBe('42501')
      expect(await failure(db, `UPDATE app.support_threads SET state = 'closed'`)).toBe('42501')
      expect(await failure(db, 'UPDATE app.support_waits SET answered_at = asked_at')).toBe('42501')
      expect(
        await failure(db, `SELECT app.answer_support(gen_random_uuid(), $1, $2, $3, 'x', false, $1, now())`, [
          threadId,
          operatorId,
          sessionId,
        ]),
      ).toBe('42501')
    }
    expect(await failure(harness.worker, 'SELECT text FROM app.support_answers')).toBe('42501')
    expect(await failure(harness.worker, 'SELECT text FROM app.support_messages')).toBe('42501')
  })

  test('of the console needs the session of an operator who may answer', async () => {
    const member = await harness.member()
    const threadId = await opened(member)
    const seen = (await seenBy(threadId)).entries[0].entryId
    const forge = (operatorId: string, sessionId: string) =>
      harness.console.query<{ refusal: string }>(
        `SELECT app.answer_support(gen_random_uuid(), $1, $2, $3, 'x', false, $4, $5) AS refusal`,
        [threadId, operatorId, sessionId, seen, harness.clock.now()],
      )
    const [first, second] = harness.operators
    await expect(forge(first.operatorId, second.sessionId)).rejects.toThrow('no open session')
    await expect(forge(first.operatorId, randomUUID())).rejects.toThrow('no open session')
    await harness.owner.query(`DELETE FROM app.operator_roles WHERE operator_id = $1 AND role = 'support'`, [
      second.operatorId,
    ])
    expect(await forge(second.operatorId, second.sessionId)).toEqual([{ refusal: 'review.not-allowed' }])
    expect(await service.addNote({ threadId, text: 'x' }, context(1))).toMatchObject({
      msg: 'review.not-allowed',
    })
    await harness.owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'support')`, [
      second.operatorId,
    ])
    await harness.owner.query('INSERT INTO app.operator_relations VALUES ($1, $2)', [
      second.operatorId,
      member.memberId,
    ])
    expect(await answer(threadId, { n: 1 })).toMatchObject({ msg: 'review.own-account' })
    expect(
      await failure(
        harness.console,
        `INSERT INTO app.support_messages VALUES (gen_random_uuid(), $1, 'x', now(), now())`,
        [threadId],
      ),
    ).toBe('42501')
  })
})

describe('a blocked member', () => {
  const block = async (member: TestMember): Promise<string> => {
    await harness.api.db.transaction((tx) =>
      setRestriction(tx, {
        memberId: member.memberId,
        kind: 'login-banned',
        reason: 'suspected-takeover',
        operators: ['op-1', 'op-2'],
        now: harness.clock.now(),
        requestId: 'test',
      }),
    )
    return ticketOf(member)
  }
  const ticketOf = async ({ account, password }: TestMember): Promise<string> => {
    const client = harness.api.client()
    const refused = await client.call('/auth/signIn', {
      account,
      password,
      agreementVersion: await agreementVersion(client),
    })
    expect(refused.body.msg).toBe('restriction.login-banned')
    return refused.body.params.ticket
  }
  const guest = (path: string, body: object) => harness.api.client().call(path, body, { key: true })
  const text = '我換了手機，請幫我看看。'

  test('writes with the ticket of a proved sign-in and reads the answer', async () => {
    const member = await harness.member()
    const earlier = await opened(member, { title: 'earlier' })
    const ticket = await block(member)
    expect((await guest('/support/readBlocked', { ticket })).body.data).toEqual({ thread: null, entries: [] })
    expect((await guest('/support/writeBlocked', { ticket, text, language: 'tw' })).http).toBe(200)
    const { thread } = (await guest('/support/readBlocked', { ticket })).body.data
    expect(thread).toMatchObject({ topic: 'restriction', state: 'waiting', about: null })
    expect(thread.threadId).not.toBe(earlier)
    await answer(thread.threadId)
    expect(
      (await guest('/support/writeBlocked', { ticket, text: '謝謝', language: 'tw' })).body,
    ).toMatchObject({ status: 1 })
    const { entries } = (await guest('/support/readBlocked', { ticket })).body.data
    expect(entries.map(({ from }: { from: string }) => from)).toEqual(['member', 'operator', 'member'])
    expect((await seenBy(thread.threadId)).thread.byTicket).toBe(true)
  })

  test('opens nothing with a forged, old or foreign ticket', async () => {
    const [member, other] = [await harness.member(), await harness.member()]
    const [ticket, foreign] = [await block(member), await block(other)]
    await guest('/support/writeBlocked', { ticket, text, language: 'tw' })
    expect((await guest('/support/readBlocked', { ticket: foreign })).body.data.thread).toBeNull()
    const [, expiry, mac] = foreign.split('.')
    const free = await harness.member()
    const tickets = [
      `${member.memberId}.${expiry}.${mac}`,
      `${free.memberId}.${expiry}.${mac}`,
      'x',
      randomUUID(),
    ]
    const answers = new Set<string>()
    for (const forged of tickets)
      for (const path of ['/support/readBlocked', '/support/writeBlocked']) {
        const { http, body } = await guest(path, {
          ticket: forged,
          ...(path.endsWith('writeBlocked') && { text, language: 'tw' }),
        })
        answers.add(JSON.stringify({ http, body: { ...body, requestId: '' } }))
      }
    expect([...answers]).toEqual([expect.stringContaining('auth.challenge-expired')])
    harness.clock.advance(16 * minute)
    expect((await guest('/support/readBlocked', { ticket })).body.msg).toBe('auth.challenge-expired')
  })
})

test('figures count service minutes from rows, with cases and late answers', async () => {
  await harness.owner.query('DELETE FROM app.support_ratings')
  await harness.owner.query('DELETE FROM app.support_waits')
  const figures = async () => (await harness.api.client().call('/support/statistics', {})).body.data
  harness.clock.advance(2 * minute)
  expect(await figures()).toMatchObject({ cases: 0, medianMinutes: null, ninetiethMinutes: null })
  // 10:00 on the next bank day.
  const now = harness.clock.now().getTime()
  const toTen = (((2 * 60 - ((now / minute) % 1_440)) % 1_440) + 1_440) % 1_440
  harness.clock.advance(toTen * minute)
  while ([0, 6].includes(harness.clock.now().getUTCDay())) harness.clock.advance(1_440 * minute)
  for (const minutes of [4, 11, 90]) {
    const member = await harness.member()
    const threadId = await opened(member)
    harness.clock.advance(minutes * minute)
    await answer(threadId)
    if (minutes === 4) await member.client.call('/support/rate', { threadId, solved: true }, { key: true })
  }
  await opened(await harness.member())
  harness.clock.advance(61 * minute)
  expect(await figures()).toMatchObject({
    days: 30,
    cases: 3,
    medianMinutes: 11,
    ninetiethMinutes: 90,
    late: 1,
    waiting: 1,
    overdue: 1,
    ratings: 1,
    solved: 1,
    promiseMinutes: 60,
  })
})

test('a closed matter and its pictures are deleted after five years', async () => {
  const member = await harness.member()
  const threadId = await opened(member, { uploads: [await upload(member.client)] })
  await answer(threadId, { closes: true })
  await service.addNote({ threadId, text: 'done' }, context())
  const [{ attachments }] = (await read(member, threadId)).entries
  expect(await tidySupport(harness.worker, new Date())).toBe(0)
  await expect(harness.worker.query('SELECT app.delete_support_threads(now(), 10)')).rejects.toThrow(
    'five years',
  )
  await harness.owner.query(
    `UPDATE app.support_threads SET last_at = now() - interval '1830 days' WHERE id = $1`,
    [threadId],
  )
  expect(await tidySupport(harness.worker, new Date())).toBe(1)
  expect(await read(member, threadId)).toBeNull()
  await sweepFiles(harness.worker, openFiles(harness.api.config.files), new Date())
  const { rows } = await harness.owner.query('SELECT gone_at FROM app.files WHERE id = $1', [
    attachments[0].fileId,
  ])
  expect(rows[0].gone_at).not.toBeNull()
})
