// Corrections by two people, the reconciled books, the automatic stop of payouts, and notices to every member: through
// the console's handlers with the console's rights, executed by the worker's code.

import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fundsConsoleHandlers, reconcile } from '../../apps/server/src/features/funds/index.ts'
import { lockUndelivered } from '../../apps/server/src/features/notices/delivery/store.ts'
import { noticesConsoleHandlers } from '../../apps/server/src/features/notices/index.ts'
import { withdrawalsConsoleHandlers } from '../../apps/server/src/features/withdrawals/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { reviewKinds } from '../../apps/server/src/roles/review-kinds.ts'
import { type JournalAccount, reconChecks } from '../../packages/contract/src/funds/index.ts'
import { formatMoney } from '../../packages/money/src/index.ts'
import { addDays, taipeiDate, taipeiMidnight } from '../../packages/rules/src/calendar/index.ts'
import { scheduleDays } from '../../packages/rules/src/notices/index.ts'
import { type FundHarness, fundPassword, openFundHarness } from './support/fund-harness.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: FundHarness
let funds: ReturnType<typeof fundsConsoleHandlers>
let notices: ReturnType<typeof noticesConsoleHandlers>
let withdrawals: ReturnType<typeof withdrawalsConsoleHandlers>
const published: string[] = []

beforeAll(async () => {
  harness = await openFundHarness()
  const { config } = harness.api
  const bus = { publish: (subject: string) => void published.push(subject) } as never
  funds = fundsConsoleHandlers({ db: harness.console, bus, namespace: config.natsNamespace })
  notices = noticesConsoleHandlers({ db: harness.console })
  withdrawals = withdrawalsConsoleHandlers({ db: harness.console, secrets: config.secrets })
})
afterAll(() => harness.stop())

const context = (by = harness.operators[0]) =>
  ({ caller: by, now: harness.clock.now(), requestId: 'test' }) as never
const runReconciliation = () => harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
const draft = (amounts: Partial<Record<JournalAccount, number>>, over: object = {}) => ({
  currency: 'TWD',
  member: null,
  lines: Object.entries(amounts).map(([account, amount]) => ({
    account: account as JournalAccount,
    amount: String(amount),
  })),
  why: 'goodwill' as const,
  original: null,
  texts: { tw: '平台的錯，補給你。', en: 'Our mistake, made good.' },
  note: 'ticket 4471',
  ...over,
})
const propose = (
  amounts: Partial<Record<JournalAccount, number>>,
  over: object = {},
  by = harness.operators[0],
) => funds.proposeJournal(draft(amounts, over), context(by))
const subjectOf = async (reviewId: string): Promise<string> => {
  const { rows } = await harness.owner.query('SELECT subject FROM app.reviews WHERE id = $1', [reviewId])
  return rows[0].subject as string
}
/** Proposed by the first operator, approved by the second, executed. Returns the review's outcome. */
async function decide(
  kind: string,
  proposed: Awaited<ReturnType<typeof propose>>,
  between: () => Promise<unknown> = () => Promise.resolve(),
): Promise<string | null> {
  if (!proposed.ok) throw new Error(proposed.msg)
  const subject = await subjectOf(proposed.data.reviewId)
  expect(await harness.execute()).toBe(0)
  await between()
  expect(await harness.vote(harness.operators[1], kind, subject, 'approve', 'seen')).toBeNull()
  await harness.execute()
  const { rows } = await harness.owner.query('SELECT outcome FROM app.reviews WHERE id = $1', [
    proposed.data.reviewId,
  ])
  return rows[0].outcome as string | null
}
/** An entry without any records, which no function of the application can make. Returns its id. */
const stray = async (amount: number, key: string): Promise<string> => {
  const { rows } = await harness.owner.query(
    `SELECT entry_id FROM ledger.post_many(ARRAY['stray'], ARRAY['x'], ARRAY[$1], ARRAY[$2::timestamptz], ARRAY[1, 1],
       ARRAY['fees/brokerage/TWD/income', 'house/main/TWD/capital'], ARRAY[$3::bigint, -$3::bigint], ARRAY[NULL, NULL]::uuid[])`,
    [key, harness.clock.now(), amount],
  )
  return rows[0].entry_id as string
}

async function queuedWithdrawal(): Promise<TestMember> {
  const member = await harness.member()
  const card = await harness.card(member)
  const sent = await member.client.call(
    '/withdrawals/create',
    { withdrawalId: newId(), amount: '500000', bankAccountId: card, fundPassword },
    { key: true },
  )
  if (sent.http !== 200) throw new Error(JSON.stringify(sent.body))
  await harness.approve('withdrawal', sent.body.data.withdrawal.withdrawalId)
  return member
}

describe('the books', () => {
  test('every reconciliation check passes, and the console shows the result', async () => {
    await queuedWithdrawal()
    const { results, broken, payouts } = await runReconciliation()
    expect(broken).toEqual([])
    expect(payouts).toBe('as before')
    expect(results.map(({ code }) => code).toSorted()).toEqual([...reconChecks].toSorted())
    expect(results.find(({ code }) => code === 'payouts')).toMatchObject({ value: '500000', counted: 1 })
    const shown = await funds.reconciliation({}, context())
    if (!shown.ok) throw new Error(shown.msg)
    expect(shown.data).toMatchObject({ last: { broken: 0 }, stop: null, everySeconds: 60 })
    expect(shown.data.day).toHaveLength(48)
    expect(shown.data.day.at(-1)).toMatchObject({ runs: 2, broken: 0 })
    const trial = await funds.trialBalance({}, context())
    if (!trial.ok) throw new Error(trial.msg)
    const twd = trial.data.assets.find(({ asset }) => asset === 'TWD')!
    expect(twd.sum).toBe('0')
    expect(twd.rows).toContainEqual({ owner: 'house', kind: 'payouts', total: '500000' })
    // A past day leaves out what was posted later; today has no end yet.
    const today = taipeiDate(harness.clock.now().getTime())
    const before = await funds.trialBalance({ on: addDays(today, -1) }, context())
    if (!before.ok) throw new Error(before.msg)
    expect(before.data.at).toBe(new Date(taipeiMidnight(today)).toISOString())
    const then = before.data.assets.find(({ asset }) => asset === 'TWD')!
    expect(then.sum).toBe('0')
    expect(then.rows).toContainEqual({ owner: 'house', kind: 'payouts', total: '0' })
    expect(await funds.trialBalance({ on: today }, context())).toMatchObject({ msg: 'input.invalid' })
    await funds.reconcileNow({}, context())
    expect(published).toEqual([`${harness.api.config.natsNamespace}.funds.reconcile`])
  })

  test('a difference stops payouts until two operators correct it', async () => {
    // A batch is approved while the books agree, and is not executed yet.
    const batch = await withdrawals.proposeBatch({ currency: 'TWD', why: 'payouts of today' }, context())
    if (!batch.ok) throw new Error(batch.msg)
    const original = await stray(-142_500, 'stray 1')
    expect(await runReconciliation()).toMatchObject({
      payouts: 'stopped',
      broken: [
        { code: 'events', difference: '1' },
        { code: 'brokerage', difference: '-142500' },
      ],
    })
    expect((await runReconciliation()).payouts).toBe('as before')
    const shown = await funds.reconciliation({}, context())
    expect(shown).toMatchObject({
      data: {
        last: { broken: 2 },
        cleanSince: null,
        stop: { checks: ['events', 'brokerage'] },
        stoppedBy: 'difference',
      },
    })

    // Approved or not, no caller can send anything to the bank.
    expect(
      await harness.vote(harness.operators[1], 'payout-batch', 'payouts:TWD', 'approve', 'ok'),
    ).toBeNull()
    await harness.execute()
    const stuck = async () => {
      const { rows } = await harness.owner.query('SELECT state, trouble FROM app.reviews WHERE id = $1', [
        batch.data.reviewId,
      ])
      return rows[0]
    }
    expect(await stuck()).toEqual({
      state: 'decided',
      trouble: 'payouts are stopped: the books do not match',
    })
    expect(
      await withdrawals.proposeBatch({ currency: 'TWD', why: 'payouts again' }, context()),
    ).toMatchObject({
      msg: 'funds.payouts-stopped',
    })
    await expect(
      harness.worker.query(
        `INSERT INTO app.payout_batches (id, bank_day, currency, payouts, total, file, sha256, review_id, sent_at)
         VALUES (gen_random_uuid(), '2026-11-17', 'TWD', 1, 1, 'x', 'x', gen_random_uuid(), now())`,
      ),
    ).rejects.toThrow('payouts are stopped')
    await expect(
      harness.worker.query(
        'UPDATE app.payout_stops SET resumed_at = now(), resumed_by = by_run WHERE resumed_at IS NULL',
      ),
    ).rejects.toThrow('permission denied')
    await expect(
      harness.owner.query(
        'UPDATE app.payout_stops SET resumed_at = now(), resumed_by = by_run WHERE resumed_at IS NULL',
      ),
    ).rejects.toThrow('until the books match')
    await expect(harness.console.query('UPDATE app.payout_stops SET resumed_at = now()')).rejects.toThrow(
      'permission denied',
    )

    // Another reason would leave the difference unchanged; the preview says so.
    const lines = { 'house.corrections': -142_500, 'fees.brokerage': 142_500 }
    const weighed = async (why: string) => {
      const { texts: _, note: __, ...rest } = draft(lines, { why })
      const answer = await funds.weighJournal(rest, context())
      if (!answer.ok) throw new Error(answer.msg)
      return answer.data
    }
    expect((await weighed('goodwill')).checks).toContainEqual({
      ok: false,
      code: 'journal.check-brokerage',
      value: '−1,425.00 → −1,425.00',
    })
    const mending = await weighed('not-posted')
    expect(mending.checks).toContainEqual({
      ok: true,
      code: 'journal.check-brokerage',
      value: '−1,425.00 → 0.00',
    })
    expect(mending.effects).toContainEqual({ account: 'fees.brokerage', before: '-142500', after: '0' })

    expect(await decide('journal', await propose(lines, { why: 'not-posted', original }))).toBe('passed')
    const after = await funds.reconciliation({}, context())
    expect(after).toMatchObject({
      data: {
        last: { broken: 0 },
        stop: null,
        lastBreak: { checks: ['events', 'brokerage'], resumedAt: expect.any(String) },
      },
    })
    // The waiting batch is sent at its next attempt.
    harness.clock.advance(10 * 60_000)
    await harness.execute()
    expect((await stuck()).state).toBe('closed')
    const { rows } = await harness.owner.query(
      `SELECT action FROM audit.entries WHERE action LIKE 'funds.%' ORDER BY recorded_at, entry_id`,
    )
    expect(rows.map(({ action }) => String(action)).toSorted()).toEqual([
      'funds.corrected',
      'funds.payouts-resumed',
      'funds.payouts-stopped',
    ])
  })
})

describe('a correction', () => {
  test('appears in the fund record and in the console list', async () => {
    const member = await harness.member()
    const before = await harness.available(member)
    const proposed = await propose(
      { 'house.corrections': -2_000, 'member.available': 2_000 },
      { member: member.account },
    )
    // Reviews of every new kind are described with the console's rights.
    if (!proposed.ok) throw new Error(proposed.msg)
    const { rows } = await harness.owner.query(
      `SELECT kind, subject, payload, id AS "reviewId", member_id AS "memberId" FROM app.reviews WHERE id = $1`,
      [proposed.data.reviewId],
    )
    const kinds = reviewKinds(harness.api.api.runtime)
    const described = await kinds.find(({ kind }) => kind === 'journal')!.describe(harness.console, rows[0])
    expect(described.lines).toContainEqual({
      code: 'journal.account-member.available',
      before: formatMoney(before),
      after: formatMoney(before + 2_000n),
    })
    expect(await decide('journal', proposed)).toBe('passed')
    expect(await harness.available(member)).toBe(before + 2_000n)

    const records = await member.client.call('/funds/records', { tab: 'transaction' })
    const row = records.body.data.records[0]
    expect(row).toMatchObject({
      event: 'journal.posted',
      amount: '2000',
      why: { tw: '平台的錯，補給你。', en: 'Our mistake, made good.' },
    })
    const opened = await member.client.call('/funds/entry', { entryId: row.entryId })
    expect(opened.body.data).toMatchObject({
      why: { en: 'Our mistake, made good.' },
      lines: [{ amount: '2000' }],
    })
    const received = await member.client.call('/notices/list', {})
    // The clock stands still, so the newest notice cannot be distinguished from the one before.
    expect(received.body.data.notices.map((notice: any) => notice.summary.en)).toContain(
      'NT$20.00. Our mistake, made good.',
    )
    const listed = await funds.journals({}, context())
    if (!listed.ok) throw new Error(listed.msg)
    expect(listed.data.journals[0]).toMatchObject({
      why: 'goodwill',
      amount: '2000',
      operators: ['Tester', 'Tester'],
    })
    expect(listed.data.journals[0]!.member).toMatch(/^\d{4}-\*{3}-\d{3}$/)
    const entry = await funds.entryLines({ entryId: row.entryId }, context())
    expect(entry).toMatchObject({
      data: { event: 'journal.posted', lines: [{ amount: '-2000' }, { amount: '2000' }] },
    })
    expect((await runReconciliation()).broken).toEqual([])
  })

  test('a correction below zero is refused at proposal and execution', async () => {
    const member = await harness.member()
    const free = Number(await harness.available(member))
    const taking = (amount: number) =>
      propose(
        { 'member.available': -amount, 'house.corrections': amount },
        { member: member.account, why: 'wrong-charge' },
      )
    const limit = 100_000_000
    await harness.owner.query(
      `SELECT * FROM ledger.post_many(ARRAY['stray'], ARRAY['x'], ARRAY['spend'], ARRAY[$1::timestamptz], ARRAY[1, 1],
         ARRAY[$2, 'house/main/TWD/capital'], ARRAY[$3::bigint, -$3::bigint], ARRAY[NULL, NULL]::uuid[])`,
      [harness.clock.now(), `member/${member.memberId}/TWD/available`, limit / 2 - free],
    )
    expect(await taking(limit / 2 + 1)).toMatchObject({ msg: 'funds.journal-short' })
    const spent = () =>
      harness.owner.query(
        `SELECT * FROM ledger.post_many(ARRAY['stray'], ARRAY['x'], ARRAY['spend 2'], ARRAY[$1::timestamptz], ARRAY[1, 1],
           ARRAY[$2, 'house/main/TWD/capital'], ARRAY[-1, 1]::bigint[], ARRAY[NULL, NULL]::uuid[])`,
        [harness.clock.now(), `member/${member.memberId}/TWD/available`],
      )
    expect(await decide('journal', await taking(limit / 2), spent)).toBe('refused-by-ledger')
    expect(Number(await harness.available(member))).toBe(limit / 2 - 1)
    const { rows } = await harness.owner.query(
      'SELECT count(*)::int AS n FROM app.journals WHERE member_id = $1',
      [member.memberId],
    )
    expect(rows[0].n).toBe(0)
  })

  test('is refused when invalid or on the operator’s own account', async () => {
    const member = await harness.member()
    const own = { 'member.available': 5, 'house.corrections': -5 }
    expect(await propose({ 'house.capital': 5, 'fees.borrow': -4 })).toMatchObject({
      msg: 'funds.journal-unbalanced',
    })
    expect(await propose({ 'house.capital': 0, 'fees.borrow': 0 })).toMatchObject({
      msg: 'funds.journal-zero',
    })
    expect(
      await propose({ 'house.capital': 500_000_000_000, 'fees.borrow': -500_000_000_000 }),
    ).toMatchObject({ msg: 'funds.journal-limit', params: { limit: '1,000,000.00' } })
    expect(await propose({ 'house.capital': 5, 'fees.borrow': -5 }, { currency: 'XXX' })).toMatchObject({
      msg: 'funds.journal-lines',
      field: 'currency',
    })
    expect(await propose(own)).toMatchObject({ msg: 'funds.journal-member' })
    const charge = { 'member.available': -5, 'house.corrections': 5 }
    expect(await propose(charge, { member: member.account })).toMatchObject({
      msg: 'funds.journal-goodwill',
      field: 'why',
    })
    expect(await propose(own, { member: '0900000000' })).toMatchObject({ msg: 'funds.journal-member' })
    expect(await propose(own, { member: member.account, texts: { tw: 'x', en: ' ' } })).toMatchObject({
      field: 'texts',
    })
    const original = '01900000-0000-7000-8000-000000000001'
    expect(await propose(own, { member: member.account, original })).toMatchObject({
      msg: 'funds.journal-entry',
    })
    expect(await funds.entryLines({ entryId: original }, context())).toMatchObject({
      msg: 'funds.journal-entry',
    })
    await harness.owner.query('INSERT INTO app.operator_relations (operator_id, member_id) VALUES ($1, $2)', [
      harness.operators[0].operatorId,
      member.memberId,
    ])
    expect(await propose(own, { member: member.account })).toMatchObject({ msg: 'review.own-account' })
    const proposed = await propose(own, { member: member.account }, harness.operators[1])
    if (!proposed.ok) throw new Error(proposed.msg)
    const subject = await subjectOf(proposed.data.reviewId)
    expect(await harness.vote(harness.operators[1], 'journal', subject, 'approve')).toBe('review.same-person')
    expect(await harness.vote(harness.operators[0], 'journal', subject, 'approve')).toBe('review.own-account')
  })
})

test('a notice to all members needs both languages and two operators', async () => {
  await harness.owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'support')`, [
    harness.operators[0].operatorId,
  ])
  const notice = {
    title: { tw: '週五提早收盤', en: 'Early close on Friday' },
    summary: { tw: '週五 12:00 收盤。', en: 'Trading ends at 12:00 on Friday.' },
    body: { tw: '週五 12:00 收盤，週一照常。', en: 'Trading ends at 12:00 on Friday, Monday as usual.' },
    path: '/market/market',
    reason: 'the calendar',
  }
  for (const [over, msg] of [
    [{ title: { tw: 'x', en: '' } }, 'notice.texts'],
    [{ body: { tw: ' ', en: 'x' } }, 'notice.texts'],
    [{ path: 'javascript:alert(1)' }, 'notice.path'],
  ] as const)
    expect(await notices.proposeNotice({ ...notice, ...over }, context())).toMatchObject({ msg })
  expect(await notices.proposeNotice(notice, context(harness.operators[1]))).toMatchObject({
    msg: 'review.not-allowed',
  })
  const member = await harness.api.member()
  harness.clock.advance(1_000)
  const proposed = await notices.proposeNotice(notice, context())
  const waiting = await notices.sent({}, context())
  expect(waiting).toMatchObject({ data: { sent: [], waiting: [{ title: notice.title, by: 'Tester' }] } })
  expect(await decide('notice', proposed)).toBe('passed')
  const list = await member.client.call('/notices/list', { kind: 'site' })
  await member.client.call('/notices/read', { noticeId: list.body.data.notices[0].noticeId })
  const sent = await notices.sent({}, context())
  expect(sent).toMatchObject({
    data: {
      waiting: [],
      sent: [{ title: notice.title, summary: notice.summary, path: '/market/market', readers: 1 }],
    },
  })
})

test('a scheduled notice is sent at its time and not before', async () => {
  const minutes = (count: number) => new Date(harness.clock.now().getTime() + count * 60_000).toISOString()
  const notice = {
    title: { tw: '下週維護', en: 'Maintenance next week' },
    summary: { tw: '週日停機一小時。', en: 'One hour on Sunday.' },
    body: { tw: '週日停機一小時。', en: 'One hour on Sunday.' },
    path: null,
    reason: 'the calendar',
  }
  for (const sendAt of [minutes(-1), minutes(24 * 60 * scheduleDays + 1)])
    expect(await notices.proposeNotice({ ...notice, sendAt }, context())).toMatchObject({
      msg: 'notice.time',
      field: 'sendAt',
    })
  const member = await harness.api.member()
  const titles = async () => {
    const own = await member.client.call('/notices/list', { kind: 'site' })
    const guest = await harness.api.client().call('/notices/siteList', {})
    return [own, guest].map(({ body }) => body.data.notices.map((one: any) => one.title.en).slice(0, 1))
  }
  const unread = async () => (await member.client.call('/notices/list', {})).body.data.unread
  const sendAt = minutes(10)
  expect(await decide('notice', await notices.proposeNotice({ ...notice, sendAt }, context()))).toBe('passed')
  const [before, count] = [await titles(), await unread()]
  expect(before.flat()).not.toContain(notice.title.en)
  const scheduled = await notices.sent({}, context())
  if (!scheduled.ok) throw new Error(scheduled.msg)
  const [first] = scheduled.data.sent
  expect(first).toMatchObject({ title: notice.title, at: sendAt, isScheduled: true })
  const read = () => member.client.call('/notices/read', { noticeId: first!.noticeId })
  expect((await read()).body.msg).toBe('request.not-found')
  const undelivered = () => harness.worker.transaction((tx) => lockUndelivered(tx, 500, harness.clock.now()))
  expect((await undelivered()).map(({ id }) => id)).not.toContain(first!.noticeId)
  harness.clock.advance(10 * 60_000)
  expect(await titles()).toEqual([[notice.title.en], [notice.title.en]])
  expect(await unread()).toBe(count + 1)
  expect((await undelivered()).map(({ id }) => id)).toContain(first!.noticeId)
  expect((await read()).http).toBe(200)
})

test('two operators cancel a scheduled notice before its time', async () => {
  const text = { tw: '盤後維護', en: 'Maintenance after the close' }
  const schedule = async () => {
    const sendAt = new Date(harness.clock.now().getTime() + 10 * 60_000).toISOString()
    const notice = { title: text, summary: text, body: text, path: null, sendAt, reason: 'the calendar' }
    expect(await decide('notice', await notices.proposeNotice(notice, context()))).toBe('passed')
    return (await listed()).sent[0]!.noticeId
  }
  const listed = async () => {
    const answer = await notices.sent({}, context())
    if (!answer.ok) throw new Error(answer.msg)
    return answer.data
  }
  const cancel = (noticeId: string) =>
    notices.proposeNoticeCancel({ noticeId, reason: 'the date has moved' }, context())

  const first = await schedule()
  const proposed = await cancel(first)
  expect((await listed()).waiting[0]).toMatchObject({ cancels: first, title: text })
  expect(await cancel(first)).toMatchObject({ msg: 'proposal.open' })
  expect(await decide('notice', proposed)).toBe('passed')
  expect((await listed()).sent.map(({ noticeId }) => noticeId)).not.toContain(first)
  expect(await cancel(first)).toMatchObject({ msg: 'notice.sent' })

  // Approved too late, it was sent and stays.
  const second = await schedule()
  const late = await cancel(second)
  harness.clock.advance(10 * 60_000)
  expect(await decide('notice', late)).toBe('sent-before')
  expect((await listed()).sent.map(({ noticeId }) => noticeId)).toContain(second)
})
