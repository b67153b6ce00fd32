import { randomUUID } from 'node:crypto'
import {
  entry,
  hold,
  houseAccounts,
  member as accountsOf,
  post,
  practiceGrant,
} from '../../packages/ledger/src/index.ts'
import { ledgerBreaches } from '../../packages/testkit/src/invariants.ts'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'

let api: TestApi
beforeAll(async () => {
  api = await startTestApi()
})
afterAll(() => api.stop())
afterEach(async () => {
  expect(await ledgerBreaches(api.database)).toEqual([])
})

/** Further grants as ledger entries, one transaction. */
const giveMany = (to: TestMember, count: number): Promise<void> =>
  api.db.transaction(async (tx) => {
    for (let index = 1; index <= count; index++) {
      const given = entry({
        event: 'test.given',
        reference: to.memberId,
        key: randomUUID(),
        postedAt: new Date(),
      })
        .move(BigInt(index), practiceGrant('TWD'), accountsOf(to.memberId).available('TWD'))
        .done()
      expect((await post(tx, given)).ok).toBe(true)
    }
  })

const lines = (member: TestMember, body: object = { asset: 'TWD' }) =>
  member.client.call('/funds/ledgerLines', body)

test('a new member has the practice grant as ledger line and balance', async () => {
  const member = await api.member()
  const { body } = await lines(member)
  expect(body.data.lines).toHaveLength(1)
  expect(body.data.lines[0]).toMatchObject({
    asset: 'TWD',
    account: 'available',
    amount: '1000000000',
    balanceAfter: '1000000000',
  })
  expect(body.data.lines[0].event).toMatch(/grant/)
  expect(body.data).toMatchObject({ balance: '1000000000', nextBefore: null })
  const assets = await member.client.call('/positions/account')
  expect(assets.body.data.total).toBe(body.data.balance)
})

test('the ledger lines of an asset add up to its balance', async () => {
  const member = await api.member()
  await giveMany(member, 5)
  const { body } = await lines(member)
  const sum = body.data.lines.reduce(
    (total: bigint, line: { amount: string }) => total + BigInt(line.amount),
    0n,
  )
  expect(sum.toString()).toBe(body.data.balance)
})

test('ledger line pages have no gap and no repeat', async () => {
  const member = await api.member()
  await giveMany(member, 120)
  const seen: string[] = []
  let before: string | undefined
  let pages = 0
  do {
    const { body } = await lines(member, before === undefined ? { asset: 'TWD' } : { asset: 'TWD', before })
    seen.push(...body.data.lines.map((line: { lineId: string }) => line.lineId))
    before = body.data.nextBefore ?? undefined
    pages++
  } while (before !== undefined)
  expect(pages).toBe(3)
  expect(seen).toHaveLength(121)
  expect(new Set(seen).size).toBe(121)
})

test('a hold shows as two lines and keeps the balance', async () => {
  const member = await api.member()
  const before = (await lines(member)).body.data.balance
  const held = await api.db.transaction((tx) =>
    hold(tx, {
      holdId: randomUUID(),
      amount: 500n,
      account: accountsOf(member.memberId).available('TWD'),
      event: 'test.held',
      reference: member.memberId,
      key: randomUUID(),
      postedAt: new Date(),
    }),
  )
  expect(held.ok).toBe(true)
  const { body } = await lines(member)
  expect(body.data.balance).toBe(before)
  expect(
    body.data.lines
      .slice(0, 2)
      .map((line: { account: string; amount: string }) => [line.account, line.amount])
      .sort(),
  ).toEqual([
    ['available', '-500'],
    ['held', '500'],
  ])
})

test('one member never sees the lines of another', async () => {
  const [a, b] = [await api.member(), await api.member()]
  await giveMany(a, 3)
  const cursor = (await lines(a)).body.data.lines[1].lineId
  const { body } = await lines(b, { asset: 'TWD', before: cursor })
  const own = (await lines(b)).body.data.lines.map((line: { lineId: string }) => line.lineId)
  for (const line of body.data.lines) expect(own).toContain(line.lineId)
})

test('an asset without lines has balance 0', async () => {
  const member = await api.member()
  expect((await lines(member, { asset: 'USD' })).body.data).toEqual({
    lines: [],
    balance: '0',
    nextBefore: null,
  })
  expect((await lines(member, { asset: 'stk:2330' })).body.data.lines).toEqual([])
})

test.each([
  [{ asset: 'XXX' }, 'asset'],
  [{ asset: '' }, 'asset'],
  [{ asset: 'TWD', before: 'nonsense' }, 'before'],
  [{ asset: 'TWD', before: `' OR 1=1 --` }, 'before'],
  [{}, 'asset'],
])('a request with %j is refused with input.invalid', async (body, field) => {
  const member = await api.member()
  const reply = await lines(member, body)
  expect([reply.http, reply.body.msg, reply.body.field]).toEqual([400, 'input.invalid', field])
})

test('the fund record lists every event once with its balance', async () => {
  const member = await api.member()
  const stranger = await api.member()
  await giveMany(member, 75)
  await giveMany(stranger, 3)
  const records: { entryId: string; amount: string; balanceAfter: string }[] = []
  let before: string | undefined
  do {
    const { body } = await member.client.call('/funds/records', {
      tab: 'transaction',
      ...(before === undefined ? {} : { before }),
    })
    expect(body.data.month === null).toBe(before !== undefined)
    records.push(...body.data.records)
    before = body.data.next ?? undefined
  } while (before !== undefined)
  expect(records).toHaveLength(75)
  expect(new Set(records.map(({ entryId }) => entryId)).size).toBe(75)
  // The grant, then 1, 2, 3 and so on.
  let balance = 1_000_000_000n
  for (const record of records.toReversed()) {
    balance += BigInt(record.amount)
    expect(record.balanceAfter).toBe(balance.toString())
  }
  expect(balance).toBe(1_000_000_000n + 2_850n)
})

test('a hold and its release have no row and change no cash', async () => {
  const member = await api.member()
  const holdId = randomUUID()
  const free = accountsOf(member.memberId).available('TWD')
  const hold = entry({
    event: 'order.held',
    reference: 'an order',
    key: randomUUID(),
    postedAt: new Date(),
  })
    .hold(holdId, 500n, free)
    .done()
  expect((await api.db.transaction((tx) => post(tx, hold))).ok).toBe(true)
  const back = entry({
    event: 'order.released',
    reference: 'an order',
    key: randomUUID(),
    postedAt: new Date(),
  })
    .release(holdId, 200n, free)
    .done()
  expect((await api.db.transaction((tx) => post(tx, back))).ok).toBe(true)
  const { body } = await member.client.call('/funds/records', { tab: 'transaction' })
  expect(body.data.records).toEqual([])
  expect(body.data.month).toMatchObject({ storedValue: '1000000000', transaction: '0', now: '1000000000' })
})

test.each([
  'nonsense',
  'x_1',
  '01920000-0000-7000-8000-000000000001.1',
  '01920000-0000-7000-8000-000000000001.1_x',
])('a fund record cursor %j is refused with input.invalid', async (before) => {
  const member = await api.member()
  const { body } = await member.client.call('/funds/records', { tab: 'transaction', before })
  expect([body.msg, body.field]).toEqual(['input.invalid', 'before'])
})

test('deposits and withdrawals have their own tabs and sums', async () => {
  const member = await api.member()
  const available = accountsOf(member.memberId).available('TWD')
  const head = (event: string) => ({
    event,
    reference: randomUUID(),
    key: randomUUID(),
    postedAt: new Date(),
  })
  const [kept, back] = [randomUUID(), randomUUID()]
  await api.db.transaction(async (tx) => {
    for (const one of [
      entry(head('deposit.booked')).move(700_000n, practiceGrant('TWD'), available),
      entry(head('withdrawal.held')).hold(kept, 200_000n, available),
      entry(head('withdrawal.held')).hold(back, 50_000n, available),
      entry(head('withdrawal.released')).release(back, 50_000n, available),
      entry(head('withdrawal.passed')).capture(kept, 200_000n, available, houseAccounts.payouts('TWD')),
      entry(head('order.held')).hold(randomUUID(), 300n, available),
    ])
      expect((await post(tx, one.done())).ok).toBe(true)
  })
  const eventsIn = async (tab: string): Promise<readonly string[]> => {
    const { body } = await member.client.call('/funds/records', { tab })
    expect(body.data.month).toMatchObject({
      start: '0',
      storedValue: '1000700000',
      withdrawal: '-200000',
      transaction: '0',
      now: '1000500000',
    })
    for (const { entryId, event } of body.data.records) {
      const opened = await member.client.call('/funds/entry', { entryId })
      expect(opened.body.data).toMatchObject({ event })
    }
    return body.data.records.map(({ event }: { event: string }) => event)
  }
  expect(await eventsIn('all')).toEqual(['withdrawal.passed', 'deposit.booked', 'practice-grant'])
  expect(await eventsIn('transaction')).toEqual([])
  expect(await eventsIn('stored-value')).toEqual(['deposit.booked', 'practice-grant'])
  expect(await eventsIn('withdrawal')).toEqual(['withdrawal.passed'])
})
