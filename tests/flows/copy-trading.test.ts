// Copies on the real api, reviews and PostgreSQL: every state, transition and refusal, the hold of each copy, products with
// term and deadline, and the books after every test.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { mentorsConsoleHandlers, writeMentorDays } from '../../apps/server/src/features/mentors/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { reviewDeps } from '../../apps/server/src/roles/feature-deps.ts'
import { copyStates } from '../../packages/contract/src/copy-trading/index.ts'
import {
  copyStarts,
  copyTradingRules,
  copyTransitions,
  isCopyOpen,
} from '../../packages/rules/src/copy-trading/index.ts'
import { type CopyHarness, openCopyHarness, type TestMentor } from './support/copy-harness.ts'
import { openHours } from './support/fund-harness.ts'
import { dayBefore, plantRecord } from './support/mentor-record.ts'
import type { TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 120_000 })

let harness: CopyHarness
let mentor: TestMentor
beforeAll(async () => {
  harness = await openCopyHarness()
  mentor = await harness.mentor()
})
afterAll(() => harness.stop())
beforeEach(() => harness.clock.set(openHours))
afterEach(async () => {
  expect(await requestBreaches(harness.api.database)).toEqual([])
  const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
  expect(broken).toEqual([])
})

const minute = 60_000
const day = 24 * 60 * minute
const amount = 5_000_000n
const large = String(copyTradingRules.reviewFrom.default + 1)
const call = (member: TestMember, path: string, body: object) =>
  member.client.call(`/copy-trading/${path}`, body, { key: true })
const list = async (member: TestMember, view: 'current' | 'history') =>
  (await member.client.call('/copy-trading/list', { view })).body.data
const noticesOf = async ({ memberId }: TestMember): Promise<readonly string[]> => {
  const { rows } = await harness.owner.query<{ code: string }>(
    `SELECT code FROM app.notices WHERE member_id = $1 AND code LIKE 'copy.%' ORDER BY sent_at, id`,
    [memberId],
  )
  return rows.map(({ code }) => code)
}
const eventsOf = async ({ memberId }: TestMember): Promise<readonly string[]> => {
  const { rows } = await harness.owner.query<{ state: string }>(
    `SELECT data->>'state' AS state FROM app.member_events WHERE member_id = $1 AND kind = 'copy.changed' ORDER BY number`,
    [memberId],
  )
  return rows.map(({ state }) => state)
}

describe('a follow', () => {
  test('holds its amount and is decided at once', async () => {
    const member = await harness.member()
    const before = await harness.available(member)
    const reply = await harness.follow(member, mentor.mentorId, { cap: '1000000' })
    expect(reply.body.msg).toBe('done.follow')
    const { copy } = reply.body.data
    expect(copy).toMatchObject({
      mentor: { mentorId: mentor.mentorId, level: 'junior', isSimulated: false },
      product: null,
      amount: '5000000',
      held: '5000000',
      stockShareBp: 3_000,
      stopLossBp: 1_000,
      cap: '1000000',
      isPaused: false,
      state: 'following',
      endReason: null,
      promisedAt: null,
    })
    // The list of a day closes before its session.
    expect(copy.startsOn > harness.clock.now().toISOString().slice(0, 10)).toBe(true)
    expect(await harness.held(member)).toBe(amount)
    expect(await harness.available(member)).toBe(before - amount)
    expect(await list(member, 'current')).toMatchObject({
      copies: [copy],
      counts: { current: 1, history: 0 },
      held: '5000000',
      next: null,
    })
    expect(await eventsOf(member)).toEqual(['following'])
  })

  test('shows its terms before it is sent', async () => {
    const member = await harness.member()
    const terms = async () =>
      (await member.client.call('/copy-trading/terms', { mentorId: mentor.mentorId })).body.data
    const { equity, room, available, ...first } = await terms()
    expect(first).toMatchObject({
      isOpen: isCopyOpen,
      minFollow: '1000000',
      maxFollow: '200000000',
      reviewFrom: '50000000',
      stockShareBp: 3_000,
      brokerage: 1_425,
      tax: 3_000,
      copyId: null,
    })
    expect(BigInt(room)).toBe(BigInt(equity) / 2n)
    const copyId = await harness.followed(member, mentor.mentorId)
    const after = await terms()
    expect(after).toMatchObject({ copyId, equity, room: String(BigInt(room) - amount) })
    expect(BigInt(after.available)).toBe(BigInt(available) - amount)
  })

  test('is sent again with the same answer and one effect', async () => {
    const member = await harness.member()
    const copyId = newId()
    await harness.followed(member, mentor.mentorId, { copyId })
    expect(await harness.followed(member, mentor.mentorId, { copyId })).toBe(copyId)
    expect(await harness.held(member)).toBe(amount)
    const other = await harness.follow(member, mentor.mentorId, { copyId, amount: '6000000' })
    expect([other.body.msg, other.body.field]).toEqual(['input.invalid', 'copyId'])
  })

  test('of twenty at once is one', async () => {
    const member = await harness.member()
    const replies = await Promise.all(
      Array.from({ length: 20 }, () => harness.follow(member, mentor.mentorId)),
    )
    expect(replies.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(new Set(replies.map(({ body }) => body.msg))).toEqual(new Set(['done.follow', 'follow.exists']))
    expect(await harness.held(member)).toBe(amount)
  })

  test.each([
    ['without consent', { agreed: false }, 'input.required', 'agreed'],
    ['with a share below the minimum', { stockShareBp: 499 }, 'input.invalid', 'stockShareBp'],
    ['with a stop-loss below the minimum', { stopLossBp: 499 }, 'input.invalid', 'stopLossBp'],
    ['with a cap above the amount', { cap: '5000001' }, 'input.invalid', 'cap'],
    ['of an unknown mentor', { mentorId: newId() }, 'follow.mentor-not-found', 'mentorId'],
    ['of an unknown product', { productId: newId() }, 'follow.trader-not-found', 'productId'],
    ['below the minimum', { amount: '999999' }, 'follow.below-minimum', 'amount'],
    ['above the maximum', { amount: '200000001' }, 'follow.above-maximum', 'amount'],
  ])('%s is refused', async (_what, body, msg, field) => {
    const member = await harness.member()
    const reply = await harness.follow(member, mentor.mentorId, body)
    expect([reply.body.msg, reply.body.field]).toEqual([msg, field])
    expect(await harness.held(member)).toBe(0n)
  })

  test('of oneself is refused', async () => {
    expect((await harness.follow(mentor, mentor.mentorId)).body.msg).toBe('follow.own')
  })

  test('beyond half of the account is refused', async () => {
    const member = await harness.member()
    const { room } = (await member.client.call('/copy-trading/terms', { mentorId: mentor.mentorId })).body
      .data
    let left = BigInt(room)
    const max = BigInt(copyTradingRules.maxFollow.default)
    while (left > max) {
      const next = await harness.mentor()
      await harness.followed(member, next.mentorId, { amount: max.toString() })
      left -= max
    }
    const reply = await harness.follow(member, mentor.mentorId, { amount: String(left + 1n) })
    expect([reply.body.msg, reply.body.rule]).toEqual(['follow.share-of-equity', 'copy.equityShare'])
  })
})

describe('a large follow', () => {
  test('waits for two operators and then runs', async () => {
    const member = await harness.member()
    const copyId = await harness.followed(member, mentor.mentorId, { amount: large })
    expect(await harness.copy(member, copyId)).toMatchObject({ state: 'under-review', startedAt: null })
    expect((await harness.copy(member, copyId)).promisedAt).not.toBeNull()
    const waiting = await harness.copies('under-review')
    expect(waiting.ok && waiting.data.copies.map((each) => each.copyId)).toContain(copyId)
    await harness.approve('copy', copyId)
    expect(await harness.copy(member, copyId)).toMatchObject({ state: 'following', held: large })
    expect(await noticesOf(member)).toEqual(['copy.passed'])
    expect(await eventsOf(member)).toEqual(['under-review', 'following'])
  })

  test('is rejected with a reason, and its money returns', async () => {
    const member = await harness.member()
    const before = await harness.available(member)
    const copyId = await harness.followed(member, mentor.mentorId, { amount: large })
    await harness.reject('copy', copyId, { reason: 'source-of-funds', note: 'Send a bank statement.' })
    expect(await harness.copy(member, copyId)).toMatchObject({
      state: 'cancelled',
      endReason: 'source-of-funds',
      note: 'Send a bank statement.',
      held: '0',
    })
    expect(await harness.available(member)).toBe(before)
    expect(await noticesOf(member)).toEqual(['copy.rejected'])
  })

  test('is cancelled by its member before it is decided', async () => {
    const member = await harness.member()
    const before = await harness.available(member)
    const copyId = await harness.followed(member, mentor.mentorId, { amount: large })
    expect((await call(member, 'cancel', { copyId })).body.msg).toBe('done.request-cancelled')
    expect(await harness.copy(member, copyId)).toMatchObject({ state: 'cancelled', endReason: 'cancelled' })
    expect(await harness.available(member)).toBe(before)
    expect((await call(member, 'cancel', { copyId })).body.msg).toBe('order.not-review')
  })

  test('cannot be changed, paused or stopped while it waits', async () => {
    const member = await harness.member()
    const copyId = await harness.followed(member, mentor.mentorId, { amount: large })
    const settings = { stockShareBp: 3_000, stopLossBp: null, cap: null }
    for (const [path, body] of [
      ['change', settings],
      ['pause', { isPaused: true }],
      ['stop', {}],
    ] as const)
      expect((await call(member, path, { copyId, ...body })).body.msg).toBe('follow.not-following')
    await call(member, 'cancel', { copyId })
  })
})

describe('a running copy', () => {
  test('changes its settings within their bounds', async () => {
    const member = await harness.member()
    const copyId = await harness.followed(member, mentor.mentorId)
    const settings = { stockShareBp: 2_500, stopLossBp: null, cap: '700000' }
    expect((await call(member, 'change', { copyId, ...settings })).body.data.copy).toMatchObject(settings)
    const wrong = await call(member, 'change', { copyId, ...settings, stockShareBp: 100 })
    expect([wrong.body.msg, wrong.body.field]).toEqual(['input.invalid', 'stockShareBp'])
    expect(await harness.copy(member, copyId)).toMatchObject(settings)
  })

  test('is paused and resumed; the first time of a pause stays', async () => {
    const member = await harness.member()
    const copyId = await harness.followed(member, mentor.mentorId)
    const first = (await call(member, 'pause', { copyId, isPaused: true })).body.data.copy
    expect(first).toMatchObject({ isPaused: true, state: 'following', held: '5000000' })
    harness.clock.set(new Date(harness.clock.now().getTime() + 60_000).toISOString())
    expect((await call(member, 'pause', { copyId, isPaused: true })).body.data.copy).toEqual(first)
    expect((await call(member, 'pause', { copyId, isPaused: false })).body.data.copy).toMatchObject({
      isPaused: false,
      pausedAt: null,
    })
  })

  test('is stopped once, and its money returns', async () => {
    const member = await harness.member()
    const before = await harness.available(member)
    const copyId = await harness.followed(member, mentor.mentorId)
    const stopped = await Promise.all(Array.from({ length: 8 }, () => call(member, 'stop', { copyId })))
    expect(stopped.filter(({ http }) => http === 200)).toHaveLength(1)
    expect(await harness.copy(member, copyId)).toMatchObject({
      state: 'ended',
      endReason: 'stopped',
      held: '0',
    })
    expect(await harness.available(member)).toBe(before)
    expect(await list(member, 'history')).toMatchObject({ counts: { current: 0, history: 1 }, held: '0' })
    // The same mentor can be followed again.
    await harness.followed(member, mentor.mentorId)
  })

  test('ends when its mentor closes', async () => {
    const [member, leaving] = [await harness.member(), await harness.mentor()]
    const copyId = await harness.followed(member, leaving.mentorId)
    expect(await harness.end()).toBe(0)
    await leaving.client.call('/mentors/close', {}, { key: true })
    expect((await harness.follow(await harness.member(), leaving.mentorId)).body.msg).toBe(
      'follow.mentor-not-found',
    )
    expect(await harness.end()).toBe(1)
    expect(await harness.end()).toBe(0)
    expect(await harness.copy(member, copyId)).toMatchObject({ state: 'ended', endReason: 'mentor-closed' })
    expect(await harness.held(member)).toBe(0n)
    expect(await noticesOf(member)).toEqual(['copy.ended'])
  })

  test('is in the public figures of its mentor', async () => {
    const [first, second, followed] = [await harness.member(), await harness.member(), await harness.mentor()]
    await harness.followed(first, followed.mentorId)
    const copyId = await harness.followed(second, followed.mentorId)
    await call(second, 'stop', { copyId })
    await harness.owner.query('BEGIN')
    const date = dayBefore(harness.clock.now().toISOString().slice(0, 10), 0)
    await plantRecord(harness.owner, followed.memberId, {
      days: [{ date, total: 10_000_000, paidIn: 10_000_000 }],
    })
    await harness.owner.query('COMMIT')
    await writeMentorDays(
      harness.worker,
      reviewDeps({ config: harness.api.config, bus: harness.api.api.runtime.bus }),
      harness.clock.now(),
    )
    const { follow } = (await first.client.call('/mentors/read', { mentorId: followed.mentorId })).body.data
      .mentor
    expect(follow).toMatchObject({ scale: '5000000', cumulative: '10000000' })
  })
})

test('the console counts followers and their amounts, and names none', async () => {
  const [first, second, followed] = [await harness.member(), await harness.member(), await harness.mentor()]
  const { listed } = mentorsConsoleHandlers({ db: harness.console })
  const read = async () => {
    const answer = await listed({}, {} as never)
    if (!answer.ok) throw new Error('not listed')
    return answer.data.mentors.find(({ mentorId }) => mentorId === followed.mentorId)!
  }
  expect(await read()).toMatchObject({ followers: 0, followed: '0' })
  await harness.followed(first, followed.mentorId)
  const copyId = await harness.followed(second, followed.mentorId)
  expect(await read()).toMatchObject({ followers: 2, followed: '10000000' })
  await call(second, 'stop', { copyId })
  const mentorNow = await read()
  expect(mentorNow).toMatchObject({ followers: 1, followed: '5000000' })
  expect(JSON.stringify(mentorNow)).not.toContain(first.memberId)
})

describe('a product', () => {
  test('is published by two operators with the terms they read', async () => {
    const productId = await harness.product(mentor.mentorId)
    const member = await harness.member()
    const { products } = (await member.client.call('/copy-trading/products', {})).body.data
    expect(products.find((each: { productId: string }) => each.productId === productId)).toMatchObject({
      name: { tw: '穩進 60 天', en: 'Steady 60 days' },
      mentor: { mentorId: mentor.mentorId },
      minFollow: '2000000',
      maxTotal: '6000000',
      total: '0',
      termDays: 60,
      isOpen: true,
      copyId: null,
    })
    const listed = await harness.listed()
    expect(listed.ok && listed.data.mentors.map((each) => each.mentorId)).toContain(mentor.mentorId)
  })

  test.each([
    ['name', { name: { tw: 'x', en: 'Steady' } }],
    ['minFollow', { minFollow: '999999' }],
    ['maxTotal', { maxTotal: '1999999' }],
    ['termDays', { termDays: 91 }],
    ['deadline', { deadline: '2020-01-01T00:00:00.000Z' }],
  ])('with a wrong %s is refused', async (field, over) => {
    expect(await harness.propose(mentor.mentorId, over)).toMatchObject({
      ok: false,
      msg: 'copy-product.terms',
      field,
    })
  })

  test('of an unknown mentor is refused', async () => {
    expect(await harness.propose(newId())).toMatchObject({ ok: false, msg: 'copy-product.mentor' })
  })

  test('takes no more than its largest total and its minimum', async () => {
    const own = await harness.mentor()
    const productId = await harness.product(own.mentorId)
    const [first, second] = [await harness.member(), await harness.member()]
    expect((await harness.follow(first, own.mentorId, { productId, amount: '1999999' })).body.msg).toBe(
      'follow.below-minimum',
    )
    await harness.followed(first, own.mentorId, { productId })
    expect((await harness.follow(second, own.mentorId, { productId, amount: '2000000' })).body.msg).toBe(
      'follow.above-maximum',
    )
    // Another mentor's product is none of this mentor.
    expect((await harness.follow(second, mentor.mentorId, { productId })).body.msg).toBe(
      'follow.trader-not-found',
    )
  })

  test('takes no follow after its deadline and ends with its term', async () => {
    const own = await harness.mentor()
    const productId = await harness.product(own.mentorId, {
      termDays: 1,
      deadline: new Date(harness.clock.now().getTime() + 20 * minute).toISOString(),
    })
    const [member, late] = [await harness.member(), await harness.member()]
    const copyId = await harness.followed(member, own.mentorId, { productId })
    const start = harness.clock.now().getTime()
    harness.clock.set(new Date(start + 20 * minute).toISOString())
    expect((await harness.follow(late, own.mentorId, { productId })).body.msg).toBe('follow.past-deadline')
    expect(await harness.end()).toBe(0)
    harness.clock.set(new Date(start + 2 * day).toISOString())
    expect(await harness.end()).toBe(1)
    harness.clock.set(openHours)
    expect(await harness.copy(member, copyId)).toMatchObject({
      state: 'ended',
      endReason: 'term-over',
      product: { productId, name: { tw: '穩進 60 天' } },
    })
    expect(await harness.held(member)).toBe(0n)
  })

  test('has its room again when a review ends without a start', async () => {
    const own = await harness.mentor()
    const productId = await harness.product(own.mentorId, { maxTotal: '100000000' })
    const member = await harness.member()
    const copyId = await harness.followed(member, own.mentorId, { productId, amount: large })
    await call(member, 'cancel', { copyId })
    const { rows } = await harness.owner.query('SELECT total::text FROM app.copy_products WHERE id = $1', [
      productId,
    ])
    expect(rows).toEqual([{ total: '0' }])
  })
})

test('the database refuses every other transition of a copy', async () => {
  const allowed = new Set(copyTransitions.map(([from, to]) => `${from} ${to}`))
  expect(copyStarts).toEqual(['under-review', 'following'])
  const member = await harness.member()
  const copyId = await harness.followed(member, mentor.mentorId)
  for (const from of copyStates)
    for (const to of copyStates) {
      if (from === to) continue
      await harness.owner.query('BEGIN')
      try {
        await harness.owner.query('SET LOCAL session_replication_role = replica')
        await harness.owner
          .query(`ALTER TABLE app.copies DROP CONSTRAINT copies_started, DROP CONSTRAINT copies_ended,
          DROP CONSTRAINT copies_promised`)
        await harness.owner.query('UPDATE app.copies SET state = $2 WHERE id = $1', [copyId, from])
        await harness.owner.query('SET LOCAL session_replication_role = origin')
        const step = harness.owner.query('UPDATE app.copies SET state = $2 WHERE id = $1', [copyId, to])
        if (allowed.has(`${from} ${to}`)) await step
        else await expect(step, `${from} to ${to}`).rejects.toThrow('copy')
      } finally {
        await harness.owner.query('ROLLBACK')
      }
    }
})

test('the figures of the rule are those of the database', async () => {
  const { rows } = await harness.owner.query(
    `SELECT prosrc FROM pg_proc WHERE oid = 'app.check_new_copy'::regproc`,
  )
  const numbers = [...String(rows[0].prosrc).matchAll(/\d{6,}/g)].map(([number]) => Number(number))
  expect(new Set(numbers)).toEqual(
    new Set([copyTradingRules.maxFollow.default, copyTradingRules.reviewFrom.default]),
  )
})
