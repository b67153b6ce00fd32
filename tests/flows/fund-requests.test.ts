// Withdraw, approve, cancel and pay in parallel, many times: one effect each. 10 rounds in CI, 200 with
// FAIRLOT_PROVE=1.

import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importStatement } from '../../apps/server/src/features/bank-statements/index.ts'
import {
  confirmPayouts,
  proposePayoutBatch,
  proposePayoutReturn,
} from '../../apps/server/src/features/withdrawals/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { writeEvidence } from './support/evidence.ts'
import { type FundHarness, fundPassword, openFundHarness } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

const isProof = process.env['FAIRLOT_PROVE'] === '1'
const rounds = isProof ? 200 : 10
const proof: Record<string, unknown> = { rounds }
let checks = 0
/** I5, I18, I19 and I25 to I28 with the ledger's own: after every round of the proof, in CI after every race. */
const expectWhole = async (): Promise<void> => {
  checks += 1
  expect(await requestBreaches(harness.api.database)).toEqual([])
}
let harness: FundHarness
beforeAll(async () => {
  harness = await openFundHarness()
  // One member sends hundreds of requests in one day here.
  for (const [rule, value] of [
    ['withdraw.countPerDay', 50],
    ['withdraw.maxPerDay', 2_000_000_000],
  ]) {
    await harness.owner.query(
      `INSERT INTO app.rule_values (rule, value, announced_at, holds_from, reason, set_by_first, set_by_second)
       VALUES ($1, $2, '2020-01-01', '2020-01-01', 'test', 'one', 'two')`,
      [rule, value],
    )
  }
})
afterAll(async () => {
  await harness.stop()
  // A failed race writes no figures.
  if (isProof && Object.keys(proof).length === 4)
    writeEvidence('fund-races', { ...proof, invariantsChecked: checks })
})

interface Asker {
  readonly member: TestMember
  readonly card: string
}
const askers: Asker[] = []
/** Twenty rounds share one member: creating one costs a password hash. */
async function asker(round: number): Promise<Asker> {
  const place = Math.floor(round / 20)
  if (!askers[place]) {
    const member = await harness.member()
    askers[place] = { member, card: await harness.card(member) }
  }
  return askers[place]
}

const ask = ({ member, card }: Asker, withdrawalId = newId()) =>
  member.client.call(
    '/withdrawals/create',
    { withdrawalId, bankAccountId: card, amount: '100000', fundPassword },
    { key: true },
  )
const cancel = ({ member }: Asker, withdrawalId: string) =>
  member.client.call('/withdrawals/cancel', { withdrawalId }, { key: true })
const stateOf = async (id: string) =>
  (
    await harness.owner.query(
      'SELECT state, stage, rejection_reason AS "rejectionReason" FROM app.withdrawals WHERE id = $1',
      [id],
    )
  ).rows[0]
const deps = () => ({
  secrets: harness.api.config.secrets,
  bus: harness.api.api.runtime.bus,
  subjects: { own: (id: string) => `test.own.${id}` } as never,
})
const settled = async (): Promise<void> => {
  for (;;) if ((await harness.execute()) === 0) return
}

test(`concurrent requests make one withdrawal and one hold, ${rounds} times`, async () => {
  let sent = 0
  for (let round = 0; round < rounds; round += 1) {
    const who = await asker(round)
    const before = await harness.available(who.member)
    const replies = await Promise.all([ask(who), ask(who), ask(who)])
    const won = replies.filter(({ http }) => http === 200)
    expect(won).toHaveLength(1)
    expect(replies.filter(({ body }) => body.msg === 'order.pending-review-exists')).toHaveLength(2)
    expect(await harness.available(who.member)).toBe(before - 100_000n)
    await cancel(who, won[0]!.body.data.withdrawal.withdrawalId)
    expect(await harness.available(who.member)).toBe(before)
    sent += 1
    if (isProof) await expectWhole()
  }
  expect(sent).toBe(rounds)
  proof['askedThreeTimesAtOnce'] = { sent, refused: sent * 2 }
  await expectWhole()
}, 600_000)

test(`concurrent decisions and workers have one effect, ${rounds} times`, async () => {
  const ends = { passed: 0, rejected: 0, cancelled: 0 }
  for (let round = 0; round < rounds; round += 1) {
    const who = await asker(round)
    const before = await harness.available(who.member)
    const id = newId()
    expect((await ask(who, id)).http).toBe(200)
    const [one, two] = harness.operators
    await harness.vote(one, 'withdrawal', id, 'approve')
    await Promise.all([
      harness.vote(two, 'withdrawal', id, 'approve'),
      ...(round % 3 === 0
        ? [
            harness.vote(one, 'withdrawal', id, 'reject', 'no such account', undefined, {
              reason: 'account-refused',
            }),
          ]
        : []),
      ...(round % 2 === 0 ? [cancel(who, id)] : []),
      harness.execute(),
      harness.execute(),
    ])
    await settled()
    const { state, rejectionReason } = await stateOf(id)
    expect(state).not.toBe('pending')
    expect(await harness.available(who.member)).toBe(state === 'passed' ? before - 100_000n : before)
    ends[state === 'passed' ? 'passed' : rejectionReason === 'cancelled' ? 'cancelled' : 'rejected'] += 1
    if (isProof) await expectWhole()
  }
  expect(ends.passed + ends.rejected + ends.cancelled).toBe(rounds)
  proof['approvedRejectedTakenBackAtOnce'] = ends
  await expectWhole()
}, 600_000)

test(`${rounds} concurrent payouts are paid once and returned at most once`, async () => {
  const ids: string[] = []
  for (let round = 0; round < rounds; round += 1) {
    const who = await asker(round)
    const id = newId()
    expect((await ask(who, id)).http).toBe(200)
    for (const by of harness.operators) expect(await harness.vote(by, 'withdrawal', id, 'approve')).toBeNull()
    await settled()
    ids.push(id)
  }
  const by = harness.operators[0]
  const now = harness.clock.now()
  const batch = () =>
    harness.console.transaction((tx) =>
      proposePayoutBatch(tx, { currency: 'TWD', by, reason: 'races', now, requestId: 'test' }),
    )
  const proposals = await Promise.all([batch(), batch()])
  expect(proposals.filter((proposal) => proposal?.ok)).toHaveLength(1)
  expect(await harness.vote(harness.operators[1], 'payout-batch', 'payouts:TWD', 'approve')).toBeNull()
  await Promise.all([harness.execute(), harness.execute()])
  await settled()

  const { rows } = await harness.owner.query('SELECT id, reference FROM app.withdrawals WHERE id = ANY($1)', [
    ids,
  ])
  const lines = rows.map(({ reference }, n) => `A,R${n},${now.toISOString()},TWD,-1000.00,${reference},`)
  const text = ['account,transaction,booked_at,currency,amount,reference,from_ending', ...lines, ''].join(
    '\n',
  )
  const take = () =>
    harness.worker.transaction((tx) =>
      importStatement(tx, { fileName: 'out', text, by: 'system', now, requestId: 'test' }),
    )
  const reports = await Promise.all([take(), take()])
  expect(reports.map(({ result }) => result).toSorted()).toEqual(['known', 'taken'])
  for (const [n, id] of ids.entries()) {
    if (n % 4 !== 0) continue
    await harness.console.transaction((tx) =>
      proposePayoutReturn(tx, { withdrawalId: id, reason: 'returned', by, now, requestId: 'test' }),
    )
    await harness.vote(harness.operators[1], 'payout-return', id, 'approve')
  }
  const pay = () => confirmPayouts(harness.worker, deps(), now)
  await Promise.all([pay(), pay(), harness.execute(), harness.execute()])
  await pay()
  await settled()
  const stages = new Map<string, number>()
  for (const id of ids) {
    const { stage } = await stateOf(id)
    stages.set(stage, (stages.get(stage) ?? 0) + 1)
  }
  expect(stages.get('returned')).toBe(Math.ceil(rounds / 4))
  expect(stages.get('paid')).toBe(rounds - Math.ceil(rounds / 4))
  proof['paidAndReturnedAtOnce'] = Object.fromEntries(stages)
  await expectWhole()
}, 600_000)
