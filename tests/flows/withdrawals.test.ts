// Withdrawals on the real api, PostgreSQL and reviews: what can be withdrawn, what is held, four eyes, the payout file,
// the bank's answers, every state, stage and transition.

import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { payoutStages, withdrawalStates } from '../../packages/contract/src/withdrawals/index.ts'
import { payoutTransitions, withdrawalTransitions } from '../../packages/rules/src/withdrawals/index.ts'
import { importStatement } from '../../apps/server/src/features/bank-statements/index.ts'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import {
  confirmPayouts,
  proposePayoutBatch,
  proposePayoutReturn,
  readPayoutFile,
  withdrawalsConsoleHandlers,
} from '../../apps/server/src/features/withdrawals/index.ts'
import { reviewKinds } from '../../apps/server/src/roles/review-kinds.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { type FundHarness, fundPassword, openFundHarness, openHours } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: FundHarness
beforeAll(async () => {
  harness = await openFundHarness()
})
afterAll(() => harness.stop())
beforeEach(() => harness.clock.set(openHours))
afterEach(async () => {
  expect(await requestBreaches(harness.api.database)).toEqual([])
})

const send = (member: TestMember, bankAccountId: string, body: object = {}) =>
  member.client.call(
    '/withdrawals/create',
    { withdrawalId: newId(), bankAccountId, amount: '500000', fundPassword, ...body },
    { key: true },
  )
const read = async (member: TestMember, withdrawalId: string) =>
  (await member.client.call('/withdrawals/read', { withdrawalId })).body.data.withdrawal
const offer = async (member: TestMember) => (await member.client.call('/withdrawals/offer')).body.data
const idOf = (reply: Awaited<ReturnType<typeof send>>): string => reply.body.data.withdrawal.withdrawalId
const ready = async (): Promise<[TestMember, string]> => {
  const member = await harness.member()
  return [member, await harness.card(member)]
}
const deps = () => {
  const { bus } = harness.api.api.runtime
  const subjects = { own: (id: string) => `test.own.${id}` } as never
  return { secrets: harness.api.config.secrets, bus, subjects }
}
const propose = (currency = 'TWD') =>
  harness.console.transaction((tx) =>
    proposePayoutBatch(tx, {
      currency,
      by: harness.operators[0],
      reason: 'today',
      now: harness.clock.now(),
      requestId: 'test',
    }),
  )
const sendBatch = async () => {
  expect(await propose()).toMatchObject({ ok: true })
  expect(await harness.vote(harness.operators[1], 'payout-batch', 'payouts:TWD', 'approve')).toBeNull()
  await harness.execute()
}

describe('under a margin call', () => {
  const call = async (member: TestMember, amount: bigint): Promise<string> => {
    const callId = newId()
    await harness.owner.query(
      `INSERT INTO app.margin_calls (id, member_id, called_at, ratio_bp, amount, deadline)
       VALUES ($1, $2, $3, 12900, $4, $3::timestamptz + interval '2 days')`,
      [callId, member.memberId, harness.clock.now(), amount],
    )
    return callId
  }

  test('the called amount cannot be withdrawn', async () => {
    const [member, card] = await ready()
    const free = await harness.available(member)
    const callId = await call(member, free - 700_000n)
    expect(await offer(member)).toMatchObject({ withdrawable: '700000', called: String(free - 700_000n) })
    const tooMuch = await send(member, card, { amount: '800000' })
    expect([tooMuch.http, tooMuch.body.msg]).toEqual([409, 'balance.insufficient-withdrawable'])
    expect((await send(member, card, { amount: '500000' })).http).toBe(200)

    await harness.owner.query('UPDATE app.margin_calls SET paid = amount - 200000 WHERE id = $1', [callId])
    expect(await offer(member)).toMatchObject({ called: '200000' })
    await harness.owner.query(`UPDATE app.margin_calls SET state = 'met', ended_at = $2 WHERE id = $1`, [
      callId,
      harness.clock.now(),
    ])
    expect(await offer(member)).toMatchObject({ called: '0' })
  })

  test('a call above the available cash leaves nothing to withdraw', async () => {
    const [member, card] = await ready()
    await call(member, (await harness.available(member)) + 1n)
    expect(await offer(member)).toMatchObject({ withdrawable: '0' })
    expect((await send(member, card)).body.msg).toBe('balance.insufficient-withdrawable')
  })
})

describe('a withdrawal', () => {
  test('is held, approved, sent and paid with matching ledger balances', async () => {
    const [member, card] = await ready()
    const before = await harness.available(member)
    expect(await offer(member)).toMatchObject({
      withdrawable: before.toString(),
      owed: '0',
      min: '100000',
      max: '200000000',
      timesLeftToday: 3,
      isOpen: true,
      hasFundPassword: true,
      coolDownEndsAt: null,
      pending: null,
    })
    const sent = await send(member, card)
    expect([sent.http, sent.body.msg]).toEqual([200, 'done.withdrawal'])
    const id = idOf(sent)
    expect(sent.body.data.withdrawal).toMatchObject({
      state: 'pending',
      stage: null,
      bankName: '台新國際商業銀行',
    })
    const promised = new Date(harness.clock.now().getTime() + 4 * 3_600_000).toISOString()
    expect(sent.body.data.withdrawal.promisedAt).toBe(promised)
    expect(await harness.available(member)).toBe(before - 500_000n)
    expect((await offer(member)).pending).toBe(id)

    await harness.approve('withdrawal', id)
    expect(await read(member, id)).toMatchObject({ state: 'passed', stage: 'queued' })
    await sendBatch()
    expect(await read(member, id)).toMatchObject({ state: 'passed', stage: 'sent' })

    const { rows } = await harness.owner.query(
      'SELECT reference, batch_id FROM app.withdrawals WHERE id = $1',
      [id],
    )
    const file = await readPayoutFile(harness.worker, harness.api.config.secrets, rows[0].batch_id)
    expect(file!.sha256).toBe(createHash('sha256').update(file!.text).digest('hex'))
    expect(file!.text).toMatch(new RegExp(`^${rows[0].reference},812,\\d{12},林小安,TWD,5000\\.00$`, 'm'))
    expect(file!.text).toMatch(/^total,,,,TWD,\d+\.00$/m)

    const text = `account,transaction,booked_at,currency,amount,reference,from_ending
00401234567890,O1-${id},${harness.clock.now().toISOString()},TWD,-5000.00,${rows[0].reference},
`
    await harness.worker.transaction((tx) =>
      importStatement(tx, {
        fileName: 'out',
        text,
        by: 'system',
        now: harness.clock.now(),
        requestId: 'test',
      }),
    )
    expect(await confirmPayouts(harness.worker, deps(), harness.clock.now())).toBe(1)
    expect(await confirmPayouts(harness.worker, deps(), harness.clock.now())).toBe(0)
    const paid = await read(member, id)
    expect(paid).toMatchObject({ stage: 'paid' })
    expect(paid.steps.map(({ what }: any) => what)).toEqual(['sent', 'passed', 'sent', 'paid'])
    expect(await harness.available(member)).toBe(before - 500_000n)
    const events = await harness.api.db.query<any>(
      `SELECT data FROM app.member_events WHERE member_id = $1 AND kind = 'withdrawal.changed' ORDER BY number`,
      [member.memberId],
    )
    expect(events.map(({ data }) => data.stage ?? data.state)).toEqual(['pending', 'queued', 'sent', 'paid'])
  })

  test('that is rejected or cancelled releases its whole hold', async () => {
    const [member, card] = await ready()
    const before = await harness.available(member)
    const first = idOf(await send(member, card))
    await harness.reject('withdrawal', first, { reason: 'suspected-takeover', note: 'please call us' })
    expect(await read(member, first)).toMatchObject({
      state: 'rejected',
      stage: null,
      rejectionReason: 'suspected-takeover',
      note: 'please call us',
    })
    expect(await harness.available(member)).toBe(before)
    const second = idOf(await send(member, card))
    const cancel = () => member.client.call('/withdrawals/cancel', { withdrawalId: second }, { key: true })
    expect((await cancel()).body.msg).toBe('done.request-cancelled')
    expect((await cancel()).body.msg).toBe('order.not-review')
    expect(await read(member, second)).toMatchObject({ state: 'rejected', rejectionReason: 'cancelled' })
    expect(await harness.available(member)).toBe(before)
    const {
      rows: [review],
    } = await harness.owner.query<{ id: string; state: string }>(
      `SELECT id, state FROM app.reviews WHERE kind = 'withdrawal' AND subject = $1`,
      [second],
    )
    expect(review!.state).toBe('cancelled')
    const { rows: audited } = await harness.owner.query<{ action: string; actor: string; details: object }>(
      `SELECT action, actor, details FROM audit.entries WHERE subject = $1 ORDER BY recorded_at`,
      [`withdrawal:${second}`],
    )
    expect(audited.map(({ action, actor }) => [action, actor])).toEqual([
      ['withdrawals.sent', `member:${member.memberId}`],
      ['withdrawals.cancelled', `member:${member.memberId}`],
    ])
    expect(audited[1]!.details).toMatchObject({
      reviewId: review!.id,
      state: 'rejected',
      rejectionReason: 'cancelled',
    })
    const stranger = await harness.api.member()
    const theirs = { withdrawalId: second }
    expect((await stranger.client.call('/withdrawals/read', theirs)).body.msg).toBe('order.not-found')
    const { withdrawals } = (await member.client.call('/withdrawals/list')).body.data
    expect(withdrawals).toHaveLength(2)
  })

  test('that the bank returns is credited again with the reason', async () => {
    const [member, card] = await ready()
    const before = await harness.available(member)
    const id = idOf(await send(member, card))
    await harness.approve('withdrawal', id)
    await sendBatch()
    const back = () =>
      harness.console.transaction((tx) =>
        proposePayoutReturn(tx, {
          withdrawalId: id,
          reason: 'The bank knows no such account.',
          by: harness.operators[0],
          now: harness.clock.now(),
          requestId: 'test',
        }),
      )
    expect(await back()).toMatchObject({ ok: true })
    expect(await harness.vote(harness.operators[1], 'payout-return', id, 'approve')).toBeNull()
    await harness.execute()
    expect(await read(member, id)).toMatchObject({
      state: 'passed',
      stage: 'returned',
      rejectionReason: 'bank-returned',
      note: 'The bank knows no such account.',
    })
    expect(await harness.available(member)).toBe(before)
    expect(await back()).toBeUndefined()
  })

  test('a batch with rows changed after approval sends nothing', async () => {
    const [member, card] = await ready()
    const id = idOf(await send(member, card))
    await harness.approve('withdrawal', id)
    expect(await propose()).toMatchObject({ ok: true })
    expect(await propose()).toMatchObject({ ok: false, refusal: 'review.exists' })
    await harness.owner.query('UPDATE app.withdrawals SET amount = amount - 1, fee = fee + 1 WHERE id = $1', [
      id,
    ])
    expect(await harness.vote(harness.operators[1], 'payout-batch', 'payouts:TWD', 'approve')).toBeNull()
    await harness.execute()
    expect(harness.workerLog.at(-1)).toContain('differ from the approved ones')
    expect((await read(member, id)).stage).toBe('queued')
    await harness.owner.query('UPDATE app.withdrawals SET amount = amount + 1, fee = fee - 1 WHERE id = $1', [
      id,
    ])
    // A failed execution is retried later.
    harness.clock.advance(3_600_000)
    await harness.execute()
    harness.clock.set(openHours)
    expect((await read(member, id)).stage).toBe('sent')
  })

  test('the statistics are public and match the rows', async () => {
    const { data } = (await harness.api.client().call('/withdrawals/statistics')).body
    const { rows } = await harness.owner.query(
      `SELECT count(*) FILTER (WHERE state = 'passed')::int AS passed,
         count(*) FILTER (WHERE state = 'rejected' AND rejection_reason <> 'cancelled')::int AS rejected FROM app.withdrawals`,
    )
    expect(data).toMatchObject({
      days: 30,
      count: rows[0].passed,
      rejected: rows[0].rejected,
      keptPromise: 100,
      spread: [rows[0].passed, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0],
    })
  })
})

describe('at the console', () => {
  test('every review kind is described without personal data', async () => {
    const [member, card] = await ready()
    const id = idOf(await send(member, card))
    const kinds = reviewKinds(harness.api.api.runtime)
    const { rows } = await harness.owner.query(
      `SELECT DISTINCT ON (kind) kind, subject, payload, id AS "reviewId", member_id AS "memberId" FROM app.reviews
       WHERE kind = ANY('{withdrawal,bank-account,payout-batch,payout-return}')
         AND (kind <> 'withdrawal' OR subject = $1)`,
      [id],
    )
    expect(rows.map(({ kind }) => kind)).toEqual([
      'bank-account',
      'payout-batch',
      'payout-return',
      'withdrawal',
    ])
    for (const review of rows) {
      const handler = kinds.find(({ kind }) => kind === review.kind)!
      const text = JSON.stringify(await handler.describe(harness.console, review))
      expect(text.length).toBeGreaterThan(50)
      expect(text).not.toContain('林小安')
    }
  })

  test('the console lists payout batches and refuses empty proposals', async () => {
    const handlers = withdrawalsConsoleHandlers({ db: harness.console, secrets: harness.api.config.secrets })
    const context = {
      caller: { ...harness.operators[0] },
      now: harness.clock.now(),
      requestId: 'test',
    } as never
    const shown = await handlers.payouts({}, context)
    expect(shown).toMatchObject({
      ok: true,
      data: { batches: expect.arrayContaining([expect.objectContaining({ currency: 'TWD' })]) },
    })
    const none = await handlers.proposeBatch({ currency: 'USD', why: 'payouts of today' }, context)
    expect(none).toMatchObject({ ok: false, msg: 'funds.nothing-queued' })
    const strange = await handlers.proposeReturn({ withdrawalId: newId(), reason: 'account closed' }, context)
    expect(strange).toMatchObject({ ok: false, msg: 'funds.not-on-its-way' })
  })
})

describe('a withdrawal is refused', () => {
  test('without a verified identity or a usable bank account', async () => {
    const unverified = await harness.api.member()
    expect((await send(unverified, newId())).body.msg).toBe('identity.complete-first')
    const [member, card] = await ready()
    const [other] = await ready()
    expect((await send(other, card)).body.msg).toBe('card.not-found')
    expect((await send(member, newId())).body.msg).toBe('card.not-found')
    const form = {
      currency: 'TWD',
      holder: '林小安',
      number: '99887766554433',
      bankCode: '004',
      branch: 'x',
      branchCode: '1',
      fundPassword,
    }
    const added = await member.client.call('/bank-accounts/add', form, { key: true })
    const fresh = added.body.data.bankAccount.bankAccountId
    expect((await send(member, fresh)).body.msg).toBe('card.not-own')
    await harness.approve('bank-account', fresh)
    const resting = await send(member, fresh)
    expect([resting.body.msg, resting.body.rule]).toEqual(['card.resting', 'bank.coolDownHours'])
  })

  test('outside the amount, daily and balance limits', async () => {
    const [member, card] = await ready()
    const asked = (amount: string) => send(member, card, { amount })
    expect([(await asked('99999')).body.msg, (await asked('99999')).body.rule]).toEqual([
      'withdrawal.amount',
      'withdraw.min',
    ])
    expect((await asked('200000001')).body.rule).toBe('withdraw.maxPerTxn')
    for (const amount of ['200000000', '50000000'])
      await harness.approve('withdrawal', idOf(await asked(amount)))
    const over = await asked('50000001')
    expect([over.body.msg, over.body.params]).toEqual(['withdrawal.daily-limit', { left: '50000000' }])
    await harness.approve('withdrawal', idOf(await asked('100000')))
    expect((await asked('100000')).body.msg).toBe('withdrawal.daily-count')

    const [poor, theirs] = await ready()
    const all = await harness.available(poor)
    await harness.owner.query(
      `SELECT * FROM ledger.post_many(ARRAY['test'], ARRAY['test'], ARRAY[$1], ARRAY[now()], ARRAY[1, 1],
         ARRAY['member/' || $2 || '/TWD/available', 'house/main/TWD/corrections'], ARRAY[-$3::bigint, $3::bigint],
         ARRAY[NULL, NULL]::uuid[])`,
      [`test ${poor.memberId}`, poor.memberId, all - 400_000n],
    )
    expect((await send(poor, theirs)).body.msg).toBe('balance.insufficient-withdrawable')
    expect((await send(poor, theirs, { amount: '400000' })).http).toBe(200)
  })

  test('with a wrong password, during cool-down or while one is pending', async () => {
    const [member, card] = await ready()
    expect((await send(member, card, { fundPassword: '111112' })).body.msg).toBe('password.wrong-fund')
    const first = idOf(await send(member, card))
    const second = await send(member, card)
    expect([second.body.msg, second.body.params]).toEqual([
      'order.pending-review-exists',
      { request: 'withdrawal', number: first },
    ])
    const signature = { deviceKey: newId(), signature: 'A'.repeat(86) }
    expect((await send(member, card, { signature })).body.msg).toBe('order.signature')
    const changed = await member.client.call('/auth/setFundPassword', {
      fundPassword: '369147',
      confirmPassword: '369147',
      oldFundPassword: fundPassword,
    })
    expect(changed.http).toBe(200)
    const resting = await send(member, card, { fundPassword: '369147' })
    const until = new Date(harness.clock.now().getTime() + 24 * 3_600_000).toISOString()
    expect([resting.body.msg, resting.body.params]).toEqual(['withdrawal.resting', { at: until }])
    expect((await offer(member)).coolDownEndsAt).toBe(until)
  })

  test('without a fund password', async () => {
    const [member, card] = await ready()
    await harness.owner.query('DELETE FROM app.fund_credentials WHERE member_id = $1', [member.memberId])
    expect((await send(member, card)).body.msg).toBe('password.fund-not-set')
  })

  test('outside the hours and under a restriction', async () => {
    const [member, card] = await ready()
    harness.clock.advance(-31 * 60_000)
    expect((await send(member, card)).body.msg).toBe('time.outside-withdrawal')
    harness.clock.set(openHours)
    const id = idOf(await send(member, card))
    await harness.api.db.transaction((tx) =>
      setRestriction(tx, {
        memberId: member.memberId,
        kind: 'no-withdrawal',
        reason: 'debt',
        operators: ['one', 'two'],
        now: harness.clock.now(),
        requestId: 'test',
      }),
    )
    expect((await send(member, card)).body.msg).toBe('restriction.no-withdrawal')
    const back = await member.client.call('/withdrawals/cancel', { withdrawalId: id }, { key: true })
    expect(back.body.msg).toBe('done.request-cancelled')
  })
})

describe('the transitions', () => {
  test('are the same in rules, database and diagrams', async () => {
    const pairs = [...withdrawalTransitions, ...payoutTransitions].map(([a, b]) => `${a} --> ${b}`).toSorted()
    const { rows } = await harness.owner.query(
      `SELECT from_state AS a, to_state AS b FROM app.state_steps
       WHERE machine IN ('withdrawal', 'payout') AND from_state IS NOT NULL`,
    )
    expect(rows.map(({ a, b }) => `${a} --> ${b}`).toSorted()).toEqual(pairs)
    const drawn = readFileSync('docs/features/withdrawals.md', 'utf8').match(/^ {4}[a-z]+ --> [a-z]+$/gm)
    expect(drawn?.map((line) => line.trim()).toSorted()).toEqual(pairs)
  })

  test('the database refuses every other transition', async () => {
    const [member, card] = await ready()
    const rejected = idOf(await send(member, card))
    await harness.reject('withdrawal', rejected, { reason: 'account-refused' })
    const passed = idOf(await send(member, card))
    await harness.approve('withdrawal', passed)
    for (const [id, from] of [
      [rejected, 'rejected'],
      [passed, 'passed'],
    ] as const) {
      for (const to of withdrawalStates.filter((state) => state !== from)) {
        const step = harness.worker.query('UPDATE app.withdrawals SET state = $2 WHERE id = $1', [id, to])
        await expect(step, `${from} to ${to}`).rejects.toThrow(/does not go from/)
      }
    }
    const tryStages = async (from: string) => {
      for (const to of payoutStages) {
        if (to === from || payoutTransitions.some(([a, b]) => a === from && b === to)) continue
        const step = harness.worker.query('UPDATE app.withdrawals SET stage = $2 WHERE id = $1', [passed, to])
        await expect(step, `${from} to ${to}`).rejects.toThrow(/does not go from/)
      }
    }
    await tryStages('queued')
    await sendBatch()
    await tryStages('sent')
  })

  test('the database refuses a withdrawal to another member’s bank account', async () => {
    const [member] = await ready()
    const [, strangers] = await ready()
    const step = harness.owner.query(
      `INSERT INTO app.withdrawals (id, member_id, bank_account_id, currency, amount, fee, hold_id, withdrawable, reference,
         sent_at, promised_at, steps) VALUES ($1, $2, $3, 'TWD', 1, 0, $1, 1, 'x', now(), now(), '[]')`,
      [newId(), member.memberId, strangers],
    )
    await expect(step).rejects.toThrow(/not ready/)
  })
})
