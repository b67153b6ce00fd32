// Requests generated from the OpenAPI documents of both APIs, sent by callers of every kind: valid ones, faulty ones,
// and payloads that are no request at all. None gets a 5xx or leaks internal text, every response fits its schema, and
// a refused request has changed nothing. 1,000 in CI; FAIRLOT_PROVE=1 sends 25,000 and writes evidence/fuzz.json.

import { randomUUID } from 'node:crypto'
import { seededRandom } from '@fairlot/testkit'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { catalogue } from '../../packages/contract/src/catalogue/codes.ts'
import { consoleCatalogue } from '../../packages/contract/src/catalogue/console.ts'
import { type ApiCaller, type ApiRoute, type BothApis, openBothApis, type Sent } from './support/both-apis.ts'
import { type ChangeWatch, watchChanges } from './support/change-watch.ts'
import { writeEvidence } from './support/evidence.ts'
import { fundPassword, holder } from './support/fund-harness.ts'
import { picture } from './support/pictures.ts'
import { RequestMaker } from './support/request-maker.ts'
import { agreementVersion, signInAgain } from './support/start-test-api.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const requests = isWhole ? 25_000 : 1_000
const seed = 20_261_115
const atOnce = 10
const batch = 250

let both: BothApis
let watch: ChangeWatch
let maker: RequestMaker

/**
 * Rows a refusal may leave: the attempt, the response under its key, and the fees in force, which the first order of any member
 * stores under their hash. Anything else is an effect.
 */
const mayCount = new Set([
  'app.terms',
  'platform.idempotency_keys',
  'app.credential_failures',
  'app.sign_ins',
  'app.sessions',
  'app.challenges',
  'app.operator_tries',
  'app.operator_sessions',
  'app.operator_challenges',
  'audit.unlinked',
])
/** Audit rows of a refused attempt. */
const ofTries = /refused|failed|locked|wrong/
const ofTheDoor = new Set(['audit.unlinked'])

/** Values by field name. Responses add to it, so that later requests use what earlier ones created. */
const known = new Map<string, unknown[]>()
const ids: string[] = []
function learn(name: string, value: unknown): void {
  const values = known.get(name) ?? []
  if (values.length >= 60 || values.includes(value)) return
  values.push(value)
  known.set(name, values)
}
const alsoCalled: Readonly<Record<string, readonly string[]>> = {
  next: ['before', 'after'],
  nextBefore: ['before'],
  version: ['agreementVersion'],
  hash: ['terms'],
  uploadId: ['front', 'back', 'receipt'],
  id: ['group', 'alert'],
}
const worthKeeping = /Id$|^(id|next|nextBefore|version|hash|payloadHash|number|symbol)$/
function learnFrom(data: unknown): void {
  if (typeof data !== 'object' || data === null) return
  for (const [name, value] of Object.entries(data)) {
    if (typeof value === 'string' && worthKeeping.test(name)) {
      for (const also of [name, ...(alsoCalled[name] ?? [])]) learn(also, value)
      if (name.endsWith('Id') && ids.length < 400) ids.push(value)
    } else learnFrom(value)
  }
}

beforeAll(async () => {
  both = await openBothApis()
  const { rich, fresh } = both.members
  for (const [name, value] of [...Object.entries(both.things.rich), ...Object.entries(both.things.other)]) {
    learn(name, value)
    ids.push(value)
  }
  const samples: Readonly<Record<string, readonly unknown[]>> = {
    symbol: ['2330', '2317', '0050', '9999'],
    symbols: ['2330'],
    account: [rich.account, fresh.account, '0900000001'],
    password: [rich.password, fresh.password],
    loginPassword: [rich.password, fresh.password],
    oldPassword: [rich.password],
    fundPassword: [fundPassword, '111111'],
    oldFundPassword: [fundPassword],
    code: ['123456'],
    currency: ['TWD', 'USD', 'INR'],
    asset: ['TWD', '2330'],
    amount: ['500000', '100000', '1'],
    price: [60_000, 59_900],
    quantity: [1_000, 2_000],
    trigger: [50_000],
    invitationCode: ['FAIRLOT'],
    agreementVersion: [await agreementVersion(fresh.client)],
    holder: [holder],
    bankCode: ['812', '004'],
    number: ['123456789012', 'A123456789'],
    birthDate: ['1990-05-17'],
    name: ['林書安', 'mine'],
    statement: ['This was not me, please look at it again.'],
    channelId: ['01980000-0000-7000-8000-0000000000c1'],
    text: [rich.account, both.things.rich['orderId']!, '2330'],
    login: both.operators.map(({ login }) => login),
    purpose: ['Checking the name on the receipt'],
    reason: ['Because of what the bank wrote'],
    why: ['Because of what the bank wrote'],
    note: ['seen', ''],
    operatorId: both.operators.map(({ operatorId }) => operatorId),
    date: ['2026-11-17'],
    expiresOn: ['2026-11-20'],
  }
  for (const [name, values] of Object.entries(samples)) for (const value of values) learn(name, value)
  maker = new RequestMaker(seededRandom(seed), { of: (name) => known.get(name) ?? [], ids })
  watch = await watchChanges(both.harness.owner)
})
afterAll(() => both?.stop())

/** A call that hashes a password costs as much as a hundred others. */
const weightOf = ({ route }: ApiRoute): number =>
  route.rateLimit === 'credential' || route.rateLimit === 'register'
    ? 0.08
    : route.takes === 'image'
      ? 0.3
      : 1

/** A valid body of these ends the caller's own session, and every later request would be refused. */
const endsHere = new Set(['/auth/signOut', '/operators/signOut', '/auth/changePassword'])

interface Try extends Sent {
  readonly at: ApiRoute
  readonly caller: ApiCaller
  readonly requestId: string
}

let pictures: readonly Uint8Array<ArrayBuffer>[] = []
const usedKeys: string[] = []

function newTry(total: number, weights: readonly number[]): Try {
  let left = maker.random() * total
  const at = both.routes[weights.findIndex((weight) => (left -= weight) < 0)]!
  const caller = maker.pick(both.callers.filter(({ api }) => api === at.api))
  const requestId = randomUUID()
  const dice = maker.random()
  const key = newKey(at.route.idempotent === true)
  const base = { at, caller, requestId, key }
  if (at.route.takes === 'image' && dice < 0.7)
    return { ...base, raw: maker.pick(pictures), type: maker.pick(['image/jpeg', 'image/png']) }
  if (dice < 0.06) return { ...base, ...maker.garbage() }
  const right = maker.make(at.body)
  const isSpoiled = dice < 0.36 || endsHere.has(at.route.path)
  const raw = JSON.stringify(isSpoiled ? maker.spoil(right) : right) ?? ''
  if (dice > 0.97)
    return {
      ...base,
      raw,
      headers: maker.pick([{ 'x-xsrf-token': 'x' }, { origin: 'https://evil.example' }]),
    }
  return { ...base, raw }
}

function newKey(isWanted: boolean): string | undefined {
  const dice = maker.random()
  if (!isWanted) return dice < 0.1 ? randomUUID() : undefined
  if (dice < 0.04) return maker.pick(['', 'short', 'x'.repeat(200), 'with space in it'])
  if (dice < 0.1 && usedKeys.length > 0) return maker.pick(usedKeys)
  const key = randomUUID()
  usedKeys.push(key)
  return key
}

const ours =
  /node_modules|\.ts:\d|\bat \w+ \(|Error:|SELECT |INSERT |relation "|violates|duplicate key|syntax error|ECONN/

/** Returns undefined when the response is valid. */
function wrongWith(
  { at: { api, route } }: Try,
  http: number,
  type: string,
  text: string,
): string | undefined {
  if (http >= 500) return `answered ${http}`
  if (route.gives === 'file' && http === 200 && !type.startsWith('application/json')) return undefined
  if (ours.test(text)) return 'leaks internal text'
  let answer: { status?: number; msg?: string; data?: unknown }
  try {
    answer = JSON.parse(text) as typeof answer
  } catch {
    return 'is no JSON'
  }
  const { status, msg = '', data } = answer
  if (http === 200) {
    if (status !== 1) return `status ${status} with 200`
    const parsed = z.safeParse(route.data, data)
    if (!parsed.success) return `does not fit its schema: ${z.prettifyError(parsed.error)}`
    learnFrom(data)
    return undefined
  }
  const entry = { ...catalogue, ...(api === 'console' ? consoleCatalogue : {}) }[
    msg as keyof typeof catalogue
  ]
  if (entry === undefined) return `refuses with ${msg}, which is not in the catalogue`
  if (status !== http || entry.status !== http) return `refuses with ${msg} and ${http}`
  return data === null ? undefined : 'refuses with data'
}

interface Outcome {
  readonly tried: Try
  readonly http: number
  readonly msg: string
}

test(
  `${requests} random requests get no 5xx, and refused ones change nothing`,
  { timeout: 1_800_000 },
  async () => {
    const began = performance.now()
    pictures = [await picture(), await picture('png'), await picture('jpeg', 200, 100)]
    const weights = both.routes.map(weightOf)
    const total = weights.reduce((sum, weight) => sum + weight, 0)
    const problems = new Map<string, string>()
    const statuses: Record<string, number> = {}
    const succeeded = new Set<string>()
    const refusals = new Set<string>()
    const alone = new Set<string>()
    const refusedOrders = new Set<string>()
    const takenOrders = new Set<string>()
    /** A refused sign-in is recorded after its response, so the row may appear during a later batch. */
    const answered = new Map<string, Outcome>()
    let [effects, sent] = [0, 0]

    const send = async (tried: Try): Promise<Outcome> => {
      const response = await tried.caller.send(tried.at.route.path, tried)
      const type = response.headers.get('content-type') ?? ''
      const text = await response.text()
      const wrong = wrongWith(tried, response.status, type, text)
      const msg = /"msg":"([^"]*)"/.exec(text)?.[1] ?? ''
      if (wrong !== undefined) {
        const { at, caller, raw, requestId } = tried
        // One example of each is enough to fix it.
        const what = `${at.route.path}: ${wrong}`
        if (!problems.has(what))
          problems.set(
            what,
            `as ${caller.name}\n  sent ${String(raw).slice(0, 300)}\n  got ${text.slice(0, 200)}\n  ${problemOf(requestId)}`,
          )
      }
      statuses[response.status] = (statuses[response.status] ?? 0) + 1
      const name = `${tried.at.api} ${tried.at.route.path}`
      if (response.status === 200) succeeded.add(name)
      else refusals.add(msg)
      if (tried.at.route.rateLimit === 'order' || tried.at.route.rateLimit === 'close') {
        const orders = [...String(tried.raw).matchAll(/"(?:orderId|newOrderId|conditionalId)":"([^"]+)"/g)]
        for (const [, id] of orders) (response.status === 200 ? takenOrders : refusedOrders).add(id!)
      }
      return { tried, http: response.status, msg }
    }

    await watch.take()
    while (sent < requests && problems.size < 40) {
      const waiting = Array.from({ length: Math.min(batch, requests - sent) }, () => newTry(total, weights))
      sent += waiting.length
      const done = new Map<string, Outcome>()
      const lane = async (): Promise<void> => {
        for (let tried = waiting.shift(); tried; tried = waiting.shift())
          done.set(tried.requestId, await send(tried))
      }
      await Promise.all(Array.from({ length: atOnce }, lane))
      for (const [requestId, outcome] of done) answered.set(requestId, outcome)
      const changes = await watch.take()
      // A token without its cookie is recorded by the gate, before a request has an id.
      const isNotedAtTheDoor = changes.some(
        ({ requestId, action }) => requestId === '' && action !== null && ofTries.test(action),
      )
      for (const { requestId, table, action } of changes) {
        const by = answered.get(requestId)
        if (!by) {
          // A request from outside the run: its members signing in again.
          if (requestId !== '') continue
          const writers = aloneBy[table]
          const isExplained = [...done.values()].some(
            ({ http, tried }) => http === 200 && writers?.test(tried.at.route.path),
          )
          const isOfTheDoor =
            isNotedAtTheDoor && (action === null ? ofTheDoor.has(table) : ofTries.test(action))
          if (!isExplained && !isOfTheDoor && !always.test(table)) alone.add(table)
          continue
        }
        if (by.http === 200) effects += 1
        else if (table === 'audit.entries' ? !ofTries.test(action!) : !mayCount.has(table))
          problems.set(
            `${by.tried.at.route.path}: refused with ${by.msg}, and wrote ${table} ${action ?? ''}`,
            `as ${by.tried.caller.name}\n  sent ${String(by.tried.raw).slice(0, 300)}`,
          )
      }
      for (const member of [both.members.rich, both.members.fresh])
        if ((await member.client.call('/members/profile')).http === 401) await signInAgain(member)
    }
    const seconds = (performance.now() - began) / 1_000

    expect([...problems].map((problem) => problem.join(' '))).toEqual([])
    expect([...alone].toSorted()).toEqual([])
    const made = await both.harness.owner.query<{ id: string }>(
      'SELECT id FROM app.orders WHERE id::text = ANY ($1)',
      [[...refusedOrders].filter((id) => !takenOrders.has(id) && !known.get('orderId')!.includes(id))],
    )
    expect(made).toEqual([])
    expect(await requestBreaches(both.fund.api.database)).toEqual([])
    expect(effects).toBeGreaterThan(requests / 50)
    console.log(
      `${sent} requests in ${seconds.toFixed(1)} s: ${JSON.stringify(statuses)}; ${succeeded.size} of ${both.routes.length} routes succeeded, ${refusals.size} refusals, ${effects} rows by successes`,
    )
    if (isWhole)
      writeEvidence('fuzz', {
        requests: sent,
        seconds: Math.round(seconds),
        routes: both.routes.length,
        routesThatSucceeded: succeeded.size,
        callers: both.callers.map(({ api, name }) => `${api}: ${name}`),
        answers: statuses,
        refusals: refusals.size,
        rowsWrittenBySuccesses: effects,
        rowsWrittenByRefusals: 0,
        faults: problems.size,
        seed,
      })
  },
)

/**
 * A statement outside a transaction names no request. These tables are written so, each by a successful call to one of
 * these routes in the same batch.
 */
const aloneBy: Readonly<Record<string, RegExp>> = {
  'app.challenges': /^\/auth\/(begin|signIn)/,
  'app.favourite_groups': /^\/favourites\//,
  'app.favourites': /^\/favourites\//,
  'app.price_alerts': /^\/favourites\//,
  'app.margin_calls': /^\/positions\/seeCall$/,
  'app.saved_screens': /^\/market\/removeScreen$/,
  'app.chart_settings': /^\/market\/saveChartSettings$/,
  'app.saved_views': /View$/,
  'app.feed_tickets': /^\/market\/openFeed$/,
  'app.instrument_view_counts': /^\/stock\/recordView$/,
  'app.instrument_views': /^\/stock\/recordView$/,
  'app.uploads': /^\/uploads\/image$/,
}
/**
 * Last-seen times, heartbeats, the terms in force, which the first reader stores under their hash, and orders, which are
 * accepted in groups and checked above.
 */
const always =
  /^(app\.(sessions|sign_ins|operator_sessions|terms|orders|order_\w+)|status\.(heartbeats|service_levels)|exchange\.\w+|ledger\.\w+)$/

const problemOf = (requestId: string): string =>
  [...both.fund.api.logLines, ...both.harness.logLines]
    .findLast((line) => line.includes('"err"') && line.includes(requestId))
    ?.slice(0, 700) ?? ''
