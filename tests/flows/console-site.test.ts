// Rules and site settings, changed by two: at once where no member pays more, announced seven days ahead where one
// does, stopped before they take effect, read by api and worker without a restart.

import { rulebook } from '@fairlot/rules/site'
import { fixedClock, openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import type { RunningWorker } from '../../apps/server/src/roles/worker.ts'
import {
  type ConsoleBrowser,
  type ConsoleHarness,
  consoleOrigin,
  startConsoleHarness,
  type TestOperator,
} from './support/console-harness.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'

const dayMs = 86_400_000
const clock = fixedClock(new Date())

let database: TestDatabase
let api: TestApi
let office: ConsoleHarness
let worker: RunningWorker
let first: TestOperator
let second: TestOperator

beforeAll(async () => {
  database = await openTestDatabase()
  api = await startTestApi({ database, clock })
  office = await startConsoleHarness({ database, clock, config: api.config })
  worker = await office.startWorker()
  first = await office.operator('admin')
  second = await office.operator('admin')
})
afterAll(async () => {
  await office?.stop()
  await api?.stop()
  await database?.close()
})

const why = { tw: '降低成本', en: 'To make it cheaper' }
const proposeRule = (rule: string, value: number, over: object = {}) =>
  first.browser.ask('/site/proposeRule', { rule, value, notBefore: null, why, ...over })

/** The second person approves what is shown to them; returns the worker's outcome. */
async function approve(reviewId: string): Promise<string> {
  const seen = await second.browser.ask('/operators/review', { reviewId })
  const voted = await second.browser.ask('/operators/vote', {
    reviewId,
    decision: 'approve',
    payloadHash: seen.body.data.payloadHash,
    note: 'seen',
  })
  expect(voted.body.msg).toBe('')
  let outcome: string | null = null
  await until('the worker to execute it', async () => {
    const { body } = await second.browser.ask('/operators/review', { reviewId })
    expect(body.data.trouble).toBeNull()
    outcome = body.data.outcome
    return outcome !== null
  })
  return outcome!
}

const memberRule = async (id: string) => {
  const { body } = await api.client().call('/site/rules', {})
  return body.data.rules.find(({ rule }: { rule: string }) => rule === id)
}
const bookedRule = async (id: string) => {
  const { body } = await first.browser.ask('/site/ruleBook')
  return body.data.rules.find(({ rule }) => rule === id)!
}
const pairs = async (): Promise<Readonly<Record<string, string>>> => {
  const { body } = await api.client().call('/common/config', { type: 'all' })
  return Object.fromEntries(
    body.data.map(({ name, value }: { name: string; value: string }) => [name, value]),
  )
}
/** A night ends every operator session. */
async function pass(ms: number): Promise<void> {
  clock.advance(ms)
  for (const { browser, ...who } of [first, second]) await office.signIn(who, browser)
}

describe('a rule change', () => {
  test('is refused with its reason when invalid', async () => {
    for (const [rule, value, over, msg] of [
      ['no.such', 1, {}, 'rule.not-found'],
      ['login.password.min', 9, {}, 'rule.fixed'],
      ['tax.stock', 3_000, {}, 'rule.fixed'],
      ['fee.brokerage', 1_426, {}, 'rule.bounds'],
      ['fee.brokerage', 1_425, {}, 'rule.same'],
      ['deposit.opens', 1_200, {}, 'rule.order'],
      ['fee.brokerage', 1_000, { notBefore: '2020-01-01' }, 'rule.date'],
      ['fee.brokerage', 1_000, { notBefore: '2099-01-01' }, 'rule.date'],
      ['fee.brokerage', 1_000, { why: { tw: '', en: 'x' } }, 'proposal.why'],
    ] as const) {
      const { body } = await proposeRule(rule, value, over)
      expect(body.msg, `${rule} ${value}`).toBe(msg)
    }
    const { body } = await first.browser.ask('/site/ruleBook')
    expect(body.data.rules.every(({ proposal }) => proposal === null)).toBe(true)
    expect(body.data.rules).toHaveLength(rulebook.length)
  })

  test('that costs no member more takes effect with the second approval', async () => {
    const proposed = await proposeRule('fee.brokerage', 1_000)
    expect(proposed.body.msg).toBe('')
    const { reviewId } = proposed.body.data
    expect((await proposeRule('fee.brokerage', 900)).body.msg).toBe('proposal.open')
    expect(await bookedRule('fee.brokerage')).toMatchObject({
      value: 1_425,
      proposal: { reviewId, value: 1_000, by: 'Operator op.1' },
    })
    expect((await memberRule('fee.brokerage')).value).toBe(1_425)
    const before = (await api.client().call('/site/rules', {})).body.data.version

    expect(await approve(reviewId)).toBe('passed')
    expect(await memberRule('fee.brokerage')).toMatchObject({
      value: 1_000,
      history: [{ value: 1_000, reason: why.tw, reasonEn: why.en, stoppedAt: null }],
    })
    const booked = await bookedRule('fee.brokerage')
    expect(booked).toMatchObject({ value: 1_000, starting: 1_425, proposal: null })
    expect(booked.changes[0]?.by).toEqual(['Operator op.1', 'Operator op.2'])
    const after = await first.browser.ask('/site/ruleBook')
    expect(after.body.data.version).not.toBe(before)
    expect((await api.client().call('/site/rules', {})).body.data.version).toBe(after.body.data.version)

    const notices = await api.client().call('/notices/siteList', {})
    expect(JSON.stringify(notices.body.data)).toContain('手續費')
    const audited = await office.owner.query(
      `SELECT FROM audit.entries WHERE action = 'site.rule-announced' AND subject = 'rule:fee.brokerage'`,
    )
    expect(audited).toHaveLength(1)
  })

  test('that costs more waits seven days and can be stopped', async () => {
    const raised = await proposeRule('fee.brokerage', 1_425)
    expect(await approve(raised.body.data.reviewId)).toBe('passed')
    const [announced] = (await bookedRule('fee.brokerage')).changes
    const holdsFrom = new Date(announced!.holdsFrom)
    expect(holdsFrom.getTime() - clock.now().getTime()).toBeGreaterThan(7 * dayMs - 60_000)
    expect(holdsFrom.getUTCHours()).toBe(21)
    expect((await memberRule('fee.brokerage')).value).toBe(1_000)
    expect((await proposeRule('fee.brokerage', 1_200)).body.msg).toBe('rule.announced')

    const line = await proposeRule('margin.line', 1_000_000_000)
    expect(await approve(line.body.data.reviewId)).toBe('passed')
    const { changeId } = (await bookedRule('margin.line')).changes[0]!
    expect((await first.browser.ask('/site/proposeRuleStop', { changeId: '999999', why })).body.msg).toBe(
      'rule.not-found',
    )
    const stop = await first.browser.ask('/site/proposeRuleStop', { changeId, why })
    expect((await bookedRule('margin.line')).proposal).toMatchObject({ value: null })
    expect(await approve(stop.body.data.reviewId)).toBe('passed')
    expect((await first.browser.ask('/site/proposeRuleStop', { changeId, why })).body.msg).toBe(
      'rule.too-late',
    )
    expect((await memberRule('margin.line')).history[0].stoppedAt).not.toBeNull()

    await pass(9 * dayMs)
    expect(await memberRule('fee.brokerage')).toMatchObject({ value: 1_425 })
    expect((await bookedRule('fee.brokerage')).value).toBe(1_425)
    expect((await memberRule('margin.line')).value).toBe(5_000_000_000)
    // A stopped change may be proposed again.
    expect((await proposeRule('margin.line', 2_000_000_000)).body.msg).toBe('')
  })

  test('cannot be written to the database without two approvals', async () => {
    const { reviewId } = (await proposeRule('sell.lockMinutes', 10)).body.data
    const insert = (value: number, review: string | null) =>
      worker.runtime.db.query(
        `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second,
           review_id) VALUES ('sell.lockMinutes', $1, now(), now(), 'x', 'operator:1', 'operator:2', $2)`,
        [value, review],
      )
    await expect(insert(10, null)).rejects.toThrow('without a review')
    // Proposed, and not yet approved by a second person.
    await expect(insert(10, reviewId)).rejects.toThrow('not what two people approved')
    await expect(
      office.console.runtime.db.query(
        `INSERT INTO app.rule_values (rule, value) VALUES ('fee.brokerage', 0)`,
      ),
    ).rejects.toThrow('permission denied')
    expect(await approve(reviewId)).toBe('passed')
    await expect(insert(11, reviewId)).rejects.toThrow('not what two people approved')
  })
})

describe('the site settings', () => {
  const propose = (name: string, value: string, over: object = {}) =>
    first.browser.ask('/site/proposeConfig', { name, value, why: 'a new name', ...over })

  test('title and menu change with the second approval, without a restart', async () => {
    for (const [name, value, msg] of [
      ['no_such', 'x', 'site.unknown'],
      ['market_mode', 'live', 'site.unknown'],
      ['title', '', 'site.value'],
      ['title', 'Fairlot', 'site.same'],
      ['menu', 'home', 'site.value'],
      ['logo', 'site/logo/x.webp', 'site.logo'],
    ] as const) {
      expect((await propose(name, value)).body.msg, name).toBe(msg)
    }
    expect((await propose('title', 'Harbour', { why: '' })).body.msg).toBe('proposal.why')
    // An unpaired surrogate is stored as the replacement character and breaks nothing.
    const half = await propose('support_contact', 'harness \ud800')
    expect(half.body.msg).toBe('')
    const proposed = await propose('title', 'Harbour')
    expect((await propose('title', 'Other')).body.msg).toBe('proposal.open')
    expect((await pairs())['title']).toBe('Fairlot')
    expect(await approve(proposed.body.data.reviewId)).toBe('passed')
    expect((await pairs())['title']).toBe('Harbour')
    const menu = await propose('menu', 'home,market,mine')
    expect(await approve(menu.body.data.reviewId)).toBe('passed')
    expect((await pairs())['menu']).toBe('home,market,mine')

    const { body } = await first.browser.ask('/site/siteConfig')
    const title = body.data.pairs.find(({ name }) => name === 'title')!
    expect(title).toMatchObject({ value: 'Harbour', proposal: null })
    expect(title.history[0]).toMatchObject({
      before: 'Fairlot',
      after: 'Harbour',
      by: ['Operator op.1', 'Operator op.2'],
    })
  })

  test('a logo is cleaned, approved and served byte for byte', async () => {
    const raw = await sharp({
      create: { width: 512, height: 400, channels: 4, background: { r: 40, g: 60, b: 200, alpha: 0.5 } },
    })
      .withExif({ IFD0: { Copyright: 'SECRET-EXIF' } })
      .png()
      .toBuffer()
    expect((await sendPicture(first.browser, Buffer.from('not a picture'), 'image/png')).msg).toBe(
      'site.logo',
    )
    const cleaned = await sendPicture(first.browser, raw, 'image/png')
    expect(cleaned.msg).toBe('')
    const { image, width } = cleaned.data as { image: string; width: number }
    expect(width).toBe(256)
    expect(Buffer.from(image, 'base64').includes('SECRET-EXIF')).toBe(false)

    expect((await propose('logo', '', { image: 'bm90IGEgcGljdHVyZQ==' })).body.msg).toBe('site.logo')
    expect((await propose('title', 'x', { image })).body.msg).toBe('site.logo')
    const proposed = await propose('logo', '', { image })
    expect(proposed.body.msg).toBe('')
    const shown = (await second.browser.ask('/site/siteConfig')).body.data
    expect(shown.logo).toBeNull()
    expect(shown.proposedLogo).not.toBeNull()
    expect(await approve(proposed.body.data.reviewId)).toBe('passed')

    const { logo } = await pairs()
    expect(logo).toMatch(/^site\/logo\/[0-9a-f]{64}\.webp$/)
    const response = await fetch(`${api.base}/api/${logo}`)
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('image/webp')
    expect(response.headers.get('cache-control')).toContain('immutable')
    const bytes = Buffer.from(await response.arrayBuffer())
    expect(bytes.toString('base64')).toBe(shown.proposedLogo)
    const found = await sharp(bytes).metadata()
    expect(found).toMatchObject({ format: 'webp', width: 256, height: 200, hasAlpha: true })
    for (const name of ['x', `${'0'.repeat(64)}.webp`, '..%2f..%2fetc%2fpasswd']) {
      expect((await fetch(`${api.base}/api/site/logo/${name}`)).status).toBe(404)
    }
    const bundled = await propose('logo', '')
    expect(await approve(bundled.body.data.reviewId)).toBe('passed')
    expect((await pairs())['logo']).toBe('')
  })
})

async function sendPicture(browser: ConsoleBrowser, bytes: Buffer, type: string) {
  const response = await fetch(`${browser.base}/api/console/site/cleanLogo`, {
    method: 'POST',
    headers: {
      'content-type': type,
      origin: consoleOrigin,
      'sec-fetch-site': 'same-origin',
      'x-forwarded-for': browser.ip,
      cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      'x-xsrf-token': browser.cookies.get('__Host-console-XSRF') ?? '',
    },
    body: new Uint8Array(bytes),
  })
  return (await response.json()) as { msg: string; data: unknown }
}
