// Orders through the real api, PostgreSQL, NATS, exchange and settlement.

import { createHash, createPublicKey, generateKeyPairSync, randomUUID, sign, verify } from 'node:crypto'
import { setSecurityDay } from '@fairlot/testkit/log-prices'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { timeLimit, until } from '@fairlot/testkit/until'
import { genesis, linkText, signedTextOf } from '../../packages/proof/src/index.ts'
import { orderSigningText } from '../../packages/rules/src/orders/index.ts'
import { decideOpen } from '../../apps/server/src/features/orders/intake/decide.ts'
import { openIntake } from '../../apps/server/src/features/orders/intake/queue.ts'
import { readMarketDay } from '../../apps/server/src/features/orders/market-day.ts'
import { isTransient } from '../../apps/server/src/platform/db.ts'
import { featureDeps } from '../../apps/server/src/roles/feature-deps.ts'
import { openDb } from './support/open-db.ts'
import { openOrderHarness, type OrderHarness, type Ticket } from './support/order-harness.ts'
import type { TestMember } from './support/start-test-api.ts'
import { TestClient } from './support/test-client.ts'

let harness: OrderHarness
beforeAll(async () => {
  harness = await openOrderHarness()
})
afterAll(() => harness.stop())

const grant = 1_000_000_000n
const cash = (member: TestMember): Promise<number> =>
  harness.venue.balance(`member/${member.memberId}/TWD/available`)
const held = (member: TestMember): Promise<number> =>
  harness.venue.balance(`member/${member.memberId}/TWD/held`)

/** Orders of three members, as the api hands them to the intake. */
async function draftThree() {
  const { runtime } = harness.api.api
  const deps = featureDeps(runtime)
  const day = await readMarketDay(deps.db, deps, '2330', runtime.clock.now())
  if (typeof day !== 'object') throw new Error('2330 is not on the market')
  const drafts = await Promise.all(
    Array.from({ length: 3 }, async () => {
      const { memberId } = await harness.member()
      const order = {
        symbol: '2330',
        direction: 'long',
        multiple: 100,
        dayTrade: false,
        price: 9_900,
        orderId: harness.newOrderId(),
        quantity: 1_000,
        validity: 'ROD',
        memberId,
      } as const
      const decision = decideOpen(day, { ...order, origin: 'member' })
      if (!decision.ok) throw new Error(decision.refusal.msg)
      return decision.taken
    }),
  )
  return { deps, drafts }
}

describe('placing an order', () => {
  test('holds the cash, signs a receipt and reaches the book', async () => {
    const member = await harness.member()
    const orderId = harness.newOrderId()
    const reply = await harness.place(member, { orderId, price: 9_900, lots: 2 })
    expect(reply.body).toMatchObject({
      status: 1,
      msg: 'done.order-placed',
      data: { orderId, state: 'entrusted', held: '19828200' },
    })
    expect(await cash(member)).toBe(Number(grant) - 19_828_200)
    expect(await held(member)).toBe(19_828_200)

    const { receipt } = reply.body.data
    const { publicKey } = harness.api.config.secrets.auditKey()
    expect(
      verify(null, Buffer.from(receipt.text), publicKey, Buffer.from(receipt.signature, 'base64url')),
    ).toBe(true)
    expect(JSON.parse(receipt.text)).toMatchObject({
      id: orderId,
      memberId: member.memberId,
      side: 'buy',
      price: 9_900,
      quantity: 2_000,
      terms: harness.terms,
    })

    await until('an accepted order', async () => (await harness.venue.order(orderId)).accepted_at !== null)
    const { body } = await harness.ask(member, '/orders/readOrder', { orderId })
    expect(body.data.receipt).toEqual(receipt)
    expect(body.data.order).toMatchObject({ orderId, accepted: true, left: 2_000, held: '19828200' })
    expect(body.data.steps.map(({ what, who }: any) => `${what} ${who}`)).toEqual([
      'placed member',
      'held system',
      'accepted venue',
    ])
    let previous = genesis
    for (const { n, at, what, who, data, hash } of body.data.steps) {
      const text = linkText(previous, BigInt(n), [orderId, at, what, who, data])
      expect(createHash('sha256').update(text).digest('hex')).toBe(hash)
      previous = hash
    }
    expect(
      (await harness.ask(member, '/orders/listOrders', { which: 'open' })).body.data.orders,
    ).toHaveLength(1)
    await harness.untilIdle()
    expect(await harness.venue.breaches()).toEqual([])
  })

  test('orders of one batch are signed once, each with its path', async () => {
    const { deps, drafts } = await draftThree()
    const intake = openIntake(deps, { lanes: 1 })
    const answers = await Promise.all(drafts.map((draft) => intake.take(draft)))
    const receipts = answers.flatMap((answer) => (answer.ok ? [answer.receipt] : []))
    expect(receipts.map(({ batch }) => [batch?.size, batch?.n])).toEqual([
      [3, 0],
      [3, 1],
      [3, 2],
    ])
    const { publicKey } = harness.api.config.secrets.auditKey()
    const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
    for (const [index, receipt] of receipts.entries()) {
      expect(JSON.parse(receipt.text).id).toBe(drafts[index]!.id)
      const text = (await signedTextOf(sha256, receipt))!
      const signature = Buffer.from(receipt.signature, 'base64url')
      expect(verify(null, Buffer.from(text), publicKey, signature)).toBe(true)
    }
  })

  test('a batch that PostgreSQL does not answer is given up at once', async () => {
    const { deps, drafts } = await draftThree()
    let failures = 0
    const db = openDb({
      url: harness.api.config.databaseUrl,
      poolSize: 2,
      applicationName: 'test',
      statementTimeoutMs: 500,
      observer: { committed: () => undefined, failed: () => (failures += 1) },
    })
    const intake = openIntake({ ...deps, db }, { lanes: 1 })
    const answers = await harness.venue.sql.transaction(async (tx) => {
      await tx.query('LOCK TABLE app.orders IN ACCESS EXCLUSIVE MODE')
      return Promise.allSettled(drafts.map((draft) => intake.take(draft)))
    })
    expect(answers.map(({ status }) => status)).toEqual(drafts.map(() => 'rejected'))
    for (const answer of answers) expect(isTransient((answer as PromiseRejectedResult).reason)).toBe(true)
    expect(failures).toBe(1)
    await db.close()
  })

  test('repeats the first answer on retry and refuses a changed body', async () => {
    const member = await harness.member()
    const ticket = { orderId: harness.newOrderId(), price: 9_800 }
    const first = await harness.place(member, ticket)
    expect((await harness.place(member, ticket)).body).toEqual(first.body)
    const answers = await Promise.all(Array.from({ length: 20 }, () => harness.place(member, ticket)))
    for (const answer of answers) expect(answer.body).toEqual(first.body)
    expect(await held(member)).toBe(Number(first.body.data.held))

    expect((await harness.place(member, { ...ticket, lots: 2 })).body.msg).toBe('order.duplicate-id')
    const other = await harness.member()
    expect((await harness.place(other, ticket)).body.msg).toBe('order.duplicate-id')
    // A retry also gets the first answer when its terms are no longer valid.
    expect((await harness.place(member, { ...ticket, terms: '00' })).body).toEqual(first.body)
    expect((await harness.place(member, { ...ticket, lots: 3, terms: '00' })).body.msg).toBe(
      'order.duplicate-id',
    )
    expect((await harness.ask(other, '/orders/readOrder', { orderId: ticket.orderId })).body.msg).toBe(
      'order.not-found',
    )
  })

  test('two hundred parallel orders with money for ten place exactly ten', async () => {
    const member = await harness.member()
    // Each order holds about NT$950,000 of the ten million, including the fee.
    const ticket: Ticket = { price: 9_490, lots: 10, acknowledged: ['equity-share', 'far-price'] }
    const replies = await Promise.all(Array.from({ length: 200 }, () => harness.place(member, ticket)))
    const codes = Map.groupBy(replies, ({ body }) => body.msg)
    expect(codes.get('done.order-placed')).toHaveLength(10)
    expect(codes.get('balance.insufficient')).toHaveLength(190)
    const taken = codes.get('done.order-placed')!.reduce((sum, { body }) => sum + BigInt(body.data.held), 0n)
    expect(await cash(member)).toBe(Number(grant - taken))
    expect(await held(member)).toBe(Number(taken))
    expect(codes.get('balance.insufficient')![0]!.body.params.missing).toBe(
      (BigInt(replies.find(({ body }) => body.status === 1)!.body.data.held) - (grant - taken)).toString(),
    )
    await harness.untilIdle()
    expect(await harness.venue.breaches()).toEqual([])
  })

  test('orders of an ended session are refused within a second', async () => {
    const member = await harness.member()
    const order = { price: 9_150 }
    for (let n = 0; n < 3; n += 1) expect((await harness.place(member, order)).http).toBe(200)
    const stolen = new TestClient(member.client.base, member.client.origin)
    for (const [name, value] of member.client.cookies) stolen.cookies.set(name, value)
    stolen.session = { ...member.client.session! }
    await harness.ask(member, '/auth/signOut')
    const ended = performance.now()
    await until('the order to be refused', async () => {
      const { body } = await harness.place({ ...member, client: stolen }, order)
      return body.msg === 'session.expired'
    })
    expect(performance.now() - ended).toBeLessThan(timeLimit(1_000))
  })

  test('checks a device signature when one is given', async () => {
    const member = await harness.member()
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
    const deviceKey = randomUUID()
    await harness.venue.sql.query(
      `INSERT INTO app.device_keys (id, member_id, device_id, public_key, enrolled_at) VALUES ($1, $2, $3, $4, now())`,
      [deviceKey, member.memberId, randomUUID(), publicKey.export({ format: 'der', type: 'spki' })],
    )
    expect(createPublicKey(privateKey).asymmetricKeyType).toBe('ec')
    const body = {
      orderId: harness.newOrderId(),
      symbol: '2330',
      direction: 'long',
      multiple: 100,
      dayTrade: false,
      price: 9_700,
      quantity: 1_000,
      validity: 'ROD',
      terms: harness.terms,
    }
    const text = orderSigningText('/orders/placeOrder', member.memberId, body)
    const signature = sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' })
    const signed = { deviceKey, signature: signature.toString('base64url') }
    const forged = await harness.ask(member, '/orders/placeOrder', {
      ...body,
      quantity: 2_000,
      signature: signed,
    })
    expect(forged.body.msg).toBe('order.signature')
    const reply = await harness.ask(member, '/orders/placeOrder', { ...body, signature: signed })
    expect(reply.body.msg).toBe('done.order-placed')
    expect(await harness.venue.order(body.orderId)).toMatchObject({ device_key: deviceKey })
  })
})

describe('refusing an order', () => {
  const refusals: readonly [what: string, ticket: Ticket, msg: string, rule?: string][] = [
    ['an unknown instrument', { symbol: '0000' }, 'stock.not-found'],
    ['an order with unknown terms', { terms: 'ab' }, 'order.terms-changed'],
    ['a quantity of one and a half lots', { quantity: 1_500 }, 'order.lots', 'order.maxLots'],
    ['a price between ticks', { price: 10_010 }, 'order.tick', 'order.tick'],
    ['a price beyond the limit', { price: 11_050 }, 'stock.over-price-limit', 'order.price-limit'],
    ['a price far above the last trade', { price: 10_600 }, 'guard.far-price', 'guard.farPrice'],
    ['an order for most of the equity', { lots: 60 }, 'guard.equity-share', 'guard.equityShare'],
    ['an order above available cash', { lots: 101, acknowledged: ['equity-share'] }, 'balance.insufficient'],
    ['a short with a multiple', { direction: 'short', multiple: 200 }, 'order.choice', 'margin.shortMargin'],
    ['a day trade without approval', { dayTrade: true }, 'day-trading.not-eligible', 'dayTrade.accountDays'],
  ]
  test.for(refusals)('%s is refused', async ([, ticket, msg, rule]) => {
    const member = await harness.member()
    const { body } = await harness.place(member, ticket)
    expect(body.msg).toBe(msg)
    if (rule !== undefined) expect(body.rule).toBe(rule)
    expect(await cash(member)).toBe(Number(grant))
  })

  test('an order with acknowledged warnings is accepted', async () => {
    const member = await harness.member()
    expect((await harness.place(member, { price: 10_600, acknowledged: ['far-price'] })).http).toBe(200)
    expect((await harness.place(member, { lots: 60, acknowledged: ['equity-share'] })).http).toBe(200)
  })

  test('the credit line, a margin call and the lending pool limit borrowing', async () => {
    const member = await harness.member()
    const line = { multiple: 250 as const, lots: 100, acknowledged: ['equity-share'] as const }
    await harness.placed(member, line)
    await harness.venue.sql.query(
      `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
       VALUES ('margin.line', 700000000, $1, $1, 'test', 'a', 'b')`,
      [new Date(harness.venue.now - 1_000)],
    )
    try {
      const { terms } = await until('the new credit line', async () => {
        const { hash } = (await harness.ask(member, '/orders/terms', { symbol: '2330' })).body.data
        const reply = await harness.place(member, { multiple: 200, lots: 1, terms: hash })
        return reply.body.msg === 'order.terms-changed' ? undefined : { terms: hash }
      })
      const over = await harness.place(member, {
        multiple: 200,
        lots: 30,
        terms,
        acknowledged: ['equity-share'],
      })
      expect(over.body).toMatchObject({ msg: 'margin.line-full', rule: 'margin.line' })
    } finally {
      await harness.venue.sql.query(`DELETE FROM app.rule_values WHERE rule = 'margin.line'`)
    }
    await until('the old credit line', async () => {
      const reply = await harness.place(member, { lots: 1, price: 9_500 })
      return reply.http === 200
    })

    await harness.venue.sql.query(
      `INSERT INTO app.margin_calls (id, member_id, called_at, ratio_bp, amount, deadline)
       VALUES ($1, $2, now(), 12900, 100, now() + interval '2 days')`,
      [randomUUID(), member.memberId],
    )
    expect((await harness.place(member, { multiple: 200 })).body).toMatchObject({
      msg: 'margin.called',
      rule: 'margin.callRatio',
    })
    expect((await harness.place(member, { price: 9_600 })).http).toBe(200)

    const other = await harness.member()
    const lent = await harness.venue.balance('lending/pool/stk:2317/available')
    const short = {
      symbol: '2317',
      direction: 'short' as const,
      acknowledged: ['equity-share' as const],
      lots: 99,
    }
    if (lent < 99_000) {
      const { body } = await harness.place(other, short)
      expect(body.msg).toBe('margin.no-shares-to-lend')
    } else {
      await harness.venue.sql.query(
        `INSERT INTO recon.events VALUES ('pool.drained', false, '{lending/available,house/issue}')`,
      )
      await harness.venue.sql.query(
        `SELECT * FROM ledger.post_many(ARRAY['pool.drained'], ARRAY['x'], ARRAY['drain-2317'], ARRAY[now()], ARRAY[1, 1],
           ARRAY['lending/pool/stk:2317/available', 'house/main/stk:2317/issue'], ARRAY[-$1::bigint, $1], ARRAY[NULL, NULL]::uuid[])`,
        [lent - 2_000],
      )
      const { body } = await harness.place(other, { ...short, lots: 3 })
      expect(body).toMatchObject({ msg: 'margin.no-shares-to-lend', params: { lots: 2 } })
      expect((await harness.place(other, { ...short, lots: 2 })).http).toBe(200)
    }
  })

  test('a share below par cannot be bought on margin', async () => {
    const member = await harness.member()
    const day = { reference: 900, last: 900, upper: 990, lower: 810 }
    const putBack = await setSecurityDay(harness.venue.sql, '2317', day)
    try {
      const ticket = { symbol: '2317', price: 900, lots: 2 }
      await until('the new price', async () => (await harness.place(member, ticket)).http === 200)
      expect((await harness.place(member, { ...ticket, multiple: 200 })).body).toMatchObject({
        msg: 'margin.not-eligible',
        rule: 'margin.minPrice',
      })
    } finally {
      await putBack()
    }
  })

  test('a day trade above the daily quota is refused', async () => {
    const member = await harness.member()
    await harness.venue.makeEligible(member.memberId)
    expect((await harness.place(member, { dayTrade: true, lots: 40 })).http).toBe(200)
    expect((await harness.place(member, { dayTrade: true, lots: 10 })).body).toMatchObject({
      msg: 'day-trading.quota',
      rule: 'dayTrade.dailyGross',
      params: { left: 'NT$990,000.00' },
    })
  })

  test('fifty parallel day trades stay within the daily quota', async () => {
    const member = await harness.member()
    await harness.venue.makeEligible(member.memberId)
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => harness.place(member, { dayTrade: true, lots: 9, price: 9_990 })),
    )
    const taken = replies.filter(({ http }) => http === 200)
    // The daily quota is NT$4,990,000, and each day trade takes NT$899,100 of it.
    expect(taken).toHaveLength(5)
  })
})

describe('cancelling and replacing', () => {
  test('a cancelled order releases its hold and cannot be cancelled again', async () => {
    const member = await harness.member()
    const orderId = await harness.placed(member, { price: 9_300 })
    const reply = await harness.ask(member, '/orders/cancelOrder', { orderId })
    expect(reply.body.msg).toBe('done.cancel-order')
    await harness.state(orderId, 'cancelled')
    await harness.untilIdle()
    expect(await cash(member)).toBe(Number(grant))
    expect((await harness.ask(member, '/orders/cancelOrder', { orderId })).body.msg).toBe('order.not-pending')
    expect(
      (await harness.ask(member, '/orders/cancelOrder', { orderId: harness.newOrderId() })).body.msg,
    ).toBe('order.not-found')
    const ended = await harness.ask(member, '/orders/listOrders', { which: 'ended' })
    expect(ended.body.data.orders[0]).toMatchObject({ orderId, state: 'cancelled', reason: 'asked' })
  })

  test('a replacing order cancels the old one in one step', async () => {
    const member = await harness.member()
    const orderId = await harness.placed(member, { price: 9_300, lots: 3 })
    const newOrderId = harness.newOrderId()
    const ticket = { orderId: newOrderId, price: 9_400, lots: 2 }
    const reply = await harness.replace(member, orderId, ticket)
    expect(reply.http).toBe(200)
    await harness.state(orderId, 'cancelled')
    await harness.untilIdle()
    expect(await harness.venue.order(newOrderId)).toMatchObject({ state: 'entrusted', left_shares: 2_000 })
    expect(await held(member)).toBe(Number(reply.body.data.held))
    expect((await harness.replace(member, orderId, ticket)).body).toEqual(reply.body)
    expect((await harness.replace(member, orderId, { price: 9_450 })).body.msg).toBe('order.not-pending')
    expect((await harness.replace(member, harness.newOrderId(), { price: 9_450 })).body.msg).toBe(
      'order.not-found',
    )
    expect(await harness.venue.breaches()).toEqual([])
  })

  test('the kill switch cancels all orders and blocks opening until lifted', async () => {
    const member = await harness.member()
    const orders = [
      await harness.placed(member, { price: 9_200 }),
      await harness.placed(member, { price: 9_250 }),
    ]
    const reply = await harness.ask(member, '/orders/cancelAll', { stop: true })
    expect(reply.body.data).toEqual({ orders: 2, conditional: 0 })
    for (const orderId of orders) await harness.state(orderId, 'cancelled')
    expect((await harness.place(member, { price: 9_200 })).body).toMatchObject({
      msg: 'order.stopped',
      rule: 'guard.stopped',
    })
    expect((await harness.ask(member, '/orders/riskLimits')).body.data.stopped.by).toBe('member')
    const again = await harness.ask(member, '/orders/setRiskLimits', { dailyLossLimit: null, stopped: false })
    expect(again.body.msg).toBe('done.guards-set')
    expect((await harness.place(member, { price: 9_200 })).http).toBe(200)
  })

  test('orders above the rate limit stop trading and cancel open orders', async () => {
    const member = await harness.member()
    let stoppedAt = 0
    let tookMs = Number.POSITIVE_INFINITY
    let sent = 0
    const loop = async (): Promise<void> => {
      while (stoppedAt === 0 && sent < 500) {
        sent += 1
        const askedAt = performance.now()
        const { body } = await harness.place(member, { price: 9_100 })
        if (body.msg === 'order.stopped') {
          expect(body.rule).toBe('order.rateLimit')
          stoppedAt = performance.now()
          tookMs = Math.min(tookMs, stoppedAt - askedAt)
        } else if (body.status !== 1) throw new Error(body.msg)
      }
    }
    await Promise.all(Array.from({ length: 8 }, loop))
    expect(stoppedAt).toBeGreaterThan(0)
    const rows = await harness.venue.sql.query<{ count: string }>(
      `SELECT count(*) FROM app.orders WHERE member_id = $1`,
      [member.memberId],
    )
    expect(Number(rows[0]!.count)).toBe(60)
    await until('every order to leave the book', async () => {
      const open = await harness.venue.sql.query(
        `SELECT FROM app.orders WHERE member_id = $1 AND state = 'entrusted'`,
        [member.memberId],
      )
      return open.length === 0
    })
    // The sixty-first order itself triggers the stop and its response says so: no timer is involved.
    expect(tookMs).toBeLessThan(timeLimit(1_000))
    expect((await harness.ask(member, '/orders/riskLimits')).body.data.stopped.by).toBe('rule')
    await harness.untilIdle()
    expect(await cash(member)).toBe(Number(grant))
  })
})
