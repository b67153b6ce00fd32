// `withdraw.minCreditScore` above zero: only borrowed money asks for a score.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { type FundHarness, fundPassword, openFundHarness } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: FundHarness
beforeAll(async () => {
  harness = await openFundHarness()
})
afterAll(() => harness.stop())

const send = (member: TestMember, bankAccountId: string, amount: string) =>
  member.client.call(
    '/withdrawals/create',
    { withdrawalId: newId(), bankAccountId, amount, fundPassword },
    { key: true },
  )

/** A loan that is three days late, planted without its entries: all but NT$1,000 of the member's money is borrowed. */
const plantLoan = async (member: TestMember): Promise<void> => {
  const { owner, clock } = harness
  const principal = (await harness.available(member)) - 100_000n
  await owner.query('SET session_replication_role = replica')
  await owner.query(
    `INSERT INTO app.credit_loans (id, number, member_id, amount, term_days, apr_ppm, state, sent_at, promised_at, decided_at, lent_on,
       due_on, principal, accrues_from, interest_through, entry_id)
     SELECT $1, 'L0101-000001', $2, $3, 30, 65000, 'passed', $4, $4, $4, d - 33, d - 3, $3, d - 33, d, $1
     FROM (SELECT ($4::timestamptz AT TIME ZONE 'Asia/Taipei')::date AS d) AS today`,
    [newId(), member.memberId, principal, clock.now()],
  )
  await owner.query('SET session_replication_role = DEFAULT')
}

test('a low score holds borrowed money, never the member’s own', async () => {
  const member = await harness.member()
  const card = await harness.card(member)
  await plantLoan(member)
  const overview = await member.client.call('/credit/overview')
  expect(overview.body.data.score).toMatchObject({ score: 94, events: [{ kind: 'late-day', count: 3 }] })
  // Off by default: the score decides nothing.
  const free = await send(member, card, '200000')
  expect(free.body.msg).toBe('done.withdrawal')
  const { withdrawalId } = free.body.data.withdrawal
  expect((await member.client.call('/withdrawals/cancel', { withdrawalId }, { key: true })).http).toBe(200)
  await harness.owner.query(
    `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, reason_en, set_by_first, set_by_second)
     VALUES ('withdraw.minCreditScore', 95, '2020-01-01', '2020-01-01', 'test', 'test', 'a', 'b')`,
  )
  expect((await send(member, card, '200000')).body).toMatchObject({
    msg: 'balance.credit-score-too-low',
    field: 'amount',
  })
  // The member's own money goes out, whatever the score.
  expect((await send(member, card, '100000')).body.msg).toBe('done.withdrawal')
})
