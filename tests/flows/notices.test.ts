// Notices from the event to the phone: the row commits together with the event, the worker sends it to the live feed
// and to browsers, and a member reads only their own.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { subjectsOf } from '../../packages/contract/src/venue/index.ts'
import { liftRestriction, setRestriction } from '../../apps/server/src/features/members/index.ts'
import { noticeReviews, noticesLoops, sendNotice } from '../../apps/server/src/features/notices/index.ts'
import type { Review } from '../../apps/server/src/features/operators/index.ts'
import { type Db, openDb, Rollback } from './support/open-db.ts'
import { startPushService, type PushService } from './support/push-service.ts'
import { agreementVersion, startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'

let api: TestApi
let worker: Db
let push: PushService
let owner: pg.Client
/** The worker's clock: retries are minutes apart. */
let ahead = 0

beforeAll(async () => {
  push = await startPushService(() => api.config.secrets.pushKey()!.publicKey)
  api = await startTestApi({ environment: { PUSH_ORIGINS: push.origin } })
  worker = openDb({ url: api.database.workerUrl, poolSize: 4, applicationName: 'test-worker' })
  owner = new pg.Client({ connectionString: api.database.ownerUrl })
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await worker.close()
  await api.stop()
  await push.stop()
})

const later = (): Date => new Date(Date.now() + ahead)

/** One run of the worker's notice jobs. */
async function work(): Promise<void> {
  const loops = noticesLoops({
    db: worker,
    secrets: api.config.secrets,
    publicOrigin: api.config.publicOrigin,
    pushOrigins: api.config.pushOrigins,
    bus: api.api.runtime.bus,
    subjects: subjectsOf(api.database.name),
    clock: { now: later },
  })
  for (const loop of loops) await loop.run()
}

const list = async ({ client }: TestMember, body: object = {}) =>
  (await client.call('/notices/list', body)).body.data
const titles = async (member: TestMember): Promise<string[]> =>
  (await list(member)).notices.map(({ title }: { title: { en: string } }) => title.en)
const notify = ({ memberId }: TestMember, at = new Date()) =>
  worker.transaction((tx) => sendNotice(tx, { memberId, code: 'day-trading.passed', at }))

async function publish(title = 'Maintenance on Sunday'): Promise<string> {
  const noticeId = randomUUID()
  const both = { tw: '週日維護', en: title }
  const review = {
    subject: noticeId,
    payload: { title: both, summary: both, body: both, path: null },
  } as unknown as Review
  const context = { now: new Date(), requestId: 'request-0001', operators: ['op-1', 'op-2'], note: '' }
  await worker.transaction((tx) => noticeReviews.execute(tx, review, context))
  // Executed again after a crash, it is still one notice.
  await worker.transaction((tx) => noticeReviews.execute(tx, review, context))
  return noticeId
}

test('a notice has both languages and counts as unread until read', async () => {
  const member = await api.member()
  expect(await list(member)).toEqual({ notices: [], next: null, unread: 0, unreadTrading: 0 })
  const order = { operators: ['op-1', 'op-2'] as const, requestId: 'request-0001' }
  const set = await api.db.transaction((tx) =>
    setRestriction(tx, {
      ...order,
      memberId: member.memberId,
      kind: 'no-trading',
      reason: 'debt',
      now: new Date(),
    }),
  )
  if (!set.ok) throw new Error(set.msg)
  await api.db.transaction((tx) =>
    liftRestriction(tx, {
      ...order,
      restrictionId: set.data.restrictionId,
      reason: 'paid',
      now: new Date(Date.now() + 1),
    }),
  )
  const { notices, unread } = await list(member)
  expect(unread).toBe(2)
  expect(notices).toMatchObject([
    { kind: 'rules', title: { tw: '限制已解除', en: 'Restriction lifted' }, isRead: false },
    {
      title: { tw: '你的帳戶受到限制' },
      summary: {
        tw: '暫停交易。原因：有逾期未還的款項。',
        en: 'Trading suspended. Reason: an overdue payment.',
      },
      path: '/user/setting?view=restrictions',
    },
  ])
  const noticeId = notices[1].noticeId as string
  const whole = (await member.client.call('/notices/read', { noticeId })).body.data
  expect(whole.notice).toMatchObject({ noticeId, isRead: true })
  expect(whole.body.en).toContain('Two operators set this restriction')
  expect((await list(member)).unread).toBe(1)
  expect((await list(member, { kind: 'funds' })).notices).toEqual([])
  expect((await list(member, { kind: 'rules' })).notices).toHaveLength(2)
  await member.client.call('/notices/readAll')
  expect((await list(member)).unread).toBe(0)
})

test('a new device and a password change each send a notice', async () => {
  const member = await api.member()
  expect(await titles(member)).toEqual([])
  const other = api.client()
  const version = await agreementVersion(other)
  const { account, password } = member
  await other.call('/auth/signIn', { account, password, agreementVersion: version })
  expect(await titles(member)).toEqual(['New device login'])
  const fund = { fundPassword: '482917', confirmPassword: '482917', loginPassword: password }
  expect((await member.client.call('/auth/setFundPassword', fund)).http).toBe(200)
  const changed = await member.client.call('/auth/changePassword', {
    oldPassword: password,
    newPassword: 'other8river',
    confirmPassword: 'other8river',
  })
  member.client.session = { token: changed.body.data.session.token, account }
  expect(await titles(member)).toEqual(['Login password changed', 'Fund password set', 'New device login'])
})

test('a notice rolls back with its event and cannot be changed', async () => {
  const member = await api.member()
  await worker.transaction(async (tx) => {
    await sendNotice(tx, { memberId: member.memberId, code: 'day-trading.passed', at: new Date() })
    throw new Rollback(undefined)
  })
  expect(await titles(member)).toEqual([])
  await expect(
    worker.transaction((tx) =>
      sendNotice(tx, { memberId: member.memberId, code: 'margin.forced', at: new Date() }),
    ),
  ).rejects.toThrow('without ratio')
  await notify(member)
  await expect(
    owner.query(`UPDATE app.notices SET params = '{"a":1}' WHERE member_id = $1`, [member.memberId]),
  ).rejects.toThrow('stays as it is')
  await expect(
    api.asApi.query(`UPDATE app.notices SET code = 'x' WHERE member_id = $1`, [member.memberId]),
  ).rejects.toThrow('permission denied')
})

test('a site notice is public and unread only for earlier members', async () => {
  const early = await api.member()
  const noticeId = await publish()
  const late = await api.member()
  const guest = api.client()
  const site = (await guest.call('/notices/siteList')).body.data
  expect(site.notices.filter((one: { noticeId: string }) => one.noticeId === noticeId)).toHaveLength(1)
  expect((await guest.call('/notices/readSite', { noticeId })).body.data.body.tw).toBe('週日維護')
  expect((await list(early)).unread).toBe(1)
  // Older than the member's account: it can be read, but does not count as unread.
  expect(await list(late)).toMatchObject({ unread: 0, notices: [{ noticeId, kind: 'site', isRead: true }] })
  await early.client.call('/notices/read', { noticeId })
  expect(await list(early)).toMatchObject({ unread: 0, notices: [{ noticeId, isRead: true }] })
  const second = await publish('Once more')
  expect(await list(early)).toMatchObject({ unread: 1, notices: [{ noticeId: second, isRead: false }, {}] })
  await early.client.call('/notices/readAll')
  expect((await list(early)).unread).toBe(0)
})

test('a notice of another member returns request.not-found, also to guests', async () => {
  const [member, stranger] = [await api.member(), await api.member()]
  await notify(member)
  const [{ noticeId }] = (await list(member)).notices
  for (const [client, path] of [
    [stranger.client, '/notices/read'],
    [api.client(), '/notices/readSite'],
  ] as const) {
    const { http, body } = await client.call(path, { noticeId })
    expect([http, body.msg]).toEqual([404, 'request.not-found'])
  }
  expect((await list(member)).unread).toBe(1)
})

test('notice pages have no gap and no repeat', async () => {
  const member = await api.member()
  const from = Date.now()
  for (let n = 0; n < 65; n += 1) await notify(member, new Date(from + Math.floor(n / 4)))
  const seen: string[] = []
  let before: string | undefined
  do {
    const page = await list(member, { kind: 'trading', ...(before === undefined ? {} : { before }) })
    seen.push(...page.notices.map((one: { noticeId: string }) => one.noticeId))
    before = page.next ?? undefined
  } while (before !== undefined)
  expect(seen).toHaveLength(65)
  expect(new Set(seen).size).toBe(65)
})

test('several workers deliver each notice once', async () => {
  const member = await api.member()
  for (let n = 0; n < 5; n += 1) await notify(member)
  await Promise.all([work(), work(), work()])
  await work()
  // One member event stands for all notices that a worker delivers together.
  const { rows } = await owner.query<{ data: { id: string } }>(
    `SELECT data FROM app.member_events WHERE member_id = $1 AND kind = 'notice.new'`,
    [member.memberId],
  )
  expect(rows).toHaveLength(1)
  const { rows: delivered } = await owner.query(
    'SELECT FROM app.notices WHERE member_id = $1 AND delivered_at IS NOT NULL',
    [member.memberId],
  )
  expect(delivered).toHaveLength(5)
})

test('a subscribed browser gets an encrypted push until it unsubscribes', async () => {
  const member = await api.member()
  const key = (await member.client.call('/notices/pushKey')).body.data
  expect(key).toEqual({
    publicKey: api.config.secrets.pushKey()!.publicKey,
    isSubscribed: false,
    muted: [],
  })
  expect(
    (await member.client.call('/notices/subscribe', { ...push.subscription, lang: 'tw' })).body.msg,
  ).not.toBe('notice.push-refused')
  expect((await member.client.call('/notices/pushKey')).body.data.isSubscribed).toBe(true)
  await notify(member)
  await work()
  const [{ noticeId }] = (await list(member)).notices
  expect(push.problems).toEqual([])
  expect(push.messages).toEqual([
    {
      noticeId,
      title: '當沖申請已通過',
      text: '現在可以開始當沖交易。',
      path: `/home/noticeDetail?id=${noticeId}`,
    },
  ])
  await work()
  expect(push.messages).toHaveLength(1)
  await member.client.call('/notices/unsubscribe')
  await notify(member)
  await work()
  expect(push.messages).toHaveLength(1)
})

test('a failed push is retried; status 410 removes the subscription', async () => {
  const member = await api.member()
  await member.client.call('/notices/subscribe', { ...push.subscription, lang: 'en' })
  push.messages.length = 0
  push.asked = 0
  push.status = 503
  await notify(member)
  await work()
  await work()
  expect(push.asked).toBe(1)
  push.status = 201
  ahead += 5 * 60_000
  await work()
  expect(push.messages.map(({ title }) => title)).toEqual(['Day trading approved'])

  push.status = 410
  push.asked = 0
  await notify(member)
  await work()
  expect(push.asked).toBe(1)
  expect((await member.client.call('/notices/pushKey')).body.data.isSubscribed).toBe(false)
  push.status = 201
})

test('a muted topic sends no push, and its notice stays', async () => {
  const member = await api.member()
  const mute = (muted: readonly string[]) => member.client.call('/notices/mute', { muted })
  expect((await mute(['fills'])).body.msg).toBe('request.not-found')
  await member.client.call('/notices/subscribe', { ...push.subscription, lang: 'en' })
  expect((await mute(['alerts'])).http).toBe(200)
  expect((await member.client.call('/notices/pushKey')).body.data.muted).toEqual(['alerts'])
  expect((await mute(['margin'])).http).toBe(400)
  push.messages.length = 0
  const params = {
    name: '鴻海',
    nameEn: 'Hon Hai',
    threshold: 10_500,
    price: 10_600,
    repeat: 'once',
    move: 600,
    way: 'up',
  }
  const alert = { memberId: member.memberId, code: 'alert.rose', params, at: new Date() } as const
  await worker.transaction((tx) => sendNotice(tx, alert))
  await notify(member)
  await work()
  expect(push.messages.map(({ title }) => title)).toEqual(['Day trading approved'])
  expect(await titles(member)).toContain('Hon Hai rose to 105.00')
  await mute([])
  await worker.transaction((tx) => sendNotice(tx, { ...alert, at: new Date() }))
  await work()
  expect(push.messages.map(({ title }) => title)).toEqual(['Day trading approved', 'Hon Hai rose to 105.00'])
  await member.client.call('/notices/unsubscribe')
})

test('no push reaches an ended session or a replaced subscription', async () => {
  const [before, after] = [await api.member(), await api.member()]
  await before.client.call('/notices/subscribe', { ...push.subscription, lang: 'en' })
  await after.client.call('/notices/subscribe', { ...push.subscription, lang: 'en' })
  push.asked = 0
  await notify(before)
  await work()
  expect(push.asked).toBe(0)
  await after.client.call('/auth/signOut')
  await notify(after)
  await work()
  expect(push.asked).toBe(0)
})

test('notice.push-refused: a wrong push address or key is refused', async () => {
  const { client } = await api.member()
  const wrong = [
    { endpoint: 'https://127.0.0.1/push' },
    { endpoint: 'http://fcm.googleapis.com/x' },
    { endpoint: `${push.origin}.example.org/x` },
    { endpoint: 'file:///etc/passwd' },
    { p256dh: 'short' },
    { p256dh: `B${'A'.repeat(86)}` },
    { auth: 'x' },
  ]
  for (const part of wrong) {
    const { http, body } = await client.call('/notices/subscribe', {
      ...push.subscription,
      lang: 'tw',
      ...part,
    })
    expect([http, body.msg], JSON.stringify(part)).toEqual([409, 'notice.push-refused'])
  }
  expect((await client.call('/notices/pushKey')).body.data.isSubscribed).toBe(false)
})
