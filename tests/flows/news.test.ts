// News through the console's handlers with the console's rights, executed by the worker's code, and read over HTTP by
// members and guests.

import { createHash } from 'node:crypto'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { newsConsoleHandlers, readNewsPicture, tidyNews } from '../../apps/server/src/features/news/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { scheduleDays } from '../../packages/rules/src/news/index.ts'
import { type FundHarness, openFundHarness } from './support/fund-harness.ts'
import { picture as makePicture } from './support/pictures.ts'

let harness: FundHarness
let news: ReturnType<typeof newsConsoleHandlers>

beforeAll(async () => {
  harness = await openFundHarness()
  news = newsConsoleHandlers({ db: harness.console })
  for (const { operatorId } of harness.operators)
    await harness.owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'support')`, [
      operatorId,
    ])
  await harness.owner.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     VALUES ('2317', '鴻海', 'Hon Hai', 'listed', 'stock', '電子', 'Electronics', 20000),
       ('2412', '中華電', 'Chunghwa', 'listed', 'stock', '通信', 'Telecom', 12000) ON CONFLICT DO NOTHING`,
  )
})
afterAll(() => harness.stop())

const context = (over: object = {}) =>
  ({ caller: harness.operators[0], now: harness.clock.now(), requestId: 'test', ...over }) as never
const minutes = (count: number): string =>
  new Date(harness.clock.now().getTime() + count * 60_000).toISOString()
const draft = {
  topic: 'lesson' as const,
  title: { tw: '最佳五檔怎麼看', en: 'How to read five levels' },
  body: { tw: '## 價差\n\n左邊是買方。\n\n甲 | 1', en: '## Spread\n\nBuyers are left.\n\na | 1' },
  rule: 'fee.brokerage',
  symbols: ['2317'],
  picture: null as string | null,
  publishAt: null as string | null,
  why: 'the plan of this week',
}
type Proposed = Awaited<ReturnType<typeof news.propose>>
const subjectOf = async (proposed: Proposed): Promise<string> => {
  if (!proposed.ok) throw new Error(proposed.msg)
  const { rows } = await harness.owner.query('SELECT subject FROM app.reviews WHERE id = $1', [
    proposed.data.reviewId,
  ])
  return rows[0].subject
}
/** Approved by the second operator and executed. Returns the id of the article. */
const decide = async (proposed: Proposed): Promise<string> => {
  const subject = await subjectOf(proposed)
  expect(await harness.vote(harness.operators[1], 'news', subject, 'approve', 'seen')).toBeNull()
  expect(await harness.execute()).toBe(1)
  return subject
}
const publish = async (over: object = {}): Promise<string> =>
  decide(await news.propose({ ...draft, ...over }, context()))
const correct = (articleId: string, corrects: number, over: object = {}) => {
  const { publishAt: _, ...content } = draft
  const note = { tw: '數字有誤。', en: 'A figure was wrong.' }
  return news.proposeCorrection({ articleId, corrects, ...content, note, ...over }, context())
}
const guest = (path: any, body: object): Promise<any> => harness.api.client().call(path, body)
const listed = async (body: object = {}): Promise<any[]> =>
  (await guest('/news/list', body)).body.data.articles
const idsOf = async (body: object = {}): Promise<string[]> =>
  (await listed(body)).map(({ articleId }) => articleId)
const read = async (articleId: string, version?: number): Promise<any> =>
  (await guest('/news/read', { articleId, ...(version === undefined ? {} : { version }) })).body
const published = async (): Promise<any> => {
  const answer = await news.published({}, context())
  if (!answer.ok) throw new Error('not listed')
  return answer.data
}
const addPicture = async (bytes: Buffer, contentType = 'image/jpeg'): Promise<any> =>
  news.addPicture(bytes, context({ contentType }))
/** The code of the database's refusal. */
const failure = (sql: string, values: readonly unknown[] = []): Promise<string> =>
  harness.worker.query(sql, [...values]).then(
    () => 'accepted',
    (error: { code: string }) => error.code,
  )

test('an article is published when a second operator approves it', async () => {
  const proposed = await news.propose(draft, context())
  expect(await harness.execute()).toBe(0)
  const articleId = await subjectOf(proposed)
  expect((await published()).waiting).toMatchObject([{ articleId, title: draft.title, corrects: null }])
  expect(await idsOf()).not.toContain(articleId)
  await decide(proposed)
  expect((await listed())[0]).toMatchObject({
    articleId,
    topic: 'lesson',
    title: draft.title,
    at: harness.clock.now().toISOString(),
    readers: 0,
    minutes: { tw: 1, en: 1 },
    source: null,
    isCorrected: false,
  })
  expect((await read(articleId)).data).toMatchObject({
    body: draft.body,
    rule: 'fee.brokerage',
    symbols: [{ symbol: '2317', nameTw: '鴻海', nameEn: 'Hon Hai' }],
    sourceUrl: null,
    version: 1,
    versions: [{ version: 1, note: null }],
    readSeconds: 5,
  })
  expect((await published()).waiting).toEqual([])
  expect((await published()).articles[0]).toMatchObject({ articleId, version: 1, isScheduled: false })
})

test('lists by topic, by stock and by title find an article', async () => {
  harness.clock.advance(1_000)
  const other = await publish({
    topic: 'rules',
    symbols: ['2412'],
    title: { tw: '交割日怎麼算', en: 'Counting the Settlement day' },
  })
  expect(await idsOf({ topic: 'rules' })).toEqual([other])
  expect(await idsOf({ symbol: '2412' })).toEqual([other])
  expect(await idsOf({ symbol: '2317' })).not.toContain(other)
  expect(await idsOf({ symbol: '2317', topic: 'rules' })).toEqual([])
  const found = async (text: string): Promise<string[]> =>
    (await guest('/news/search', { text })).body.data.articles.map((one: any) => one.articleId)
  expect(await found('交割')).toEqual([other])
  expect(await found(' settlement ')).toEqual([other])
  expect(await found('%')).toEqual([])
  expect(await found(' ')).toEqual([])
  const first = await guest('/news/list', { count: 1 })
  const second = await guest('/news/list', { count: 1, before: first.body.data.next })
  expect(first.body.data.articles[0].articleId).toBe(other)
  expect(second.body.data.articles[0].articleId).not.toBe(other)
})

test('a scheduled article is read at its time and not before', async () => {
  for (const publishAt of [minutes(-1), minutes(scheduleDays * 24 * 60 + 1)])
    expect(await news.propose({ ...draft, publishAt }, context())).toMatchObject({
      msg: 'news.time',
      field: 'publishAt',
    })
  const added = await addPicture(await makePicture())
  const { picture } = added.data
  const member = await harness.api.member()
  const articleId = await publish({
    publishAt: minutes(10),
    picture,
    title: { tw: '下週的事', en: 'Next week' },
  })
  const seen = async (): Promise<unknown[]> => [
    (await idsOf()).includes(articleId),
    (await idsOf({ symbol: '2317' })).includes(articleId),
    (await guest('/news/search', { text: '下週的事' })).body.data.articles.length === 1,
    (await read(articleId)).msg !== 'request.not-found',
    (await member.client.call('/news/markRead', { articleId })).http === 200,
    (await readNewsPicture(harness.api.db, `${picture}.webp`, harness.clock.now())) !== undefined,
  ]
  expect((await published()).articles[0]).toMatchObject({ articleId, isScheduled: true })
  expect(await seen()).toEqual([false, false, false, false, false, false])
  harness.clock.advance(10 * 60_000)
  expect(await seen()).toEqual([true, true, true, true, true, true])
})

test('a correction shows its note and keeps every version', async () => {
  const articleId = await publish({ body: { tw: '共 3 檔。', en: 'There are 3 levels.' } })
  harness.clock.advance(60_000)
  const body = { tw: '共 5 檔。', en: 'There are 5 levels.' }
  const empty = await correct(articleId, 1, { body, note: { tw: ' ', en: 'x' } })
  expect(empty).toMatchObject({ msg: 'news.note' })
  const proposed = await correct(articleId, 1, { body, symbols: ['2412'] })
  expect(await correct(articleId, 1, { body })).toMatchObject({ msg: 'proposal.open' })
  expect((await read(articleId)).data.version).toBe(1)
  expect(await decide(proposed)).toBe(articleId)
  const { data } = await read(articleId)
  expect(data).toMatchObject({ body, version: 2, article: { isCorrected: true } })
  expect(data.versions).toMatchObject([
    { version: 2, at: harness.clock.now().toISOString(), note: { en: 'A figure was wrong.' } },
    { version: 1, note: null },
  ])
  expect((await read(articleId, 1)).data).toMatchObject({ version: 1, body: { tw: '共 3 檔。' } })
  expect((await read(articleId, 3)).msg).toBe('request.not-found')
  expect(await idsOf({ symbol: '2317' })).not.toContain(articleId)
  expect(await idsOf({ symbol: '2412' })).toContain(articleId)
  expect(await correct(articleId, 1, { body })).toMatchObject({ msg: 'news.changed' })
  expect(await correct(newId(), 1)).toMatchObject({ msg: 'news.changed' })
})

const withdraw = (articleId: string, withdraws: number, over: object = {}) => {
  const note = { tw: '內容有誤。', en: 'The text was wrong.' }
  return news.proposeWithdrawal({ articleId, withdraws, note, why: 'a reader wrote', ...over }, context())
}

test('a withdrawn article shows when and why and keeps its versions', async () => {
  const member = await harness.api.member()
  const articleId = await publish()
  expect((await member.client.call('/news/markRead', { articleId })).http).toBe(200)
  harness.clock.advance(60_000)
  expect(await withdraw(articleId, 1, { note: { tw: ' ', en: 'x' } })).toMatchObject({ msg: 'news.note' })
  expect(await withdraw(articleId, 2)).toMatchObject({ msg: 'news.changed' })
  const proposed = await withdraw(articleId, 1)
  expect(await correct(articleId, 1)).toMatchObject({ msg: 'proposal.open' })
  expect((await published()).waiting).toMatchObject([{ articleId, isWithdrawal: true, title: draft.title }])
  expect((await read(articleId)).data.withdrawn).toBeNull()
  await decide(proposed)
  const withdrawn = {
    at: harness.clock.now().toISOString(),
    note: { tw: '內容有誤。', en: 'The text was wrong.' },
  }
  expect((await read(articleId)).data).toMatchObject({
    withdrawn,
    body: draft.body,
    article: { isWithdrawn: true, readers: 1 },
  })
  expect((await read(articleId, 1)).data).toMatchObject({ withdrawn, version: 1 })
  expect((await listed()).find((one) => one.articleId === articleId)).toMatchObject({ isWithdrawn: true })
  expect((await published()).articles[0]).toMatchObject({ articleId, withdrawn, isScheduled: false })
  // It gets no reader, no correction and no second withdrawal.
  const other = await harness.api.member()
  await other.client.call('/news/markRead', { articleId })
  expect((await read(articleId)).data.article.readers).toBe(1)
  expect(await correct(articleId, 1)).toMatchObject({ msg: 'news.changed' })
  expect(await withdraw(articleId, 1)).toMatchObject({ msg: 'news.changed' })
})

test('a scheduled article cancelled before its time is never published', async () => {
  const articleId = await publish({ publishAt: minutes(10), title: { tw: '取消的事', en: 'Cancelled' } })
  await decide(await withdraw(articleId, 1))
  expect((await published()).articles.find((one: any) => one.articleId === articleId)).toMatchObject({
    isScheduled: false,
    withdrawn: { at: harness.clock.now().toISOString() },
  })
  harness.clock.advance(11 * 60_000)
  expect((await read(articleId)).msg).toBe('request.not-found')
  expect(await idsOf()).not.toContain(articleId)
  expect(await idsOf({ symbol: '2317' })).not.toContain(articleId)
  expect((await guest('/news/search', { text: '取消的事' })).body.data.articles).toEqual([])
})

test('a cancel approved after the time withdraws the article', async () => {
  const articleId = await publish({ publishAt: minutes(10) })
  const proposed = await withdraw(articleId, 1)
  harness.clock.advance(11 * 60_000)
  expect((await read(articleId)).data.withdrawn).toBeNull()
  await decide(proposed)
  expect((await read(articleId)).data.withdrawn).toMatchObject({ note: { en: 'The text was wrong.' } })
})

test.each([
  ['a missing language', { title: { tw: 'x', en: ' ' } }, 'news.texts'],
  ['an empty text', { body: { tw: '', en: 'x' } }, 'news.texts'],
  ['a title of two lines', { title: { tw: 'a\nb', en: 'a' } }, 'news.texts'],
  ['a hidden character', { body: { tw: 'a\u202eb', en: 'a' } }, 'news.texts'],
  ['an unknown rule', { rule: 'fee.unknown' }, 'news.rule'],
  ['an unknown stock', { symbols: ['9999'] }, 'news.symbols'],
  ['a wrong code', { symbols: ["2317'"] }, 'news.symbols'],
  ['an unknown picture', { picture: 'a'.repeat(64) }, 'news.picture'],
  ['no reason', { why: ' ' }, 'proposal.why'],
])('a draft with %s is refused', async (_what, over, msg) => {
  expect(await news.propose({ ...draft, ...over }, context())).toMatchObject({ ok: false, msg })
})

test('an operator without the right cannot propose an article', async () => {
  const { operatorId } = harness.operators[0]
  const rights = (sql: string) => harness.owner.query(sql, [operatorId])
  await rights(`DELETE FROM app.operator_roles WHERE operator_id = $1 AND role = 'support'`)
  expect(await news.propose(draft, context())).toMatchObject({ msg: 'review.not-allowed' })
  await rights(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'support')`)
})

describe('readers', () => {
  test('are distinct signed-in members, counted once', async () => {
    const articleId = await publish()
    const [one, two] = [await harness.api.member(), await harness.api.member()]
    const counts = async (): Promise<number[]> => [
      (await listed()).find((each) => each.articleId === articleId).readers,
      (await read(articleId)).data.article.readers,
      (await published()).articles.find((each: any) => each.articleId === articleId).readers,
    ]
    expect((await guest('/news/markRead', { articleId })).http).toBe(401)
    await read(articleId)
    expect(await counts()).toEqual([0, 0, 0])
    for (const { client } of [one, one, two])
      expect((await client.call('/news/markRead', { articleId })).http).toBe(200)
    expect(await counts()).toEqual([2, 2, 2])
    await Promise.all(Array.from({ length: 5 }, () => one.client.call('/news/markRead', { articleId })))
    expect(await counts()).toEqual([2, 2, 2])
    expect((await one.client.call('/news/markRead', { articleId: newId() })).body.msg).toBe(
      'request.not-found',
    )
  })

  test('of an old article stay counted when their rows go', async () => {
    const articleId = await publish()
    const [one, two] = [await harness.api.member(), await harness.api.member()]
    await one.client.call('/news/markRead', { articleId })
    await harness.owner.query(
      `UPDATE app.news_articles SET published_at = published_at - interval '731 days' WHERE id = $1`,
      [articleId],
    )
    expect(await tidyNews(harness.worker, harness.clock.now())).toBe(1)
    const { rows } = await harness.owner.query('SELECT FROM app.news_reads WHERE article_id = $1', [
      articleId,
    ])
    expect(rows).toHaveLength(0)
    expect((await two.client.call('/news/markRead', { articleId })).http).toBe(200)
    expect((await read(articleId)).data.article.readers).toBe(1)
  })
})

describe('a picture', () => {
  test('is encoded again, without what its file had beside it', async () => {
    const sent = await sharp(await makePicture('jpeg', 2_000, 1_000))
      .withExif({ IFD0: { Copyright: 'secret place' } })
      .jpeg()
      .toBuffer()
    const { data } = await addPicture(sent)
    expect(data).toMatchObject({ width: 1_200, height: 600 })
    const stored = await news.readPicture({ picture: data.picture }, context())
    const bytes = Buffer.from((stored as any).data.image, 'base64')
    expect(createHash('sha256').update(bytes).digest('hex')).toBe(data.picture)
    expect(bytes.includes('secret place')).toBe(false)
    expect((await sharp(bytes).metadata()).format).toBe('webp')
    const shown = () => readNewsPicture(harness.api.db, `${data.picture}.webp`, harness.clock.now())
    expect(await shown()).toBeUndefined()
    await publish({ picture: data.picture })
    expect(await shown()).toEqual(bytes)
    expect(await readNewsPicture(harness.api.db, '../etc/passwd', harness.clock.now())).toBeUndefined()
  })

  test.each([
    ['text', Buffer.from('<svg onload=alert(1)>'), 'image/png'],
    ['an empty file', Buffer.alloc(0), 'image/jpeg'],
    ['another type than it says', Buffer.from([0xff, 0xd8, 0xff, 0]), 'image/png'],
  ])('that is %s is refused', async (_what, bytes, type) => {
    expect(await addPicture(bytes, type)).toMatchObject({ ok: false, msg: 'news.picture' })
  })

  test('of a draft that is not published is deleted after a month', async () => {
    const { data } = await addPicture(await makePicture())
    const age = `UPDATE app.news_pictures SET kept_at = kept_at - interval '31 days'`
    await harness.owner.query(age)
    await tidyNews(harness.worker, harness.clock.now())
    expect(await news.readPicture({ picture: data.picture }, context())).toMatchObject({
      data: { image: null },
    })
    const { rows } = await harness.owner.query('SELECT count(*)::integer AS kept FROM app.news_pictures')
    expect(rows[0].kept).toBeGreaterThan(0)
  })
})

describe('a taken worker', () => {
  const noRight = '42501'

  test('publishes and changes nothing that two operators have not approved', async () => {
    const proposed = await news.propose(draft, context())
    if (!proposed.ok) throw new Error(proposed.msg)
    const now = harness.clock.now()
    expect(await failure('SELECT app.publish_news($1, $2)', [proposed.data.reviewId, now])).toBe(noRight)
    // A review of an article withdraws nothing, and one of a withdrawal needs its two people.
    const articleId = await publish()
    const withdrawal = await withdraw(articleId, 1)
    if (!withdrawal.ok) throw new Error(withdrawal.msg)
    expect(await failure('SELECT app.withdraw_news($1, $2)', [withdrawal.data.reviewId, now])).toBe(noRight)
    const { rows: reviews } = await harness.owner.query(
      'SELECT review_id AS id FROM app.news_versions WHERE article_id = $1',
      [articleId],
    )
    expect(await failure('SELECT app.withdraw_news($1, $2)', [reviews[0].id, now])).toBe('23514')
    for (const sql of [
      `INSERT INTO app.news_withdrawals SELECT id, 1, 'x', 'x', now(), gen_random_uuid() FROM app.news_articles`,
      `DELETE FROM app.news_withdrawals`,
      `INSERT INTO app.news_articles (id, topic, published_at) VALUES (gen_random_uuid(), 'platform', now())`,
      `UPDATE app.news_versions SET body_tw = 'x'`,
      `DELETE FROM app.news_versions`,
      `UPDATE app.news_articles SET final_readers = 1000000`,
      `INSERT INTO app.news_reads SELECT a.id, m.id, now() FROM app.news_articles a, app.members m`,
      `DELETE FROM app.news_pictures`,
    ])
      expect(await failure(sql)).toBe(noRight)
    await decide(proposed)
    const { rows } = await harness.owner.query('SELECT count(*)::integer AS versions FROM app.news_versions')
    expect(await failure('SELECT app.publish_news($1, $2)', [proposed.data.reviewId, now])).toBe('accepted')
    const again = await harness.owner.query('SELECT count(*)::integer AS versions FROM app.news_versions')
    expect(again.rows).toEqual(rows)
  })

  test('closes no count early and deletes no new picture', async () => {
    const refused = '23514'
    expect(await failure('SELECT app.close_news_reads(now())')).toBe(refused)
    expect(await failure('SELECT app.delete_news_pictures(now(), 100)')).toBe(refused)
  })

  test('imports nothing without its source or of another day', async () => {
    const page = 'https://www.twse.com.tw/zh/announcement/notice.html'
    const entry = (over: object) =>
      JSON.stringify([
        {
          id: newId(),
          key: newId(),
          at: harness.clock.now(),
          symbol: '2317',
          title_tw: 'x',
          title_en: 'x',
          body_tw: 'x',
          body_en: 'x',
          ...over,
        },
      ])
    const tries = (source: string, url: string, over: object = {}) =>
      failure('SELECT app.import_news($1, $2, $3, $4)', [source, url, entry(over), harness.clock.now()])
    expect(await tries('fairlot', page)).toBe('23514')
    expect(await tries('twse', 'https://evil.example/notice.html')).toBe('23514')
    expect(await tries('twse', page, { at: minutes(1) })).toBe('23514')
    expect(await tries('twse', page, { at: minutes(-12 * 24 * 60) })).toBe('23514')
    const flood = Array.from({ length: 201 }, () => JSON.parse(entry({}))[0])
    const all = [JSON.stringify(flood), harness.clock.now()]
    expect(await failure(`SELECT app.import_news('twse', '${page}', $1, $2)`, all)).toBe('23514')
  })
})
