// Bank accounts on the real api, PostgreSQL and reviews: own name, format, duplicates, cool-down, every state and
// transition.

import { readFileSync } from 'node:fs'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { bankAccountStates } from '../../packages/contract/src/bank-accounts/index.ts'
import { bankAccountTransitions } from '../../packages/rules/src/bank-accounts/index.ts'
import { cardForm, type FundHarness, fundPassword, openFundHarness } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: FundHarness
beforeAll(async () => {
  harness = await openFundHarness()
})
afterAll(() => harness.stop())
afterEach(async () => {
  expect(await requestBreaches(harness.api.database)).toEqual([])
})

const add = (member: TestMember, form: object = {}) =>
  member.client.call('/bank-accounts/add', cardForm(form), { key: true })
const list = async (member: TestMember) =>
  (await member.client.call('/bank-accounts/list')).body.data.bankAccounts
const idOf = (reply: Awaited<ReturnType<typeof add>>): string => reply.body.data.bankAccount.bankAccountId

describe('adding a bank account', () => {
  test('needs a verified identity', async () => {
    const member = await harness.api.member()
    expect((await add(member)).body.msg).toBe('identity.complete-first')
    expect((await member.client.call('/bank-accounts/list')).body.data).toEqual({
      bankAccounts: [],
      max: 5,
      coolDownHours: 24,
      holder: null,
    })
    const { body } = await member.client.call('/bank-accounts/banks')
    expect(body.data.banks).toContainEqual({
      code: '812',
      tw: '台新國際商業銀行',
      en: 'Taishin International Bank',
    })
  })

  test('starts a review, and approval starts a one-day cool-down', async () => {
    const member = await harness.member()
    const added = await add(member, { number: '0687-1234 5678-8842' })
    expect([added.http, added.body.msg]).toEqual([200, 'done.bank-account-added'])
    expect(added.body.data.bankAccount).toMatchObject({
      holder: '林小安',
      bankName: '台新國際商業銀行',
      ending: '8842',
      state: 'pending',
      usableFrom: null,
      isDefault: false,
    })
    const id = idOf(added)
    await harness.approve('bank-account', id)
    const usableFrom = new Date(harness.clock.now().getTime() + 24 * 3_600_000).toISOString()
    expect(await list(member)).toMatchObject([{ state: 'verified', usableFrom, isDefault: true }])
    const events = await harness.api.db.query<any>(
      `SELECT data FROM app.member_events WHERE member_id = $1 AND kind = 'bank-account.changed' ORDER BY number`,
      [member.memberId],
    )
    expect(events.map(({ data }) => data)).toEqual([
      { id, state: 'pending' },
      { id, state: 'verified' },
    ])
    const [kept] = await harness.owner
      .query(`SELECT sealed, encode(sealed, 'escape') AS text FROM app.bank_accounts WHERE id = $1`, [id])
      .then(({ rows }) => rows)
    expect(kept.text).not.toContain('88842')
  })

  test.each([
    ['input.required', 'holder', { holder: ' ' }],
    ['input.required', 'branch', { branch: '' }],
    ['input.required', 'branchCode', { branchCode: '' }],
    ['card.number', 'number', { number: '123' }],
    ['card.number', 'number', { number: '12345678x0' }],
    ['card.bank', 'bankCode', { bankCode: '999' }],
    ['card.ifsc', 'ifsc', { ifsc: 'HDFC0001234' }],
    ['card.upi', 'upi', { upi: 'me@bank' }],
    ['card.ifsc', 'ifsc', { currency: 'INR', bankName: 'HDFC', ifsc: 'HDFC1001234' }],
    ['card.upi', 'upi', { currency: 'INR', bankName: 'HDFC', ifsc: 'HDFC0001234', upi: 'no' }],
    ['card.not-own', 'holder', { holder: '陳大文' }],
    ['password.wrong-fund', 'fundPassword', { fundPassword: '000001' }],
  ])('is refused with %s at %s', async (msg, field, form) => {
    const member = await harness.member()
    const reply = await add(member, form)
    expect([reply.body.msg, reply.body.field]).toEqual([msg, field])
    expect(await list(member)).toEqual([])
  })

  test('accepts a name in another spelling, and an INR account', async () => {
    const member = await harness.member('Lin, Hsiao-An')
    const added = await add(member, {
      holder: 'LIN HSIAO AN',
      currency: 'INR',
      bankCode: 'HDFC',
      bankName: 'HDFC Bank',
      ifsc: 'hdfc0001234',
      upi: 'lin@okhdfc',
    })
    expect([added.http, added.body.data?.bankAccount.bankName]).toEqual([200, 'HDFC Bank'])
  })

  test('an account in use is refused until it is free again', async () => {
    const [one, other] = [await harness.member(), await harness.member()]
    const number = '068712340001'
    const first = idOf(await add(one, { number }))
    expect((await add(one, { number })).body.msg).toBe('card.exists')
    expect((await add(other, { number: '0687-1234-0001' })).body.msg).toBe('card.exists')
    // Another bank may use the same number.
    expect((await add(other, { number, bankCode: '822' })).http).toBe(200)
    await harness.reject('bank-account', first, {
      reason: 'name-differs',
      note: 'the passbook has another name',
    })
    expect(await list(one)).toMatchObject([
      { state: 'rejected', rejectionReason: 'name-differs', note: 'the passbook has another name' },
    ])
    expect((await add(other, { number })).http).toBe(200)
  })

  test('a sixth bank account is refused, even with concurrent requests', async () => {
    const member = await harness.member()
    for (let n = 0; n < 4; n += 1) expect((await add(member)).http).toBe(200)
    const both = await Promise.all([add(member), add(member)])
    expect(both.map(({ body }) => body.msg).toSorted()).toEqual(['card.full', 'done.bank-account-added'])
    const full = await add(member)
    expect([full.body.msg, full.body.params, full.body.rule]).toEqual([
      'card.full',
      { max: 5 },
      'bankCards.max',
    ])
  })

  test('an invalid signature is refused', async () => {
    const member = await harness.member()
    const signature = { deviceKey: '01900000-0000-7000-8000-000000000001', signature: 'A'.repeat(86) }
    expect((await add(member, { signature })).body.msg).toBe('order.signature')
  })
})

describe('choosing and removing bank accounts', () => {
  test('only a verified account becomes the default, and a removed one disappears', async () => {
    const member = await harness.member()
    const first = await harness.card(member)
    const second = await harness.card(member)
    const waiting = idOf(await add(member))
    const choose = (bankAccountId: string) =>
      member.client.call('/bank-accounts/setDefault', { bankAccountId }, { key: true })
    expect((await choose(second)).body.msg).toBe('done.default-set')
    expect((await choose(waiting)).body.msg).toBe('card.not-found')
    const shown = await list(member)
    expect(shown.filter((card: any) => card.isDefault).map((card: any) => card.bankAccountId)).toEqual([
      second,
    ])
    const remove = (bankAccountId: string) =>
      member.client.call('/bank-accounts/remove', { bankAccountId }, { key: true })
    expect((await remove(waiting)).body.msg).toBe('done.bank-account-removed')
    expect((await remove(second)).http).toBe(200)
    expect((await remove(second)).body.msg).toBe('card.not-found')
    expect((await list(member)).map((card: any) => card.bankAccountId)).toEqual([first])
    // Cancelled before any vote: nothing is left to decide.
    await expect(harness.approve('bank-account', waiting)).rejects.toThrow('review.not-open')
    const stranger = await harness.member()
    const theirs = await stranger.client.call(
      '/bank-accounts/remove',
      { bankAccountId: first },
      { key: true },
    )
    expect(theirs.body.msg).toBe('card.not-found')
  })

  test('an account with a pending withdrawal cannot be removed', async () => {
    const member = await harness.member()
    const bankAccountId = await harness.card(member)
    const withdrawalId = '01900000-0000-7000-8000-00000000aa01'
    const sent = await member.client.call(
      '/withdrawals/create',
      { withdrawalId, bankAccountId, amount: '100000', fundPassword },
      { key: true },
    )
    expect(sent.body.msg).toBe('done.withdrawal')
    const reply = await member.client.call('/bank-accounts/remove', { bankAccountId }, { key: true })
    expect([reply.body.msg, reply.body.params]).toEqual([
      'order.pending-review-exists',
      { request: 'withdrawal', number: withdrawalId },
    ])
  })
})

describe('the table of transitions', () => {
  test('is the same in the rules, the database and the docs', async () => {
    const pairs = bankAccountTransitions.map(([from, to]) => `${from} --> ${to}`).toSorted()
    const { rows } = await harness.owner.query(
      `SELECT from_state, to_state FROM app.state_steps WHERE machine = 'bank-account' AND from_state IS NOT NULL`,
    )
    expect(rows.map(({ from_state, to_state }) => `${from_state} --> ${to_state}`).toSorted()).toEqual(pairs)
    const drawn = readFileSync('docs/features/bank-accounts.md', 'utf8').match(/^ {4}[a-z]+ --> [a-z]+$/gm)
    expect(drawn?.map((line) => line.trim()).toSorted()).toEqual(pairs)
  })

  test('the database refuses every other transition', async () => {
    const member = await harness.member()
    for (const from of bankAccountStates) {
      const id = idOf(await add(member))
      if (from === 'verified') await harness.approve('bank-account', id)
      if (from === 'rejected')
        await harness.reject('bank-account', id, { reason: 'bank-refused', note: 'no' })
      if (from === 'removed')
        await member.client.call('/bank-accounts/remove', { bankAccountId: id }, { key: true })
      for (const to of bankAccountStates) {
        if (to === from || bankAccountTransitions.some(([a, b]) => a === from && b === to)) continue
        const step = harness.worker.query(
          `UPDATE app.bank_accounts SET state = $2, rejection_reason = 'bank-refused', decided_at = now(),
             usable_from = coalesce(usable_from, now()) WHERE id = $1`,
          [id, to],
        )
        await expect(step, `${from} to ${to}`).rejects.toThrow(/does not go from/)
      }
      await member.client.call('/bank-accounts/remove', { bankAccountId: id }, { key: true })
    }
  })
})
