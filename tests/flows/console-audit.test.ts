// The audit explorer: what it finds, that viewing leaves a row, that the exported chain can be recomputed, and who
// approves whose actions.

import { createHash, createPublicKey, verify } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { verifyWholeChain } from '../../apps/console/src/features/audit/verify-chain.ts'
import { openReview } from '../../apps/server/src/features/operators/index.ts'
import { recordAudit } from '../../apps/server/src/features/audit/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { type ConsoleHarness, startConsoleHarness, type TestOperator } from './support/console-harness.ts'

let harness: ConsoleHarness
let auditor: TestOperator
let reviewer: TestOperator
let approver: TestOperator

beforeAll(async () => {
  harness = await startConsoleHarness()
  auditor = await harness.operator('auditor')
  reviewer = await harness.operator('reviewer')
  approver = await harness.operator('approver')
  await harness.startWorker()
})
afterAll(() => harness.stop())

const entries = async (filter: object, after?: string) => {
  const answer = await auditor.browser.ask('/audit/entries', {
    filter,
    ...(after === undefined ? {} : { after }),
  })
  expect(answer.http, JSON.stringify(answer.body)).toBe(200)
  return answer.body.data
}

const linked = () =>
  until('every entry is linked', async () => {
    const [row] = await harness.owner.query<{ left: number }>(
      `SELECT count(*)::integer AS left FROM audit.unlinked`,
    )
    return row!.left === 0
  })

const note = (action: string, subject: string, actor: 'system' | `member:${string}`, requestId: string) =>
  recordAudit(harness.owner, { action, actor, subject, details: { old: 'a', new: 'b' }, requestId })

test('entries are filtered and paged, newest first', async () => {
  const member = await harness.member()
  const requestId = newId()
  for (let n = 0; n < 120; n += 1) {
    await note(
      n % 2 === 0 ? 'auth.signed-in' : 'funds.viewed',
      `member:${member}`,
      `member:${member}`,
      newId(),
    )
  }
  await note('members.noted', `member:${member}`, 'system', requestId)
  await note('members.noted', 'site:title', 'system', requestId)
  await linked()

  const seen: number[] = []
  let next: string | null | undefined
  do {
    const page = await entries({ memberId: member }, next ?? undefined)
    expect(page.entries.length).toBeLessThanOrEqual(50)
    seen.push(...page.entries.map(({ sequence }) => sequence))
    next = page.next
    // Rows that arrive during paging do not shift the pages.
    await note('auth.signed-in', `member:${member}`, `member:${member}`, newId())
    await linked()
  } while (next !== null)
  expect(seen.length).toBeGreaterThanOrEqual(121)
  expect(new Set(seen).size).toBe(seen.length)
  expect(seen).toEqual(seen.toSorted((one, other) => other - one))

  const first = (await entries({ memberId: member, action: 'members' })).entries[0]!
  expect(first).toMatchObject({ action: 'members.noted', actor: 'system', requestId })
  // Masked as everywhere in the console.
  expect(first.subjectName).toMatch(/^09\d\d-\*{3}-\d{3}$/)
  expect((await entries({ requestId })).entries.map(({ subject }) => subject).toSorted()).toEqual([
    `member:${member}`,
    'site:title',
  ])
  expect((await entries({ action: 'funds.viewed', memberId: member })).entries).toHaveLength(50)
  const byOperator = await entries({ operatorId: reviewer.operatorId })
  expect(byOperator.entries.map(({ actorName }) => actorName)).toContain(`Operator ${reviewer.login}`)
  expect(new Set(byOperator.entries.map(({ actor }) => actor))).toEqual(
    new Set([`operator:${reviewer.operatorId}`]),
  )
  for (const by of ['operator', 'member', 'system', 'anonymous'] as const) {
    for (const { actor } of (await entries({ by })).entries) expect(actor.split(':')[0]).toBe(by)
  }
  const tomorrow = new Date(Date.now() + 86_400_000).toISOString()
  expect((await entries({ from: tomorrow })).entries).toEqual([])
  expect((await entries({ to: '2020-01-01T00:00:00Z' })).entries).toEqual([])
  const bad = await auditor.browser.ask('/audit/entries', { filter: {}, after: 'nowhere' })
  expect(bad.body).toMatchObject({ msg: 'input.invalid', field: 'after' })
})

test('reading the audit trail is audited with its filter', async () => {
  const member = await harness.member()
  await entries({ memberId: member, action: 'auth' })
  await linked()
  const { entries: views } = await entries({ action: 'audit.viewed', memberId: member })
  expect(views[0]).toMatchObject({ actor: `operator:${auditor.operatorId}`, subject: `member:${member}` })
  expect(JSON.parse(views[0]!.details)).toMatchObject({ filter: { memberId: member, action: 'auth' } })
})

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest()
const signed = (key: string, text: string, signature: string) =>
  Promise.resolve(
    verify(
      null,
      Buffer.from(text),
      createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
      Buffer.from(signature, 'base64'),
    ),
  )

test('the exported chain verifies, and an altered row is found', async () => {
  await linked()
  const { body } = await auditor.browser.ask('/audit/chain')
  expect(body.data.segments).toHaveLength(48)
  expect(body.data.sequence).toBeGreaterThan(100)
  const walk = () =>
    verifyWholeChain(
      {
        read: async (after, limit) => (await auditor.browser.ask('/audit/links', { after, limit })).body.data,
        sha256,
        signed,
        onProgress: () => undefined,
      },
      body.data.sequence,
    )
  const verdict = await walk()
  expect(verdict).toMatchObject({ ok: true, canSign: true })
  if (!verdict.ok) return
  expect(verdict.signatures).toBeGreaterThan(0)
  const seen = { sequence: Number(verdict.head.sequence), head: verdict.head.hash, seconds: 1.5, ok: true }
  const invented = await auditor.browser.ask('/audit/noteVerified', { ...seen, head: '0'.repeat(64) })
  expect(invented.body.msg).toBe('audit.no-such-head')
  expect((await auditor.browser.ask('/audit/noteVerified', seen)).http).toBe(200)
  const after = (await auditor.browser.ask('/audit/chain')).body.data
  expect(after.lastVerified).toMatchObject({ sequence: seen.sequence, seconds: 1.5, ok: true })
  expect(after.lastVerified?.by).toBe(`Operator ${auditor.login}`)

  // An attacker with the owner's rights removes the trigger and alters a row.
  await harness.owner.query(`ALTER TABLE audit.entries DISABLE TRIGGER immutable`)
  const [victim] = await harness.owner.query<{ sequence: bigint; id: string }>(
    `UPDATE audit.entries SET subject = subject || '!' WHERE entry_id = (SELECT entry_id FROM audit.links WHERE sequence = 60)
     RETURNING entry_id AS id`,
  )
  expect(victim).toBeDefined()
  expect(await walk()).toMatchObject({ ok: false, fault: 'altered', sequence: 60 })
  await harness.owner.query(`UPDATE audit.entries SET subject = rtrim(subject, '!') WHERE entry_id = $1`, [
    victim!.id,
  ])
  await harness.owner.query(`ALTER TABLE audit.entries ENABLE TRIGGER immutable`)
  expect(await walk()).toMatchObject({ ok: true })
})

test('approver pairs list counts, shares and hasty approvals', async () => {
  const other = await harness.operator('approver')
  const decide = async (first: TestOperator, second: TestOperator, apartMs: number) => {
    const memberId = await harness.member()
    const opened = await harness.owner.transaction((tx) =>
      openReview(tx, {
        kind: 'bank-account',
        memberId,
        subject: newId(),
        payload: { n: 1 },
        now: harness.clock.now(),
        requestId: newId(),
      }),
    )
    if (!opened.ok) throw new Error('not opened')
    const { reviewId } = opened
    const [row] = await harness.owner.query<{ hash: string }>(
      `SELECT payload_hash AS hash FROM app.reviews WHERE id = $1`,
      [reviewId],
    )
    const vote = (who: TestOperator) =>
      who.browser.ask('/operators/vote', { reviewId, decision: 'approve', payloadHash: row!.hash, note: '' })
    expect((await vote(first)).http).toBe(200)
    harness.clock.advance(apartMs)
    expect((await vote(second)).http).toBe(200)
  }
  for (const apart of [2_000, 3_000, 600_000]) await decide(reviewer, approver, apart)
  await decide(other, approver, 60_000)
  await decide(reviewer, other, 60_000)
  const { data } = (await auditor.browser.ask('/audit/approverPairs', { days: 30 })).body
  expect(data.approved).toBe(5)
  expect(data.pairs[0]).toEqual({
    first: reviewer.operatorId,
    second: approver.operatorId,
    count: 3,
    share: 0.75,
    kinds: [{ kind: 'bank-account', count: 3 }],
  })
  expect(data.pairs).toHaveLength(3)
  const person = data.people.find(({ operatorId }) => operatorId === approver.operatorId)
  expect(person).toMatchObject({ first: 0, second: 4, rejected: 0, hasty: 2 })
  expect(person!.medianSeconds).toBeGreaterThan(3)
  expect(data.people.find(({ operatorId }) => operatorId === reviewer.operatorId)).toMatchObject({
    first: 4,
    second: 0,
    medianSeconds: null,
  })
  harness.clock.advance(40 * 86_400_000)
  await harness.signIn(auditor, auditor.browser)
  expect((await auditor.browser.ask('/audit/approverPairs', { days: 30 })).body.data.approved).toBe(0)
})
