// Every body field of both APIs that takes an id, found in the OpenAPI documents: with the id of another member's
// object, or of another kind of object, the response is byte for byte the one for an id that does not exist.

import { randomUUID } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { seededRandom } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rightsOf } from '../../packages/rules/src/operators/index.ts'
import { operatorRoles } from '../../packages/contract/src/operators/index.ts'
import {
  type ApiCaller,
  type ApiRoute,
  type Belongings,
  type BothApis,
  openBothApis,
} from './support/both-apis.ts'
import { fundPassword, holder } from './support/fund-harness.ts'
import { idPlaces, type KnownValues, RequestMaker, withValue } from './support/request-maker.ts'
import { agreementVersion } from './support/start-test-api.ts'

const seed = 7
/** A normal run tries a twelfth of the ids of a wrong kind at each place, FAIRLOT_PROVE=1 all. The right kind is always tried. */
const everyNth = process.env['FAIRLOT_PROVE'] === '1' ? 1 : 12
const isChosen = (place: string, kind: string): boolean => crc32(`${place} ${kind}`, seed) % everyNth === 0

let both: BothApis
let known: KnownValues
let own: Belongings
/** Ids of another member and another operator, by kind. */
let strange: Readonly<Record<string, string>>

beforeAll(async () => {
  both = await openBothApis()
  own = both.things.rich
  const saved = await both.operators[0]!.browser.ask('/operators/saveView', { name: 'mine', filter: {} })
  strange = {
    ...kindsOf(both.things.other),
    view: saved.body.data.viewId,
    operator: both.operators[0]!.operatorId,
    channel: '01980000-0000-7000-8000-0000000000c2',
  }
  const { rich } = both.members
  const samples: Readonly<Record<string, readonly unknown[]>> = {
    ...Object.fromEntries(Object.entries(own).map(([name, value]) => [name, [value]])),
    deviceKey: [randomUUID()],
    symbol: ['2330'],
    symbols: ['2330'],
    password: [rich.password],
    fundPassword: [fundPassword],
    name: ['mine now'],
    amount: ['100'],
    price: [60_000],
    quantity: [1_000],
    trigger: [50_000],
    terms: ['ab'],
    currency: ['TWD'],
    holder: [holder],
    bankCode: ['812'],
    number: ['123456789012'],
    statement: ['This was not me, please look at it again.'],
    contact: ['member@example.com'],
    purpose: ['Checking the name on the receipt'],
    reason: ['Because of what the bank wrote'],
    why: ['Because of what the bank wrote'],
    note: ['seen'],
    expiresOn: ['2026-11-20'],
    agreementVersion: [await agreementVersion(rich.client)],
  }
  known = { of: (name) => samples[name] ?? [], ids: Object.values(own) }
})
afterAll(() => both?.stop())

/** Two names for the same kind of object. */
const sameKind: Readonly<Record<string, string>> = {
  positionId: 'order',
  orderId: 'order',
  receipt: 'upload',
  front: 'upload',
  back: 'upload',
}
const isUuid = /^[0-9a-f]{8}-/
const kindOf = (name: string): string => sameKind[name] ?? name.replace(/Id$/, '')
const kindsOf = (things: Belongings): Readonly<Record<string, string>> =>
  Object.fromEntries(
    Object.entries(things).flatMap(([name, id]) => (isUuid.test(id) ? [[kindOf(name), id]] : [])),
  )

const placesOf = (at: ApiRoute) => idPlaces(at.body).map((place) => ({ at, place }))
type Place = ReturnType<typeof placesOf>[number]
const nameOf = ({ at, place }: Place): string => `${at.route.path} ${place.join('.')}`

/** The response without its request id and the id that was sent. */
async function answerTo(caller: ApiCaller, { at, place }: Place, body: unknown, id: string): Promise<string> {
  const raw = JSON.stringify(withValue(body, place, id))
  const response = await caller.send(at.route.path, { raw, key: randomUUID() })
  const text = (await response.text()).replace(/,?"requestId":"[^"]*"/, '').replaceAll(id, 'the id')
  if (response.status >= 500) throw new Error(`${at.route.path} with ${raw}: ${text}`)
  return `${response.status} ${text}`
}

/** Bodies that are valid otherwise, as far as field names show. Seeded by the place: a new route changes no other. */
function bodiesFor({ at, place }: Place, count: number): readonly unknown[] {
  const maker = new RequestMaker(seededRandom(crc32(nameOf({ at, place }), seed)), known)
  return Array.from({ length: count }, () => withValue(maker.make(at.body), place, null))
}

/** All rows of a member, in every table that names one. */
async function rowsOf(memberId: string): Promise<unknown> {
  const tables = await both.harness.owner.query<{ name: string }>(
    `SELECT format('%I.%I', table_schema, table_name) AS name FROM information_schema.columns
     JOIN information_schema.tables USING (table_schema, table_name)
     WHERE column_name = 'member_id' AND table_type = 'BASE TABLE' ORDER BY 1`,
  )
  const found: Record<string, unknown> = {}
  for (const { name } of tables) {
    const [row] = await both.harness.owner.query<{ sum: string | null }>(
      `SELECT md5(string_agg(t::text, ' ' ORDER BY t::text)) AS sum FROM ${name} t WHERE member_id = $1`,
      [memberId],
    )
    found[name] = row!.sum
  }
  return found
}

/** Places that are not tested with the caller's own id: it would end the session in use. */
const endsTheCaller = new Set(['/auth/revokeSession sessionId'])
/**
 * The phone creates these ids, of 122 random bits, and an id is unique: the response says that it is used, and nothing
 * else.
 */
const madeByThePhone = new Set([
  '/orders/placeOrder orderId',
  '/orders/closePosition orderId',
  '/orders/replaceOrder newOrderId',
  '/orders/placeConditional conditionalId',
  '/orders/placeEntry conditionalId',
  '/withdrawals/create withdrawalId',
  '/new-shares/apply applicationId',
  '/auctions/bid bidId',
  '/placements/apply applicationId',
  '/mentors/apply applicationId',
  '/copy-trading/follow copyId',
  '/credit/apply loanId',
  '/credit/addCredit increaseId',
  '/credit/repay repaymentId',
])
const taken = /^409 \{"status":409,"msg":"order.duplicate-id","data":null(,"field":"orderId")?\}$/
/** These store their input without looking it up; the second time the name of the filter is taken. */
const storesItsInput = /saveView filter\./

test('the members’ API treats another member’s id as unknown', async () => {
  const caller = both.callers.find(({ api, name }) => api === 'member' && name === 'verified member')!
  const places = both.routes.filter(({ api }) => api === 'member').flatMap(placesOf)
  expect(places.length).toBeGreaterThan(40)
  const before = await rowsOf(both.members.other.memberId)
  const wrong: string[] = []
  const reached = new Set<string>()
  for (const place of places) {
    const { rateLimit } = place.at.route
    const isDear = rateLimit === 'credential' || rateLimit === 'register'
    const last = place.place.at(-1)!
    for (const [n, body] of bodiesFor(place, isDear ? 1 : 3).entries()) {
      const control = await answerTo(caller, place, body, randomUUID())
      for (const [kind, id] of Object.entries(strange)) {
        // A channel belongs to every member, so it is no other member's object.
        if (kind === 'channel' && last === 'channelId') continue
        // Ids of other kinds are tested with one body; the matching kind with each.
        if (kind !== kindOf(last) && (isDear || n > 0 || !isChosen(nameOf(place), kind))) continue
        const answer = await answerTo(caller, place, body, id)
        if (answer !== control && !(madeByThePhone.has(nameOf(place)) && taken.test(answer)))
          wrong.push(`${nameOf(place)} with a ${kind}: ${answer}\n  and not ${control}`)
      }
      const mine = own[last]
      if (mine === undefined || isDear || endsTheCaller.has(nameOf(place))) continue
      if ((await answerTo(caller, place, body, mine)) !== control) reached.add(nameOf(place))
    }
  }
  expect(wrong).toEqual([])
  expect(await rowsOf(both.members.other.memberId)).toEqual(before)
  expect((await both.members.rich.client.call('/members/profile')).http).toBe(200)
  // Equal responses prove little unless the caller's own ids get a different one.
  expect([...reached].toSorted()).toEqual(expect.arrayContaining([...mustBeReached]))
}, 300_000)

/**
 * The other places have no valid body by schema alone: they need a step begun elsewhere, a proof, opening hours, or a
 * password hash.
 */
const mustBeReached: readonly string[] = [
  '/auth/renamePasskey passkeyId',
  '/members/appealRestriction restrictionId',
  '/favourites/renameGroup group',
  '/favourites/removeGroup group',
  '/favourites/switchAlert alert',
  '/favourites/removeAlert alert',
  '/market/removeScreen screen',
  '/orders/closePosition positionId',
  '/orders/cancelOrder orderId',
  '/orders/readOrder orderId',
  '/orders/placeConditional positionId',
  '/orders/cancelConditional conditionalId',
  '/orders/listConditional positionId',
  '/positions/readPosition positionId',
  '/positions/topUp positionId',
  '/positions/seeCall callId',
  '/funds/entry entryId',
  '/bank-accounts/remove bankAccountId',
  '/bank-accounts/setDefault bankAccountId',
  '/deposits/read depositId',
  '/deposits/cancel depositId',
  '/withdrawals/read withdrawalId',
  '/withdrawals/cancel withdrawalId',
  '/notices/read noticeId',
  '/uploads/readFile fileId',
]

test('the console treats an id of the wrong kind as unknown', async () => {
  const places = both.routes.filter(({ api }) => api === 'console').flatMap(placesOf)
  expect(places.length).toBeGreaterThan(5)
  const wrong: string[] = []
  const reached: string[] = []
  for (const place of places) {
    if (storesItsInput.test(nameOf(place))) continue
    // The last role that may call it, because the view belongs to the first.
    const role = operatorRoles.findLast((name) => mayCall(name, place.at)) ?? 'admin'
    const caller = both.callers.findLast(({ api, name }) => api === 'console' && name === role)!
    const found = new Set<string>()
    for (const [n, body] of bodiesFor(place, 3).entries()) {
      const control = await answerTo(caller, place, body, randomUUID())
      for (const [kind, id] of Object.entries(strange)) {
        // As above: one body for ids of other kinds, each body for the matching kind.
        const isOther = kind !== kindOf(place.place.at(-1)!)
        if (isOther && (n > 0 || !(kind === 'view' || isChosen(nameOf(place), kind)))) continue
        if ((await answerTo(caller, place, body, id)) !== control) found.add(kind)
      }
    }
    // A field accepts objects of one kind, and never another operator's own filters.
    if (found.size > 1) wrong.push(`${nameOf(place)} knows ${[...found].join(', ')}`)
    if (found.has('view')) wrong.push(`${nameOf(place)} knows another’s filter`)
    if (found.size > 0) reached.push(nameOf(place))
  }
  expect(wrong).toEqual([])
  expect(reached.length).toBeGreaterThan(10)
}, 300_000)

function mayCall(role: (typeof operatorRoles)[number], { route }: ApiRoute): boolean {
  const { right } = route as { readonly right?: string }
  return right === 'signed-in' || right === 'public' || (rightsOf[role] as readonly string[]).includes(right!)
}
