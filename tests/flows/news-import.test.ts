// The importer against a server that speaks the format of the exchange's open data, and against one that does not.

import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import {
  importNews,
  newsConsoleHandlers,
  newsLoops,
  twseFeeds,
} from '../../apps/server/src/features/news/index.ts'
import { taipeiDate } from '../../packages/rules/src/calendar/index.ts'
import { captureLog } from './support/captured-log.ts'
import { type FundHarness, openFundHarness } from './support/fund-harness.ts'

let harness: FundHarness
let source: Server
let base: string
/** What the source answers, by path. */
const answers = new Map<string, { readonly status?: number; readonly body: string; readonly to?: string }>()
const { log, lines } = captureLog('worker')

beforeAll(async () => {
  harness = await openFundHarness()
  await harness.owner.query(
    `INSERT INTO app.instruments (symbol, name_tw, name_en, board, kind, industry_tw, industry_en, reference)
     VALUES ('2317', '鴻海', 'Hon Hai', 'listed', 'stock', '電子', 'Electronics', 20000) ON CONFLICT DO NOTHING`,
  )
  source = createServer((request, response) => {
    const { status = 200, body, to } = answers.get(request.url ?? '') ?? { status: 404, body: '' }
    response.writeHead(status, { 'content-type': 'application/json', ...(to && { location: to }) }).end(body)
  })
  await new Promise<void>((listening) => source.listen(0, '127.0.0.1', listening))
  base = `http://127.0.0.1:${(source.address() as AddressInfo).port}`
})
afterAll(async () => {
  await new Promise((closed) => source.close(closed))
  await harness.stop()
})

const NOTICE = '/announcement/notice'
const PUNISH = '/announcement/punish'
/** 2026-11-24 as 1151124. */
const rocDate = (daysAgo = 0): string => {
  const [year, month, day] = taipeiDate(harness.clock.now().getTime() - daysAgo * 86_400_000).split('-')
  return `${Number(year) - 1911}${month}${day}`
}
const notice = (over: object = {}) => ({
  Number: '1',
  Code: '2317',
  Name: '鴻海　',
  NumberOfAnnouncement: '1',
  TradingInfoForAttention: '最近六個營業日累積之收盤價漲幅達 25.02%。',
  Date: rocDate(),
  ClosingPrice: '214.50',
  PE: '18.2',
  ...over,
})
const punish = (over: object = {}) => ({
  Number: '1',
  Date: rocDate(1).replace(/(\d{3})(\d\d)(\d\d)/, '$1/$2/$3'),
  Code: '2317',
  Name: '鴻海',
  NumberOfAnnouncement: '1',
  ReasonsOfDisposition: '連續三次',
  DispositionPeriod: '115/11/24～115/12/07',
  DispositionMeasures: '第一次處置',
  Detail: '以人工管制之撮合終端機執行撮合作業。',
  LinkInformation: '',
  ...over,
})
const answer = (path: string, rows: unknown): void => void answers.set(path, { body: JSON.stringify(rows) })
const run = () => importNews(harness.worker, twseFeeds(base), log, harness.clock.now())
const market = async (): Promise<any[]> => {
  const reply = await harness.api.client().call('/news/list', { topic: 'market' })
  return reply.body.data.articles
}
const problems = async (): Promise<(string | null)[]> => {
  const shown = await newsConsoleHandlers({ db: harness.console }).published({}, {
    now: harness.clock.now(),
  } as never)
  return (shown as any).data.imports.map(({ problem }: { problem: string | null }) => problem)
}

beforeEach(() => {
  answer(NOTICE, [])
  answer(PUNISH, [])
})

test('announcements are imported once, marked with their source', async () => {
  answer(NOTICE, [notice(), notice({ Code: '9998', Name: '未上市' })])
  answer(PUNISH, [punish()])
  expect(await run()).toBe(2)
  expect(await run()).toBe(0)
  const [first, second] = await market()
  expect(first).toMatchObject({
    topic: 'market',
    source: 'twse',
    title: { tw: '鴻海 列為注意股票', en: '2317 is under attention' },
  })
  expect(second).toMatchObject({ source: 'twse', title: { tw: '鴻海 列為處置股票' } })
  const client = harness.api.client()
  const whole = await client.call('/news/read', { articleId: first.articleId })
  expect(whole.body.data).toMatchObject({
    body: { tw: notice().TradingInfoForAttention, en: notice().TradingInfoForAttention },
    sourceUrl: 'https://www.twse.com.tw/zh/announcement/notice.html',
    symbols: [{ symbol: '2317' }],
  })
  const ofStock = await client.call('/news/list', { symbol: '2317' })
  expect(ofStock.body.data.articles).toHaveLength(2)
  expect(await problems()).toEqual([null, null])
})

test('a changed text is another announcement', async () => {
  answer(NOTICE, [notice({ TradingInfoForAttention: '更正後的內容。' })])
  expect(await run()).toBe(1)
})

test('an imported article cannot be corrected by operators', async () => {
  const [{ articleId }] = await market()
  const corrected = await newsConsoleHandlers({ db: harness.console }).proposeCorrection(
    {
      articleId,
      corrects: 1,
      topic: 'platform',
      title: { tw: '改寫', en: 'rewritten' },
      body: { tw: '改寫', en: 'rewritten' },
      rule: null,
      symbols: [],
      picture: null,
      note: { tw: '改寫', en: 'rewritten' },
      why: 'we know better',
    },
    { caller: harness.operators[0], now: harness.clock.now(), requestId: 'test' } as never,
  )
  expect(corrected).toMatchObject({ msg: 'news.changed' })
})

test.each([
  ['is not JSON', '<html>', 'the answer is not JSON'],
  ['has another shape', '{"rows": []}', 'the answer has another shape'],
  ['has a row of another shape', () => [notice(), { Code: '2317' }], 'the answer has another shape'],
  ['has a code with letters that no stock has', () => [notice({ Code: '<b>' })], 'another shape'],
  ['is of the future', () => [notice({ Date: rocDate(-1) })], 'in the future'],
  ['is late', () => [notice({ Date: rocDate(30) })], 'too old'],
  ['has no date', () => [notice({ Date: '1151399' })], 'not a date'],
  ['has markup', () => [notice({ TradingInfoForAttention: '<script>alert(1)</script>' })], 'markup'],
  ['has hidden characters', () => [notice({ Name: '鴻\u202e海' })], 'hidden characters'],
  ['is empty where the text is', () => [notice({ TradingInfoForAttention: ' ' })], 'is empty'],
  ['is a flood', () => Array.from({ length: 201 }, (_, n) => notice({ Name: `n${n}` })), 'more than'],
  ['is too large', () => [notice({ PE: 'x'.repeat(1_100_000) })], 'too large'],
])('an answer that %s imports nothing and says so', async (_what, rows, problem) => {
  const before = (await market()).length
  const body = typeof rows === 'string' ? rows : JSON.stringify(rows())
  answers.set(NOTICE, { body })
  answer(PUNISH, [])
  expect(await run()).toBe(0)
  expect(await market()).toHaveLength(before)
  expect((await problems())[0]).toContain(problem)
  expect(lines.at(-1)).toContain('announcements cannot be used')
  answer(NOTICE, [])
  await run()
  expect(await problems()).toEqual([null, null])
})

test('an error and a redirect import nothing and say so', async () => {
  answers.set(NOTICE, { status: 500, body: JSON.stringify([notice()]) })
  answers.set(PUNISH, { status: 302, body: '', to: `${base}${NOTICE}` })
  expect(await run()).toBe(0)
  const [first, second] = await problems()
  expect(first).toBe('answered 500')
  expect(second).toContain('not reachable')
})

test('nothing is imported unless the installation asks for it', () => {
  const deps = { db: harness.worker, clock: harness.clock, log }
  const names = (newsImport: string | undefined): string[] =>
    newsLoops({ ...deps, config: { newsImport } }).map(({ name }) => name)
  expect(harness.api.config.newsImport).toBeUndefined()
  expect(names(undefined)).toEqual(['news-tidy'])
  expect(names(base)).toEqual(['news-tidy', 'news-import'])
})
