// The members' API and the console's on one database, during bank hours: members with one of every kind of object,
// operators of every role, and one way to send a request as any of them. Routes and schemas come from the servers' own
// descriptions.

import { randomUUID } from 'node:crypto'
import { type ConsoleRoute } from '../../../packages/contract/src/console-route.ts'
import { consoleRoutes } from '../../../packages/contract/src/console-routes.ts'
import { operatorRoles } from '../../../packages/contract/src/operators/index.ts'
import type { Route } from '../../../packages/contract/src/route.ts'
import { memberRoutes } from '../../../packages/contract/src/routes.ts'
import { setRestriction } from '../../../apps/server/src/features/members/index.ts'
import { sendNotice } from '../../../apps/server/src/features/notices/index.ts'
import { takeUpload } from '../../../apps/server/src/features/uploads/index.ts'
import {
  type ConsoleBrowser,
  type ConsoleHarness,
  consoleOrigin,
  startConsoleHarness,
  type TestOperator,
} from './console-harness.ts'
import { type FundHarness, fundPassword, openFundHarness } from './fund-harness.ts'
import { upload } from './pictures.ts'
import type { JsonSchema } from './request-maker.ts'
import { seedMarket } from './seed-market.ts'
import type { TestMember } from './start-test-api.ts'
import type { TestClient } from './test-client.ts'
import { insertTrade } from './traded-rows.ts'

export type Api = 'member' | 'console'
export type AnyRoute = (Route | ConsoleRoute) & { readonly takes?: 'image'; readonly gives?: 'file' }

export interface ApiRoute {
  readonly api: Api
  readonly route: AnyRoute
  /** The body's schema, from its server's OpenAPI document. */
  readonly body: JsonSchema
}

export interface Sent {
  readonly raw: string | Uint8Array<ArrayBuffer>
  readonly type?: string
  readonly key?: string | undefined
  readonly requestId?: string
  readonly headers?: Readonly<Record<string, string>>
}

export interface ApiCaller {
  readonly name: string
  readonly api: Api
  send(path: string, sent: Sent): Promise<Response>
}

/** Ids of one member's objects, by their field name in a request body. */
export type Belongings = Readonly<Record<string, string>>

export interface BothApis {
  readonly fund: FundHarness
  readonly harness: ConsoleHarness
  readonly routes: readonly ApiRoute[]
  readonly callers: readonly ApiCaller[]
  readonly operators: readonly TestOperator[]
  /** Two verified members with one of every kind of object, a new member, and a frozen one. */
  readonly members: {
    readonly rich: TestMember
    readonly other: TestMember
    readonly fresh: TestMember
    readonly frozen: TestMember
  }
  readonly things: { readonly rich: Belongings; readonly other: Belongings }
  stop(): Promise<void>
}

export async function openBothApis(): Promise<BothApis> {
  const fund = await openFundHarness()
  const harness = await startConsoleHarness({
    database: fund.api.database,
    clock: fund.clock,
    config: fund.api.config,
  })
  await seedMarket(fund.api.db)
  await fund.api.db.query('SELECT app.seed_practice_channels($1)', [fund.clock.now()])
  const rich = await fund.member()
  const other = await fund.member()
  const fresh = await fund.api.member()
  const frozen = await fund.api.member()
  await fund.api.db.transaction((tx) =>
    setRestriction(tx, {
      memberId: frozen.memberId,
      kind: 'frozen',
      reason: 'identity-doubt',
      operators: ['op-1', 'op-2'],
      now: fund.clock.now(),
      requestId: randomUUID(),
    }),
  )
  const things = { rich: await furnish(fund, rich, 11), other: await furnish(fund, other, 12) }
  const operators: TestOperator[] = []
  for (const role of operatorRoles) operators.push(await harness.operator(role))
  const guest = fund.api.client()
  const callers: ApiCaller[] = [
    { name: 'guest', api: 'member', send: asPhone(guest) },
    { name: 'fresh member', api: 'member', send: asPhone(fresh.client) },
    { name: 'verified member', api: 'member', send: asPhone(rich.client) },
    { name: 'frozen member', api: 'member', send: asPhone(frozen.client) },
    { name: 'guest', api: 'console', send: asBrowser(harness.browser()) },
    ...operatorRoles.map((name, n): ApiCaller => ({
      name,
      api: 'console',
      send: asBrowser(operators[n]!.browser),
    })),
  ]
  return {
    fund,
    harness,
    operators,
    callers,
    members: { rich, other, fresh, frozen },
    things,
    routes: [
      ...(await routesOf('member', `${fund.api.base}/api/docs/openapi.json`, '/api/vue', memberRoutes)),
      ...(await routesOf('console', `${harness.base}/api/docs/openapi.json`, '/api/console', consoleRoutes)),
    ],
    async stop() {
      await harness.stop()
      await fund.stop()
    },
  }
}

interface OpenApi {
  readonly paths: Readonly<
    Record<
      string,
      {
        readonly post?: {
          readonly requestBody?: { readonly content: Readonly<Record<string, { schema: JsonSchema }>> }
        }
      }
    >
  >
}

async function routesOf(api: Api, url: string, base: string, tables: object): Promise<readonly ApiRoute[]> {
  const document = (await (await fetch(url)).json()) as OpenApi
  return Object.values(tables).flatMap((table: Readonly<Record<string, AnyRoute>>) =>
    Object.values(table).map((route) => {
      const described = document.paths[base + route.path]?.post
      if (!described) throw new Error(`${base}${route.path} is in the table and not in the OpenAPI document`)
      return { api, route, body: described.requestBody?.content['application/json']?.schema ?? {} }
    }),
  )
}

const asPhone =
  (client: TestClient): ApiCaller['send'] =>
  (path, { raw, type = 'application/json', key, requestId, headers }) =>
    client.fetch(path, undefined, {
      raw,
      ...(key === undefined ? {} : { key }),
      headers: { 'content-type': type, 'x-request-id': requestId, ...headers },
    })

const asBrowser =
  (browser: ConsoleBrowser): ApiCaller['send'] =>
  (path, { raw, type = 'application/json', key, requestId, headers }) =>
    fetch(`${browser.base}/api/console${path}`, {
      method: 'POST',
      headers: {
        'content-type': type,
        origin: consoleOrigin,
        'sec-fetch-site': 'same-origin',
        'x-forwarded-for': browser.ip,
        cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        'x-xsrf-token': browser.cookies.get('__Host-console-XSRF') ?? '',
        ...(key === undefined ? {} : { 'idempotency-key': key }),
        ...(requestId === undefined ? {} : { 'x-request-id': requestId }),
        ...headers,
      },
      body: raw,
    })

/** Creates one of every object a member can have, through the member's own requests where they exist. */
async function furnish(fund: FundHarness, member: TestMember, event: number): Promise<Belongings> {
  const { client, memberId } = member
  const { owner, clock, api } = fund
  const must = async (path: string, body: object): Promise<any> => {
    const reply = await client.call(path, body, { key: true })
    if (reply.http !== 200) throw new Error(`${path}: ${JSON.stringify(reply.body)}`)
    return reply.body.data
  }
  const bankAccountId = await fund.card(member)
  const channelId = '01980000-0000-7000-8000-0000000000c1'
  const receipt = await upload(client)
  const { deposit } = await must('/deposits/create', { channelId, amount: '500000', receipt })
  const withdrawalId = randomUUID()
  await must('/withdrawals/create', { withdrawalId, bankAccountId, amount: '200000', fundPassword })
  const group = (await must('/favourites/addGroup', { name: 'mine' })).id as string
  const screen = (await must('/market/saveScreen', { name: 'mine', screen: { kind: 'etf' } })).id as string
  const alert = (
    await must('/favourites/addAlert', { symbol: '2317', kind: 'moves', threshold: 300, repeat: 'once' })
  ).id as string
  const { sessions } = await must('/auth/listSessions', {})
  const { ceremonyId } = await must('/auth/beginPasskey', { password: member.password })
  const trade = await insertTrade(owner, { memberId, event, date: '2026-11-17' })
  const [passkeyId, conditionalId, callId] = [randomUUID(), randomUUID(), randomUUID()]
  await owner.query(
    `INSERT INTO app.passkeys (id, member_id, credential_id, public_key, counter, transports, name, added_at)
     VALUES ($1::uuid, $2, $1::text, '\\x00', 0, '{}', 'mine', $3)`,
    [passkeyId, memberId, clock.now()],
  )
  await owner.query(
    `INSERT INTO app.positions (id, member_id, symbol, kind, direction, multiple, opened_on, opened_at, settles_on,
       sellable_on, unlocks_at, day_trade, opened_shares, shares, opened_value, interest_through)
     VALUES ($1, $2, '2330', 'stock', 'long', 100, '2026-11-16', $3, '2026-11-18', '2026-11-17', $3, false, 1000, 1000,
       60000000, '2026-11-16') ON CONFLICT DO NOTHING`,
    [trade.orderId, memberId, clock.now()],
  )
  await owner.query(
    `INSERT INTO app.conditional_orders (id, member_id, symbol, position_id, kind, body, quantity, expires_on, created_at,
       after_event, priced_on)
     VALUES ($1, $2, '2330', $3, 'stop', '{"quantity":1000,"stop":{"trigger":50000,"distance":null,"price":null},"takeProfit":null}', 1000, '2027-11-20', $4, 0, '2026-11-17')`,
    [conditionalId, memberId, trade.orderId, clock.now()],
  )
  await owner.query('UPDATE app.positions SET closing = 1000 WHERE id = $1', [trade.orderId])
  await owner.query(
    `INSERT INTO app.margin_calls (id, member_id, called_at, ratio_bp, amount, deadline)
     VALUES ($1, $2, $3, 12900, 100, $3::timestamptz + interval '2 days')`,
    [callId, memberId, clock.now()],
  )
  await api.db.transaction((tx) => sendNotice(tx, { memberId, code: 'day-trading.passed', at: clock.now() }))
  const { notices } = await must('/notices/list', {})
  const fileId = await upload(client)
  await api.db.transaction((tx) => takeUpload(tx, memberId, fileId, 'deposit-receipt'))
  const { data: restriction } = await api.db.transaction((tx) =>
    setRestriction(tx, {
      memberId,
      kind: 'no-trading',
      reason: 'identity-doubt',
      operators: ['op-1', 'op-2'],
      now: clock.now(),
      requestId: randomUUID(),
    }).then((outcome) => (outcome.ok ? outcome : Promise.reject(new Error(outcome.msg)))),
  )
  const { threadId } = await must('/support/open', {
    topic: 'other',
    title: 'mine',
    text: 'Where is it?',
    language: 'en',
  })
  const reviewOf = async (kind: string, subject: string): Promise<string> =>
    (await owner.query('SELECT id FROM app.reviews WHERE kind = $1 AND subject = $2', [kind, subject]))
      .rows[0].id
  return {
    memberId,
    bankAccountId,
    depositId: deposit.depositId as string,
    withdrawalId,
    threadId: threadId as string,
    group,
    alert,
    screen,
    sessionId: sessions[0].sessionId as string,
    ceremonyId: ceremonyId as string,
    passkeyId,
    conditionalId,
    callId,
    noticeId: notices[0].noticeId as string,
    fileId,
    receipt: await upload(client),
    front: await upload(client),
    back: await upload(client),
    restrictionId: restriction.restrictionId,
    orderId: trade.orderId,
    positionId: trade.orderId,
    fillId: trade.fillId,
    entryId: trade.entryId,
    reviewId: await reviewOf('deposit', deposit.depositId as string),
  }
}
