// Deposits on the real api, PostgreSQL and reviews: hours, bounds, channel password, receipt, four eyes, every state
// and transition.

import { readFileSync } from 'node:fs'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { depositStates } from '../../packages/contract/src/deposits/index.ts'
import { depositTransitions } from '../../packages/rules/src/deposits/index.ts'
import { depositsConsoleHandlers } from '../../apps/server/src/features/deposits/index.ts'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import { reviewKinds } from '../../apps/server/src/roles/review-kinds.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { type FundHarness, openFundHarness, openHours } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: FundHarness
let channelId = ''
beforeAll(async () => {
  harness = await openFundHarness()
  channelId = await harness.channel()
})
afterAll(() => harness.stop())
beforeEach(() => harness.clock.set(openHours))
afterEach(async () => {
  expect(await requestBreaches(harness.api.database)).toEqual([])
})

const send = async (member: TestMember, body: object = {}) =>
  member.client.call(
    '/deposits/create',
    { channelId, amount: '500000', receipt: await harness.receipt(member), ...body },
    { key: true },
  )
const read = async (member: TestMember, depositId: string) =>
  (await member.client.call('/deposits/read', { depositId })).body.data.deposit
const idOf = (reply: Awaited<ReturnType<typeof send>>): string => reply.body.data.deposit.depositId
const setRule = (rule: string, value: number) =>
  harness.owner.query(
    `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
     VALUES ($1, $2, '2020-01-01', now() - interval '2 days', 'test', 'one', 'two')`,
    [rule, value],
  )

describe('a deposit', () => {
  test('is booked when two operators approve it', async () => {
    const member = await harness.api.member()
    const before = await harness.available(member)
    const channels = (await member.client.call('/deposits/channels')).body.data
    expect(channels).toMatchObject({ isOpen: true, opensAt: null, pending: null })
    expect(channels.channels[0]).toMatchObject({ channelId, min: '100000', max: '200000000', fee: '0' })
    const details = (await member.client.call('/deposits/channel', { channelId })).body.data
    expect(details.reference).toMatch(/^FL[A-Z2-9]{6,8}$/)
    expect(details.holder).toBe('公平證券客戶專戶')

    const sent = await send(member)
    expect([sent.http, sent.body.msg]).toEqual([200, 'done.recharge'])
    expect(sent.body.data.deposit).toMatchObject({ state: 'pending', amount: '500000', booked: null })
    const id = idOf(sent)
    expect(await harness.available(member)).toBe(before)
    await harness.approve('deposit', id)
    expect(await harness.available(member)).toBe(before + 500_000n)
    const shown = await read(member, id)
    expect(shown).toMatchObject({
      state: 'passed',
      booked: '500000',
      rejectionReason: null,
      hasReceipt: true,
    })
    expect(shown.steps.map(({ what }: any) => what)).toEqual(['sent', 'approved', 'approved', 'booked'])
    const entry = await member.client.call('/funds/entry', { entryId: shown.entryId })
    expect(entry.body.data).toMatchObject({ event: 'deposit.booked', reference: id })
    // Once closed, it is not executed again.
    expect(await harness.execute()).toBe(0)
    expect(await harness.available(member)).toBe(before + 500_000n)
  })

  test('shows claimed and booked amount when they differ', async () => {
    const member = await harness.api.member()
    const before = await harness.available(member)
    const id = idOf(await send(member))
    await harness.approve('deposit', id, { booked: '450000' })
    expect(await read(member, id)).toMatchObject({
      amount: '500000',
      booked: '450000',
      rejectionReason: 'amount-differs',
      note: 'seen',
    })
    expect(await harness.available(member)).toBe(before + 450_000n)
  })

  test('needs two different operators', async () => {
    const member = await harness.api.member()
    const id = idOf(await send(member))
    const [one] = harness.operators
    expect(await harness.vote(one, 'deposit', id, 'approve')).toBeNull()
    expect(await harness.vote(one, 'deposit', id, 'approve')).toBe('review.same-person')
    await harness.execute()
    expect((await read(member, id)).state).toBe('pending')
  })

  test('can be sent again after a rejection or cancellation', async () => {
    const member = await harness.api.member()
    const before = await harness.available(member)
    const first = idOf(await send(member))
    const second = await send(member)
    expect([second.body.msg, second.body.params]).toEqual([
      'order.pending-review-exists',
      { request: 'deposit', number: first },
    ])
    await harness.reject('deposit', first, { reason: 'third-party', note: 'it came from another name' })
    expect(await read(member, first)).toMatchObject({
      state: 'rejected',
      rejectionReason: 'third-party',
      note: 'it came from another name',
    })
    harness.clock.advance(1_000)
    const third = idOf(await send(member))
    const cancel = () => member.client.call('/deposits/cancel', { depositId: third }, { key: true })
    expect((await cancel()).body.msg).toBe('done.request-cancelled')
    expect((await cancel()).body.msg).toBe('order.not-review')
    expect(await read(member, third)).toMatchObject({ state: 'rejected', rejectionReason: 'cancelled' })
    await harness.execute()
    expect(await harness.available(member)).toBe(before)
    const { deposits } = (await member.client.call('/deposits/list')).body.data
    expect(deposits.map(({ depositId }: any) => depositId)).toEqual([third, first])
    const stranger = await harness.api.member()
    expect((await stranger.client.call('/deposits/read', { depositId: first })).body.msg).toBe(
      'order.not-found',
    )
  })

  test('cannot be cancelled once decided', async () => {
    const member = await harness.api.member()
    const id = idOf(await send(member))
    for (const by of harness.operators) await harness.vote(by, 'deposit', id, 'approve')
    const reply = await member.client.call('/deposits/cancel', { depositId: id }, { key: true })
    expect(reply.body.msg).toBe('order.not-review')
    await harness.execute()
    expect((await read(member, id)).state).toBe('passed')
  })

  test('expires when no operator decides in time', async () => {
    const member = await harness.api.member()
    const id = idOf(await send(member))
    const late = new Date(harness.clock.now().getTime() + 8 * 86_400_000)
    await harness.worker.query('SELECT app.expire_reviews($1, 100)', [late])
    await harness.execute()
    expect(await read(member, id)).toMatchObject({ state: 'rejected', rejectionReason: 'expired' })
  })
})

describe('refused deposits', () => {
  test('amounts, receipts and channels outside the rules are refused', async () => {
    const [member, other] = [await harness.api.member(), await harness.api.member()]
    const small = await send(member, { amount: '99999' })
    expect([small.body.msg, small.body.rule, small.body.params]).toEqual([
      'deposit.amount',
      'deposit.min',
      { min: '100000', max: '200000000' },
    ])
    expect((await send(member, { amount: '200000001' })).body.rule).toBe('deposit.maxPerTxn')
    expect((await send(member, { amount: '-100000' })).body.msg).toBe('deposit.amount')
    expect((await send(member, { receipt: undefined })).body.msg).toBe('deposit.receipt-first')
    const theirs = await harness.receipt(other)
    expect((await send(member, { receipt: theirs })).body.msg).toBe('upload.not-found')
    const own = await harness.receipt(member)
    await harness.reject('deposit', idOf(await send(member, { receipt: own })), {
      reason: 'receipt-unreadable',
    })
    expect((await send(member, { receipt: own })).body.msg).toBe('upload.not-found')
    const closed = await harness.channel({ state: 'suspended', reason: { tw: '維護', en: 'Maintenance' } })
    expect((await send(member, { channelId: closed })).body.msg).toBe('deposit.channel-closed')
    expect((await member.client.call('/deposits/channel', { channelId: closed })).body.msg).toBe(
      'deposit.channel-closed',
    )
  })

  test('a deposit above the daily limit is refused', async () => {
    const member = await harness.api.member()
    for (const amount of ['200000000', '90000000'])
      await harness.approve('deposit', idOf(await send(member, { amount })))
    const over = await send(member, { amount: '10000001' })
    expect([over.body.msg, over.body.params]).toEqual(['deposit.daily-limit', { left: '10000000' }])
    expect((await send(member, { amount: '10000000' })).http).toBe(200)
  })

  test('five wrong channel passwords block further attempts', async () => {
    const member = await harness.api.member()
    const secret = await harness.channel({ password: 'open-sesame' })
    const tried = (channelPassword?: string) => send(member, { channelId: secret, channelPassword })
    expect([(await tried()).body.msg, (await tried()).body.field]).toEqual([
      'input.required',
      'channelPassword',
    ])
    expect((await tried('wrong')).body.msg).toBe('password.wrong-channel')
    await harness.reject('deposit', idOf(await tried('open-sesame')), { reason: 'not-received' })
    for (let n = 0; n < 5; n += 1) expect((await tried('wrong')).body.msg).toBe('password.wrong-channel')
    expect((await tried('open-sesame')).body.msg).toBe('request.too-frequent')
  })

  test.each([
    ['09:29:59 on a Tuesday', -31 * 60_000 + 1_000, false, 0],
    ['09:30 on a Tuesday', -30 * 60_000, true, 0],
    ['19:29:59 on a Tuesday', 9.5 * 3_600_000 - 1_000, true, 0],
    ['19:30 on a Tuesday', 9.5 * 3_600_000, false, 1],
    ['10:00 on a Saturday', 4 * 86_400_000, false, 6],
  ])('deposit hours are checked at %s', async (_when, after, isOpen, opensInDays) => {
    harness.clock.set(new Date(Date.parse(openHours) + after))
    const member = await harness.api.member()
    const reply = await send(member)
    if (isOpen) return expect(reply.body.msg).toBe('done.recharge')
    const opens = new Date(Date.parse(openHours) - 30 * 60_000 + opensInDays * 86_400_000).toISOString()
    expect([reply.body.msg, reply.body.params]).toEqual([
      'time.outside-deposit',
      { at: opens, open: '09:30', close: '19:30' },
    ])
  })

  test('members read the hours that operators changed', async () => {
    const member = await harness.api.member()
    await harness.owner.query(
      `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
       VALUES ('deposit.opens', 660, $1, $1, 'test', 'op-1', 'op-2'), ('bank.coolDownHours', 48, $1, $1, 'test', 'op-1', 'op-2'),
         ('withdraw.closes', 1080, $1, $1, 'test', 'op-1', 'op-2')`,
      [harness.clock.now()],
    )
    try {
      const call = async (path: Parameters<typeof member.client.call>[0]) =>
        (await member.client.call(path)).body.data
      expect((await send(member)).body).toMatchObject({
        msg: 'time.outside-deposit',
        params: { open: '11:00', close: '19:30' },
      })
      expect(await call('/deposits/channels')).toMatchObject({ hours: { open: '11:00', close: '19:30' } })
      expect(await call('/withdrawals/offer')).toMatchObject({ hours: { open: '09:30', close: '18:00' } })
      expect(await call('/bank-accounts/list')).toMatchObject({ coolDownHours: 48 })
    } finally {
      await harness.owner.query('DELETE FROM app.rule_values')
    }
  })

  test('a deposit on an exchange holiday is refused', async () => {
    const member = await harness.api.member()
    const date = openHours.slice(0, 10)
    await harness.owner.query('DELETE FROM app.closures WHERE date = $1', [date])
    const columns = await harness.owner.query(
      `SELECT column_name FROM information_schema.columns WHERE table_schema = 'app' AND table_name = 'closures'`,
    )
    expect(columns.rows.length).toBeGreaterThan(0)
    await harness.owner.query(
      `INSERT INTO app.closures (date, settlement_only, name_tw, name_en, source) VALUES ($1, false, '休市', 'Closed', 'test')`,
      [date],
    )
    try {
      expect((await send(member)).body.msg).toBe('time.outside-deposit')
    } finally {
      await harness.owner.query('DELETE FROM app.closures WHERE date = $1', [date])
    }
  })

  test('a frozen account cannot deposit, a no-withdrawal one can', async () => {
    const member = await harness.api.member()
    const bar = (kind: 'no-withdrawal' | 'frozen') =>
      harness.api.db.transaction((tx) =>
        setRestriction(tx, {
          memberId: member.memberId,
          kind,
          reason: 'suspected-takeover',
          operators: ['one', 'two'],
          now: harness.clock.now(),
          requestId: 'test',
        }),
      )
    await bar('no-withdrawal')
    const id = idOf(await send(member))
    await harness.reject('deposit', id, { reason: 'not-received' })
    await bar('frozen')
    expect((await send(member)).body.msg).toBe('restriction.frozen')
  })

  test('fundOps.block makes a pending withdrawal block deposits', async () => {
    const member = await harness.member()
    const bankAccountId = await harness.card(member)
    const withdrawalId = newId()
    const body = { withdrawalId, bankAccountId, amount: '100000', fundPassword: '258036' }
    expect((await member.client.call('/withdrawals/create', body, { key: true })).body.msg).toBe(
      'done.withdrawal',
    )
    await setRule('fundOps.block', 1)
    try {
      const blocked = await send(member)
      expect([blocked.body.msg, blocked.body.params]).toEqual([
        'order.fund-operation-in-progress',
        { request: 'withdrawal', number: withdrawalId },
      ])
    } finally {
      await harness.owner.query(`DELETE FROM app.rule_values WHERE rule = 'fundOps.block'`)
    }
    expect((await send(member)).http).toBe(200)
  })
})

describe('deposits in the console', () => {
  const context = () =>
    ({ caller: { ...harness.operators[0] }, now: harness.clock.now(), requestId: 'test' }) as never
  const handlers = () => depositsConsoleHandlers({ db: harness.console, secrets: harness.api.config.secrets })
  const channel = {
    name: { tw: '新管道', en: 'New channel' },
    currency: 'TWD',
    state: 'open',
    reason: null,
    min: '200000',
    max: '300000',
    fee: '1500',
    usualMinutes: 60,
    password: 'secret-1',
    holder: '公平證券',
    number: '0061234',
    bankName: '合作金庫',
    bankCode: '006',
    branch: '營業部',
    place: 9,
    why: 'a second bank',
  } as const

  test('two operators create a channel, and its fee is deducted', async () => {
    for (const wrong of [{ fee: '200000' }, { min: '300001' }, { currency: 'XYZ' }, { password: 'short' }]) {
      const reply = await handlers().proposeChannel({ ...channel, ...wrong }, context())
      expect(reply).toMatchObject({ ok: false, msg: 'funds.channel' })
    }
    const proposed = await handlers().proposeChannel(channel, context())
    if (!proposed.ok) throw new Error(proposed.msg)
    const { rows } = await harness.owner.query('SELECT subject, payload FROM app.reviews WHERE id = $1', [
      proposed.data.reviewId,
    ])
    const made = rows[0].subject as string
    expect(JSON.stringify(rows[0].payload)).not.toContain('secret-1')
    const member = await harness.api.member()
    expect((await send(member, { channelId: made })).body.msg).toBe('deposit.channel-closed')
    expect(await harness.vote(harness.operators[1], 'channel', made, 'approve')).toBeNull()
    await harness.execute()
    const before = await harness.available(member)
    const paid = await send(member, { channelId: made, amount: '250000', channelPassword: 'secret-1' })
    await harness.approve('deposit', idOf(paid))
    expect(await harness.available(member)).toBe(before + 248_500n)
  })

  test('a review compares claim, receipt and statement', async () => {
    const member = await harness.api.member()
    const id = idOf(await send(member, { amount: '710000' }))
    const kind = reviewKinds(harness.api.api.runtime).find((one) => one.kind === 'deposit')!
    const { rows } = await harness.owner.query(
      `SELECT subject, payload FROM app.reviews WHERE subject = $1`,
      [id],
    )
    const before = await kind.describe(harness.console, rows[0])
    expect(before.checks?.map(({ ok, code }) => (ok ? `${code} ok` : code))).toEqual([
      'deposit.on-statement',
      'deposit.same-amount',
      'deposit.named',
      'deposit.own-account',
      'deposit.booked-is-statement',
      'deposit.receipt-once ok',
      'deposit.in-hours ok',
    ])
    expect(before.compare?.rows[0]).toEqual({ code: 'amount', values: ['NT$7,100.00', null], differs: false })
    expect(before.pictures).toHaveLength(1)
  })
})

describe('the table of transitions', () => {
  test('is the same in the rules, the database and the docs', async () => {
    const pairs = depositTransitions.map(([from, to]) => `${from} --> ${to}`).toSorted()
    const { rows } = await harness.owner.query(
      `SELECT from_state, to_state FROM app.state_steps WHERE machine = 'deposit' AND from_state IS NOT NULL`,
    )
    expect(rows.map(({ from_state, to_state }) => `${from_state} --> ${to_state}`).toSorted()).toEqual(pairs)
    const drawn = readFileSync('docs/features/deposits.md', 'utf8').match(/^ {4}[a-z]+ --> [a-z]+$/gm)
    expect(drawn?.map((line) => line.trim()).toSorted()).toEqual(pairs)
  })

  test('the database refuses every change to a decided deposit', async () => {
    for (const from of ['passed', 'rejected'] as const) {
      const member = await harness.api.member()
      const id = idOf(await send(member))
      await (from === 'passed'
        ? harness.approve('deposit', id)
        : harness.reject('deposit', id, { reason: 'not-received' }))
      for (const to of depositStates) {
        if (to === from) continue
        const step = harness.worker.query('UPDATE app.deposits SET state = $2 WHERE id = $1', [id, to])
        await expect(step, `${from} to ${to}`).rejects.toThrow(/does not go from/)
      }
      await expect(
        harness.worker.query('UPDATE app.deposits SET booked = 1 WHERE id = $1', [id]),
      ).rejects.toThrow(/decided and does not change/)
    }
  })
})
