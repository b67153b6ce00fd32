// Rates of banks, read over HTTP from a local server that speaks their formats: what is wrong, late, absent or hostile never
// becomes a price, and the page says why.

import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  currencyExchangeConsoleHandlers,
  type RateSources,
  sourcesOf,
  updateRates,
} from '../../apps/server/src/features/currency-exchange/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import type { DataOf } from '../../packages/contract/src/routes.ts'
import type { Currency } from '../../packages/money/src/index.ts'
import { captureLog } from './support/captured-log.ts'
import { type FundHarness, openFundHarness, openHours } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

type Answer = (response: ServerResponse) => void
type Bank = 'bnm' | 'bot' | 'ecb'

let harness: FundHarness
let member: TestMember
let server: Server
let sources: RateSources
let answers: Record<Bank, Answer>
const { log, lines } = captureLog('worker')
const date = openHours.slice(0, 10)

/** New Taiwan dollars for one unit. */
const twd: Readonly<Record<string, number>> = {
  USD: 31,
  CNY: 4.3,
  HKD: 3.97,
  JPY: 0.205,
  KRW: 0.0215,
  THB: 0.95,
  MYR: 7.3,
  VND: 0.0012,
  INR: 0.3523,
}
const send =
  (text: string, headers: Record<string, string> = {}): Answer =>
  (response) =>
    response.writeHead(200, headers).end(text)

const bnmRow = (code: string, value: number, over: object = {}) => {
  const unit = value < 0.5 ? 100 : 1
  const middle = Number((value * unit).toFixed(6))
  const rate = { date, buying_rate: middle, selling_rate: middle, middle_rate: middle }
  return { currency_code: code, unit, rate: { ...rate, ...over } }
}
const bnmText = (change: Readonly<Record<string, number>> = {}, over: object = {}): string =>
  JSON.stringify({
    data: [
      bnmRow('TWD', 1 / 7.3, over),
      ...Object.entries({ ...twd, ...change })
        .filter(([code]) => code !== 'MYR')
        .map(([code, value]) => bnmRow(code, value / 7.3, over)),
      bnmRow('GBP', 5.5),
    ],
    meta: { quote: 'rm', session: '0900', last_updated: `${date} 09:30:00`, total_result: 10 },
  })
const botHead = '\uFEFF幣別,匯率,現金,即期,遠期10天,匯率,現金,即期,遠期10天'
const botRow = (code: string, value: number): string => {
  const [low, high] = [(value * 0.999).toFixed(7), (value * 1.001).toFixed(7)]
  const spot = ['KRW', 'VND', 'MYR'].includes(code) ? ['0.00000', '0.00000'] : [low, high]
  return `${code},本行買入,${low},${spot[0]},0,本行賣出,${high},${spot[1]},0`
}
const botText = (change: Readonly<Record<string, number>> = {}): string =>
  [
    botHead,
    ...Object.entries({ ...twd, ...change })
      .filter(([code]) => code !== 'INR')
      .map(([code, value]) => botRow(code, value)),
    'GBP,本行買入,40.1,40.3,0,本行賣出,41.0,40.9,0',
  ].join('\r\n')
const botHeaders = (day = date): Record<string, string> => ({
  'content-disposition': `attachment; filename="ExchangeRate@${day.replaceAll('-', '')}0930.csv"`,
})
const ecbText = (inr = 0.3523): string =>
  `<?xml version="1.0"?><gesmes:Envelope><Cube><Cube time='${date}'><Cube currency='USD' rate='1.08'/><Cube currency='INR' rate='${(
    (1.08 * 31) /
    inr
  ).toFixed(6)}'/></Cube></Cube></gesmes:Envelope>`

const good = (): Record<Bank, Answer> => ({
  bnm: send(bnmText(), { 'content-type': 'application/json' }),
  bot: send(botText(), botHeaders()),
  ecb: send(ecbText()),
})

beforeAll(async () => {
  harness = await openFundHarness()
  member = await harness.api.member()
  server = createServer((request, response) => answers[request.url!.slice(1) as Bank](response))
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  sources = sourcesOf({ bnm: `${base}/bnm`, bot: `${base}/bot`, ecb: `${base}/ecb` })
})
afterAll(async () => {
  server.closeAllConnections()
  server.close()
  await harness.stop()
})
beforeEach(async () => {
  await harness.owner.query('DELETE FROM app.currency_rate_points')
  await harness.owner.query('DELETE FROM app.currency_rates')
  await harness.owner.query('UPDATE app.currency_backups SET ended_at = began_at WHERE ended_at IS NULL')
  harness.clock.set(openHours)
  answers = good()
})

const read = (afterMs = 0): Promise<number> => {
  harness.clock.advance(afterMs)
  return updateRates(harness.worker, sources, log, harness.clock.now())
}
const shown = async (): Promise<Record<string, DataOf<'/currency-exchange/rates'>['rates'][number]>> => {
  const { rates } = (await member.client.call('/currency-exchange/rates')).body
    .data as DataOf<'/currency-exchange/rates'>
  return Object.fromEntries(rates.map((rate) => [rate.currency, rate]))
}
const stops = async (): Promise<string> =>
  Object.values(await shown())
    .filter(({ stopped }) => stopped !== null)
    .map(({ currency, stopped }) => `${currency} ${stopped}`)
    .join(', ')
const quote = (get: string) =>
  member.client.call('/currency-exchange/quote', { pay: 'TWD', get, amount: '3000000' }, { key: true })

describe('published rates', () => {
  test('of three banks become nine mid rates with source and time', async () => {
    expect(await read()).toBe(9)
    const rates = await shown()
    expect(rates['RMB']).toMatchObject({ source: 'bnm', isSimulated: false, stopped: null, at: openHours })
    for (const [code, value] of Object.entries(twd)) {
      const mid = Number(rates[code === 'CNY' ? 'RMB' : code]!.mid)
      expect(Math.abs(mid / (value * 1e9) - 1)).toBeLessThan(1e-4)
    }
    const { rows } = await harness.owner.query(
      `SELECT currency, second_source FROM app.currency_rates WHERE currency IN ('INR', 'JPY') ORDER BY currency`,
    )
    expect(rows).toEqual([
      { currency: 'INR', second_source: 'ecb' },
      { currency: 'JPY', second_source: 'bot' },
    ])
    expect((await quote('JPY')).body.data.quote).toMatchObject({ source: 'bnm', isSimulated: false })
  })

  test('that two banks disagree on are not quoted, with the reason', async () => {
    await read()
    answers.bot = send(botText({ VND: 0.001205 }), botHeaders())
    expect(await read(2_000)).toBe(8)
    expect(await stops()).toBe('VND apart')
    const refused = await quote('VND')
    expect([refused.http, refused.body.msg, refused.body.params]).toEqual([
      409,
      'currency.no-rate',
      { currency: 'VND' },
    ])
    expect((await quote('JPY')).http).toBe(200)

    answers.bot = good().bot
    for (let reading = 1; reading < 5; reading += 1) expect(await read(2_000)).toBe(8)
    expect(await read(2_000)).toBe(9)
    expect((await quote('VND')).http).toBe(200)
    const handlers = currencyExchangeConsoleHandlers({ db: harness.console })
    const events = await handlers.events({ currency: 'VND' }, { now: new Date() } as never)
    expect(events.ok && events.data.events.map(({ what, why }) => [what, why])).toEqual([
      ['resumed', null],
      ['stopped', 'apart'],
    ])
  })

  test('that stay away stop after the limit', async () => {
    await read()
    answers.bnm = (response) => response.writeHead(503).end()
    expect(await read(60_000)).toBe(9)
    expect(await read(1_000)).toBe(0)
    expect((await shown())['JPY']!.stopped).toBe('silent')
    expect((await quote('JPY')).body.msg).toBe('currency.no-rate')
    answers = { ...good(), bot: (response) => response.socket!.destroy(), ecb: (response) => response.end() }
    await read(1_000)
    expect((await shown())['JPY']!.stopped).toBe('alone')
  })

  test('stop being quoted when the worker that reads them is gone', async () => {
    await read()
    harness.clock.advance(61_000)
    expect((await shown())['HKD']!.stopped).toBe('silent')
    expect((await quote('HKD')).body.msg).toBe('currency.no-rate')
  })

  test('that jump in both banks at once are not quoted at once', async () => {
    await read()
    answers.bnm = send(bnmText({ JPY: 0.22 }))
    answers.bot = send(botText({ JPY: 0.22 }), botHeaders())
    await read(2_000)
    expect(await stops()).toBe('JPY jump')
  })

  const bnm = (change: (text: string) => string): Answer => send(change(bnmText()))
  const hostile: readonly (readonly [string, Bank, () => Answer, string])[] = [
    ['a page instead of rates', 'bnm', () => send('<html>maintenance</html>'), 'not JSON'],
    ['another shape', 'bnm', () => send('{"data":{"USD":31}}'), 'another shape'],
    [
      'a negative rate',
      'bnm',
      () => bnm((text) => text.replace(/"middle_rate":0\.\d+/, '"middle_rate":-1')),
      'not a rate',
    ],
    [
      'a rate of zero',
      'bnm',
      () => bnm((text) => text.replace(/"middle_rate":[\d.]+/, '"middle_rate":0')),
      'is zero',
    ],
    [
      'an exponent',
      'bnm',
      () => bnm((text) => text.replace(/"middle_rate":[\d.]+/, '"middle_rate":1e-9')),
      'not a rate',
    ],
    ['a currency twice', 'bnm', () => bnm((text) => text.replace('"HKD"', '"JPY"')), 'named twice'],
    ['a date long past', 'bnm', () => send(bnmText({}, { date: '2020-01-02' })), 'too old'],
    ['a date in the future', 'bnm', () => send(bnmText({}, { date: '2999-01-02' })), 'in the future'],
    ['no date', 'bot', () => send(botText()), 'no date'],
    [
      'a buying rate above the selling rate',
      'bot',
      () => send(botText().replace(/本行賣出,[\d.]+,[\d.]+/, '本行賣出,1,1'), botHeaders()),
      'bought for more',
    ],
    [
      'columns in another order',
      'bot',
      () => send(botText().replaceAll('本行買入', '本行'), botHeaders()),
      'another shape',
    ],
    ['an answer without end', 'bnm', () => send('x'.repeat(300_000)), 'too large'],
    [
      'a redirect',
      'bnm',
      () => (response) => response.writeHead(302, { location: '/bot' }).end(),
      'not reachable',
    ],
    [
      'an entity bomb',
      'ecb',
      () => send('<!DOCTYPE x [<!ENTITY a "aaaa">]><Cube>&a;&a;</Cube>'),
      'not the reference rates',
    ],
  ]
  test.each(hostile)('refuse %s whole and keep the last price', async (_name, bank, answer, why) => {
    await read()
    const before = await shown()
    answers[bank] = answer()
    lines.length = 0
    await read(2_000)
    expect(lines.join('\n')).toContain(why)
    const after = await shown()
    expect(Object.values(after).map(({ mid }) => mid)).toEqual(Object.values(before).map(({ mid }) => mid))
    // It goes on longer than the limit: nothing is quoted that the answer was needed for, and the page says why.
    await read(30_000)
    await read(31_000)
    const reason = bank === 'bnm' ? 'silent' : 'alone'
    const late = Object.entries(await shown()).filter(([, { stopped }]) => stopped !== null)
    expect(late.map(([, { stopped }]) => stopped)).toEqual(late.map(() => reason))
    expect(late.map(([currency]) => currency).toSorted()).toEqual(
      Object.keys(before)
        // The third bank has no rate of the New Taiwan dollar, so it needs the second.
        .filter((currency) => bank !== 'ecb' || currency === 'INR')
        .toSorted(),
    )
    if (bank !== 'ecb') expect((await quote('JPY')).body.msg).toBe('currency.no-rate')
    const { rows } = await harness.owner.query(
      'SELECT DISTINCT p.currency FROM app.currency_rate_points p JOIN app.currency_rates r USING (currency) WHERE p.mid <> r.mid',
    )
    expect(rows).toEqual([])
  })

  test('that come too late are not waited for', async () => {
    await read()
    const waiting: ServerResponse[] = []
    answers.bnm = (response) => void waiting.push(response)
    lines.length = 0
    await read(2_000)
    expect(lines.join('\n')).toContain('not reachable')
    for (const response of waiting) response.end(bnmText({ JPY: 9 }))
    expect(await stops()).toBe('')
  })
})

describe('the second source alone', () => {
  const handlers = () => currencyExchangeConsoleHandlers({ db: harness.console })
  const propose = (currency: Currency, reason = 'the first source is down') =>
    handlers().proposeBackup({ currency, reason }, {
      caller: harness.operators[0],
      now: harness.clock.now(),
      requestId: newId(),
    } as never)
  const board = async (currency: Currency) => {
    const answer = await handlers().board({}, { now: harness.clock.now() } as never)
    if (!answer.ok) throw new Error(answer.msg)
    return answer.data.rates.find((rate) => rate.currency === currency)!
  }
  const decide = async (currency: Currency): Promise<void> => {
    expect(
      await harness.vote(harness.operators[1], 'currency-backup', currency, 'approve', 'seen'),
    ).toBeNull()
    await harness.execute()
  }
  const silence = async (): Promise<void> => {
    await read()
    answers.bnm = (response) => response.writeHead(503).end()
    await read(61_000)
    expect(await stops()).toContain('HKD silent')
  }

  test('is quoted after two operators decided it, until the first agrees again', async () => {
    await silence()
    expect(await propose('HKD')).toMatchObject({ ok: true })
    expect(await propose('HKD')).toMatchObject({ ok: false, msg: 'proposal.open' })
    expect(await harness.vote(harness.operators[0], 'currency-backup', 'HKD', 'approve')).toBe(
      'review.same-person',
    )
    await harness.execute()
    expect(await read(1_000)).toBe(0)
    expect((await board('HKD')).proposal).toMatchObject({ by: 'Tester' })

    await decide('HKD')
    expect(await read(1_000)).toBe(1)
    const until = new Date(harness.clock.now().getTime() - 1_000 + 120 * 60_000).toISOString()
    expect((await shown())['HKD']).toMatchObject({
      source: 'bot',
      stopped: null,
      at: harness.clock.now().toISOString(),
      backupUntil: until,
    })
    expect((await shown())['JPY']).toMatchObject({ stopped: 'silent', backupUntil: null })
    expect(await board('HKD')).toMatchObject({
      first: { source: 'bnm', at: openHours },
      second: { source: 'bot' },
      isBackup: true,
      backup: { until },
      proposal: null,
    })
    expect((await quote('HKD')).body.data.quote).toMatchObject({ source: 'bot', isSimulated: false })
    expect(await propose('HKD')).toMatchObject({ ok: false, msg: 'currency.backup-not-needed' })

    answers.bnm = good().bnm
    for (let reading = 1; reading < 5; reading += 1) await read(2_000)
    expect((await shown())['HKD']).toMatchObject({ source: 'bot', stopped: null })
    await read(2_000)
    expect((await shown())['HKD']).toMatchObject({ source: 'bnm', stopped: null, backupUntil: null })
    expect(await board('HKD')).toMatchObject({ isBackup: false, backup: null, first: { source: 'bnm' } })
    const answer = await handlers().events({ currency: 'HKD' }, { now: new Date() } as never)
    expect(answer.ok && answer.data.events.slice(0, 4).map(({ what }) => what)).toEqual([
      'backup-ended',
      'resumed',
      'backup-began',
      'stopped',
    ])

    // Silent again: the decision was for that time.
    answers.bnm = (response) => response.writeHead(503).end()
    await read(61_000)
    expect((await shown())['HKD']).toMatchObject({ stopped: 'silent' })
  })

  test('stops when its time is over or it is silent too', async () => {
    await silence()
    expect(await propose('KRW')).toMatchObject({ ok: true })
    await decide('KRW')
    expect(await read(1_000)).toBe(1)
    answers.bot = (response) => response.writeHead(503).end()
    expect(await read(61_000)).toBe(0)
    expect((await shown())['KRW']).toMatchObject({ stopped: 'silent' })
    answers.bot = good().bot
    for (let reading = 1; reading < 5; reading += 1) expect(await read(2_000)).toBe(0)
    expect(await read(2_000)).toBe(1)
    expect(await read(120 * 60_000)).toBe(0)
    expect(await board('KRW')).toMatchObject({ stopped: 'silent', isBackup: false, backup: null })
    // The first member's session is over by now.
    const other = await harness.api.member()
    const asked = { pay: 'TWD', get: 'KRW', amount: '3000000' }
    const refused = await other.client.call('/currency-exchange/quote', asked, { key: true })
    expect(refused.body.msg).toBe('currency.no-rate')
  })

  test('is neither proposed nor begun for a quoted currency', async () => {
    await read()
    expect(await propose('THB')).toMatchObject({ ok: false, msg: 'currency.backup-not-needed' })
    answers.bot = send(botText({ THB: 0.96 }), botHeaders())
    await read(2_000)
    expect(await stops()).toBe('THB apart')
    expect(await propose('THB', '')).toMatchObject({ ok: false, msg: 'proposal.why' })
    expect(await propose('THB')).toMatchObject({ ok: true })
    answers.bot = good().bot
    for (let reading = 1; reading <= 5; reading += 1) await read(2_000)
    expect(await stops()).toBe('')
    await decide('THB')
    expect(await board('THB')).toMatchObject({ backup: null, proposal: null })
    await read(2_000)
    expect((await shown())['THB']).toMatchObject({ source: 'bnm', backupUntil: null })
  })

  test('needs both votes, whatever the worker writes', async () => {
    await silence()
    const proposed = await propose('VND')
    if (!proposed.ok) throw new Error(proposed.msg)
    const now = harness.clock.now()
    await expect(
      harness.worker.query('SELECT app.begin_currency_backup($1, $2)', [proposed.data.reviewId, now]),
    ).rejects.toThrow('is not approved by two operators')
    await expect(
      harness.worker.query(
        `INSERT INTO app.currency_backups (review_id, currency, source, began_at, until)
         VALUES ($1, 'VND', 'bot', $2, $2::timestamptz + interval '1 hour')`,
        [proposed.data.reviewId, now],
      ),
    ).rejects.toThrow('permission denied')
    const { rows } = await harness.owner.query<{ review_id: string }>(
      `SELECT review_id FROM app.currency_backups WHERE currency = 'HKD' LIMIT 1`,
    )
    await expect(
      harness.worker.query('UPDATE app.currency_rates SET backup_id = $1 WHERE currency = $2', [
        rows[0]!.review_id,
        'VND',
      ]),
    ).rejects.toThrow('no running decision')
    // Nor does a decision last beyond its end, whether or not the worker ends it.
    await harness.owner.query(
      `UPDATE app.currency_backups SET ended_at = NULL, began_at = now() - interval '1 hour', until = now() - interval '10 minutes'
       WHERE review_id = $1`,
      [rows[0]!.review_id],
    )
    await harness.owner.query('UPDATE platform.clock_bound SET seconds = 60')
    try {
      await expect(
        harness.worker.query(
          `UPDATE app.currency_rates r SET backup_id = b.review_id, source = b.source
           FROM app.currency_backups b WHERE b.review_id = $1 AND r.currency = b.currency`,
          [rows[0]!.review_id],
        ),
      ).rejects.toThrow('no running decision')
    } finally {
      await harness.owner.query('UPDATE platform.clock_bound SET seconds = 2000000000')
      await harness.owner.query('UPDATE app.currency_backups SET ended_at = until WHERE ended_at IS NULL')
    }
  })
})
