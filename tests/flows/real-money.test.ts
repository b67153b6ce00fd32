// With real money, no member opens an order, deposits or withdraws before two people have verified their identity. Each
// refusal names the missing step, the table of steps says the same, and practice mode asks only where money would
// leave.

import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type FundHarness, openFundHarness, openHours } from './support/fund-harness.ts'
import { upload } from './support/pictures.ts'
import type { TestMember } from './support/start-test-api.ts'

const operator = {
  OPERATOR_LEGAL_NAME: 'Fairlot Securities',
  OPERATOR_LICENCE: 'FSC 2026-001',
  OPERATOR_REGISTER_URL: 'https://register.example/fairlot',
  OPERATOR_COMPLAINT_ADDRESS: 'complaints@fairlot.example',
}

let real: FundHarness
let practice: FundHarness
beforeAll(async () => {
  real = await openFundHarness(openHours, { FAIRLOT_MONEY: 'real', RATE_LIMIT_FACTOR: '1000', ...operator })
  practice = await openFundHarness()
})
afterAll(async () => {
  await real.stop()
  await practice.stop()
})

/** The responses to an order, a deposit and a withdrawal. */
async function tries(harness: FundHarness, member: TestMember): Promise<readonly string[]> {
  const channelId = await harness.channel()
  const { client } = member
  const order = await client.call('/orders/placeOrder', {
    orderId: randomUUID(),
    symbol: '0000',
    direction: 'long',
    multiple: 100,
    dayTrade: false,
    price: 10_000,
    quantity: 1_000,
    validity: 'ROD',
    terms: '00'.repeat(32),
  })
  const deposit = await client.call(
    '/deposits/create',
    { channelId, amount: '500000', receipt: await harness.receipt(member) },
    { key: true },
  )
  const withdrawal = await client.call(
    '/withdrawals/create',
    { withdrawalId: randomUUID(), bankAccountId: randomUUID(), amount: '500000', fundPassword: '258036' },
    { key: true },
  )
  return [order, deposit, withdrawal].map(({ body }) => body.msg)
}

const allowed = async ({ client }: TestMember): Promise<readonly string[]> => {
  const { tiers } = (await client.call('/identity/status')).body.data
  const mine = tiers.findIndex(({ isMine }: { isMine: boolean }) => isMine)
  return tiers.slice(0, mine + 1).flatMap(({ allows }: { allows: string[] }) => allows)
}

let counted = 0
const submit = async ({ client }: TestMember, again = false) => {
  counted += 1
  const photos = { front: await upload(client) }
  const whole = {
    document: 'passport',
    name: 'Mary Chen',
    number: `EB10000${counted}`,
    birthDate: '1988-08-08',
  }
  return client.call('/identity/submit', again ? photos : { ...whole, ...photos }, { key: true })
}

describe('real money', () => {
  test('each verification step has its own refusal until approval', async () => {
    const member = await real.api.member()
    expect(await tries(real, member)).toEqual([
      'identity.not-done',
      'identity.complete-first',
      'identity.complete-first',
    ])
    expect(await allowed(member)).toEqual(['view'])
    expect((await submit(member)).http).toBe(200)
    const pending = Array(3).fill('identity.pending')
    expect(await tries(real, member)).toEqual(pending)
    await real.reject('identity', member.memberId, {
      reason: 'fields-wrong',
      problems: [{ field: 'front', problem: 'glare' }],
      note: '請重拍',
    })
    expect(await tries(real, member)).toEqual(Array(3).fill('identity.not-passed'))
    expect((await submit(member, true)).http).toBe(200)
    await real.approve('identity', member.memberId)
    expect(await allowed(member)).toEqual(['view', 'trade', 'deposit', 'bank-account', 'new-shares'])
    expect(await tries(real, member)).toEqual(['stock.not-found', 'done.recharge', 'card.not-found'])
    // No grant here: members have only the money they deposit.
    expect(await real.available(member)).toBe(0n)
    const { deposits } = (await member.client.call('/deposits/list')).body.data
    await real.approve('deposit', deposits[0].depositId)
    expect(await real.available(member)).toBe(500_000n)
  })

  test('a refused order or deposit leaves no row', async () => {
    const member = await real.api.member()
    await tries(real, member)
    const { rows } = await real.owner.query(
      `SELECT (SELECT count(*) FROM app.orders WHERE member_id = $1) + (SELECT count(*) FROM app.deposits WHERE member_id = $1)
         + (SELECT count(*) FROM app.reviews WHERE member_id = $1) AS left`,
      [member.memberId],
    )
    expect(rows).toEqual([{ left: '0' }])
  })
})

test('with paper money only a withdrawal needs a verified identity', async () => {
  const member = await practice.api.member()
  expect(await allowed(member)).toEqual(['view', 'trade', 'deposit'])
  expect(await tries(practice, member)).toEqual([
    'stock.not-found',
    'done.recharge',
    'identity.complete-first',
  ])
})
