// Operators: how they join, sign in, are locked out and leave; the queue they work from; and which member data they
// see.

import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { openReview } from '../../apps/server/src/features/operators/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { operatorRoles, reviewKinds } from '../../packages/contract/src/operators/index.ts'
import { consoleCatalogue } from '../../packages/contract/src/catalogue/console.ts'
import { reviewTerms, reviewTransitions, rightsOf } from '../../packages/rules/src/operators/index.ts'
import {
  type ConsoleHarness,
  operatorPassword,
  startConsoleHarness,
  type TestOperator,
} from './support/console-harness.ts'

let harness: ConsoleHarness
let admin: TestOperator
let otherAdmin: TestOperator

beforeAll(async () => {
  harness = await startConsoleHarness()
  admin = await harness.operator('admin')
  otherAdmin = await harness.operator('admin')
  await harness.startWorker()
})
afterAll(() => harness.stop())

test('operator rights and review terms in the database match the rules', async () => {
  const rights = await harness.owner.query<{ role: string; right: string }>(
    `SELECT role, "right" FROM app.operator_rights`,
  )
  for (const role of operatorRoles) {
    const held = rights.filter((row) => row.role === role).map(({ right }) => right)
    expect(held.toSorted()).toEqual([...rightsOf[role]].toSorted())
  }
  const kinds = await harness.owner.query<Record<string, unknown>>(
    `SELECT kind, first_right AS first, second_right AS second, propose_right AS propose,
       promised_minutes AS "promisedMinutes", expires_hours AS "expiresHours", may_revise AS "mayRevise",
       reject_by_two AS "rejectByTwo"
     FROM app.review_kinds`,
  )
  expect(kinds.map(({ kind }) => String(kind)).toSorted()).toEqual([...reviewKinds].toSorted())
  for (const { kind, ...terms } of kinds) expect(terms).toEqual(reviewTerms[kind as keyof typeof reviewTerms])
  const moves = await harness.owner.query<{ before: string; after: string }>(
    `SELECT from_state AS before, to_state AS after FROM app.state_steps WHERE machine = 'review'`,
  )
  expect(moves.map(({ before, after }) => `${before} ${after}`).toSorted()).toEqual(
    reviewTransitions.map(([before, after]) => `${before} ${after}`).toSorted(),
  )
})

test('the review diagram in the docs matches the rules', () => {
  const page = readFileSync(new URL('../../docs/architecture/four-eyes.md', import.meta.url), 'utf8')
  const drawn = [...page.matchAll(/^ {2}(\w+) --> (\w+)$/gm)].map(([, before, after]) => `${before} ${after}`)
  expect(drawn).toEqual(reviewTransitions.map(([before, after]) => `${before} ${after}`))
})

test('every console message has both languages and the same placeholders', () => {
  for (const { tw, en } of Object.values(consoleCatalogue)) {
    expect(tw).toMatch(/[\u3400-\u9fff].*。$/u)
    expect(tw).not.toMatch(/[您!！]/u)
    expect(en).toMatch(/[a-z].*\.$/)
    expect((tw.match(/\{\w+\}/g) ?? []).toSorted()).toEqual((en.match(/\{\w+\}/g) ?? []).toSorted())
  }
})

test('signing in takes both factors, and the session begins with the second', async () => {
  const browser = harness.browser()
  expect((await browser.ask('/operators/me')).body.msg).toBe('session.expired')
  const first = await browser.ask('/operators/signIn', { login: admin.login, password: operatorPassword })
  expect(first.body.data.methods).toEqual(['authenticator', 'recovery-code'])
  expect([...browser.cookies.keys()]).toEqual([])
  expect((await browser.ask('/operators/queueCounts')).http).toBe(401)

  const { challengeId } = first.body.data
  const wrong = await browser.ask('/operators/finishSignIn', {
    challengeId,
    method: 'authenticator',
    code: '000000',
  })
  expect(wrong.body).toMatchObject({ status: 409, msg: 'operator.wrong-code', field: 'code' })
  const code = harness.code(admin.secret)
  const second = await browser.ask('/operators/finishSignIn', { challengeId, method: 'authenticator', code })
  expect(second.body.data).toMatchObject({ login: admin.login, idleMinutes: 15, recoveryCodesLeft: 10 })
  expect([...browser.cookies.keys()].toSorted()).toEqual([
    '__Host-console-XSRF',
    '__Host-console-bind',
    '__Host-console-device',
  ])
  const lines = second.headers.getSetCookie()
  expect(lines.find((line) => line.startsWith('__Host-console-bind'))).toMatch(
    /; Path=\/; Secure; SameSite=Strict; HttpOnly; Max-Age=28800$/,
  )
  expect((await browser.ask('/operators/me')).http).toBe(200)
  // The challenge and the code are used up.
  const again = harness.browser()
  const reused = await again.ask('/operators/finishSignIn', { challengeId, method: 'authenticator', code })
  expect(reused.body.msg).toBe('operator.challenge-expired')
  const fresh = await again.ask('/operators/signIn', { login: admin.login, password: operatorPassword })
  const replayed = await again.ask('/operators/finishSignIn', {
    challengeId: fresh.body.data.challengeId,
    method: 'authenticator',
    code,
  })
  expect(replayed.body.msg).toBe('operator.wrong-code')
})

test('a recovery code works once', async () => {
  const [recovery] = otherAdmin.recoveryCodes
  for (const expected of [200, 409]) {
    const browser = harness.browser()
    const first = await browser.ask('/operators/signIn', {
      login: otherAdmin.login,
      password: operatorPassword,
    })
    const { challengeId } = first.body.data
    const second = await browser.ask('/operators/finishSignIn', {
      challengeId,
      method: 'recovery-code',
      code: recovery,
    })
    expect(second.http).toBe(expected)
  }
})

test('a wrong, missing or foreign XSRF header and another origin are refused', async () => {
  const { browser } = admin
  expect((await browser.ask('/operators/me', {}, { 'x-xsrf-token': '' })).body.msg).toBe('request.forbidden')
  const foreign = otherAdmin.browser.cookies.get('__Host-console-XSRF')!
  expect((await browser.ask('/operators/me', {}, { 'x-xsrf-token': foreign })).http).toBe(403)
  expect((await browser.ask('/operators/me', {}, { origin: 'http://localhost:8080' })).http).toBe(403)
})

test('five wrong passwords lock unknown browsers for fifteen minutes', async () => {
  const victim = await harness.operator('support')
  const stranger = harness.browser()
  for (let time = 0; time < 5; time++) {
    const wrong = await stranger.ask('/operators/signIn', { login: victim.login, password: 'not the one' })
    expect(wrong.body.msg).toBe('operator.wrong-credentials')
  }
  const locked = await stranger.ask('/operators/signIn', { login: victim.login, password: operatorPassword })
  expect(locked.body).toMatchObject({ status: 429, msg: 'operator.locked', params: { minutes: 15 } })
  const known = await victim.browser.ask('/operators/signIn', {
    login: victim.login,
    password: operatorPassword,
  })
  expect(known.http).toBe(200)
  harness.clock.advance(15 * 60_000)
  await harness.signIn(victim, harness.browser())
  const unknown = await harness.browser().ask('/operators/signIn', { login: 'unknown', password: 'x' })
  expect(unknown.body.msg).toBe('operator.wrong-credentials')
})

test('a session ends when idle, after eight hours and at sign-out', async () => {
  const { browser } = await harness.operator('auditor')
  for (let step = 0; step < 33; step++) {
    harness.clock.advance(14.4 * 60_000)
    expect((await browser.ask('/operators/me')).http).toBe(200)
  }
  harness.clock.advance(14.4 * 60_000)
  expect((await browser.ask('/operators/me')).http).toBe(401)

  const idle = await harness.operator('auditor')
  harness.clock.advance(15 * 60_000 + 1)
  expect((await idle.browser.ask('/operators/me')).http).toBe(401)

  const leaving = await harness.operator('auditor')
  const bind = leaving.browser.cookies.get('__Host-console-bind')!
  const xsrf = leaving.browser.cookies.get('__Host-console-XSRF')!
  expect((await leaving.browser.ask('/operators/signOut')).http).toBe(200)
  leaving.browser.cookies.set('__Host-console-bind', bind)
  leaving.browser.cookies.set('__Host-console-XSRF', xsrf)
  expect((await leaving.browser.ask('/operators/me')).http).toBe(401)
  await harness.signIn(admin, admin.browser)
  await harness.signIn(otherAdmin, otherAdmin.browser)
})

test('an operator sees their sessions and ends another one', async () => {
  const operator = await harness.operator('support')
  const second = harness.browser()
  await harness.signIn(operator, second)
  const sessionsAt = async (browser: typeof second) =>
    (await browser.ask('/operators/listSessions')).body.data.sessions
  const [current, other] = (await sessionsAt(second)).toSorted((a) => (a.isCurrent ? -1 : 1))
  expect(await sessionsAt(second)).toHaveLength(2)
  expect(current).toMatchObject({ isCurrent: true, network: expect.stringMatching(/\.0\/24$/) })
  const end = (browser: typeof second, sessionId: string) =>
    browser.ask('/operators/endSession', { sessionId })
  // Not this one, not a colleague's, and nothing twice.
  expect((await end(second, current!.sessionId)).body.msg).toBe('request.not-found')
  expect((await end(admin.browser, other!.sessionId)).body.msg).toBe('request.not-found')
  expect((await end(second, other!.sessionId)).http).toBe(200)
  expect((await end(second, other!.sessionId)).body.msg).toBe('request.not-found')
  expect((await operator.browser.ask('/operators/me')).http).toBe(401)
  expect((await sessionsAt(second)).map(({ sessionId }) => sessionId)).toEqual([current!.sessionId])
  const recorded = await harness.owner.query(
    `SELECT FROM audit.entries WHERE action = 'operators.session-ended' AND actor = $1 AND subject = $2`,
    [`operator:${operator.operatorId}`, `session:${other!.sessionId}`],
  )
  expect(recorded).toHaveLength(1)
})

test('an operator changes their password and their other sessions end', async () => {
  const operator = await harness.operator('support')
  const second = harness.browser()
  await harness.signIn(operator, second)
  const form = {
    password: operatorPassword,
    newPassword: 'copper meadow 77',
    confirmPassword: 'copper meadow 77',
  }
  const change = (more: object = {}) => second.ask('/operators/changePassword', { ...form, ...more })
  expect((await change({ confirmPassword: 'another meadow 1' })).body.msg).toBe('operator.passwords-differ')
  for (const [newPassword, msg] of [
    [operatorPassword, 'operator.password-same'],
    ['short', 'operator.password-weak'],
  ] as const)
    expect((await change({ newPassword, confirmPassword: newPassword })).body).toMatchObject({
      msg,
      field: 'newPassword',
    })
  expect((await change({ password: 'not this one' })).body).toMatchObject({
    msg: 'operator.wrong-credentials',
    field: 'password',
  })
  expect((await operator.browser.ask('/operators/me')).http).toBe(200)

  expect((await change()).body.data).toEqual({ ended: 1 })
  expect((await operator.browser.ask('/operators/me')).http).toBe(401)
  expect((await second.ask('/operators/me')).http).toBe(200)
  const signIn = (password: string) =>
    harness.browser().ask('/operators/signIn', { login: operator.login, password })
  expect((await signIn(operatorPassword)).body.msg).toBe('operator.wrong-credentials')
  expect((await signIn(form.newPassword)).http).toBe(200)
  const recorded = await harness.owner.query(
    `SELECT FROM audit.entries WHERE action = 'operators.password-changed' AND actor = $1`,
    [`operator:${operator.operatorId}`],
  )
  expect(recorded).toHaveLength(1)
})

test('enrolment needs a valid code and a strong password', async () => {
  const { enrolmentCode } = await harness.operator('support').then(async () => {
    await harness.owner.query(`DELETE FROM app.operator_roles WHERE role = 'admin'`)
    const added = await harness.add('late.comer', ['support'])
    for (const { operatorId } of [admin, otherAdmin]) {
      await harness.owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'admin')`, [
        operatorId,
      ])
    }
    return added
  })
  const browser = harness.browser()
  const form = { login: 'late.comer', enrolmentCode, password: operatorPassword }
  const begin = (more: object) => browser.ask('/operators/beginEnrolment', { ...form, ...more })
  expect((await begin({ confirmPassword: 'other' })).body.msg).toBe('operator.passwords-differ')
  for (const weak of ['short', 'aaaaaaaaaaaaaaa', 'xx late.comer xx 1']) {
    const refused = await begin({ password: weak, confirmPassword: weak })
    expect(refused.body.msg).toBe('operator.password-weak')
  }
  const wrong = await begin({ enrolmentCode: 'ABCDEF-ABCDEF', confirmPassword: operatorPassword })
  expect(wrong.body.msg).toBe('operator.enrolment-refused')
  harness.clock.advance(3 * 24 * 3_600_000 + 1)
  const late = await begin({ confirmPassword: operatorPassword })
  expect(late.body.msg).toBe('operator.enrolment-refused')
  await harness.signIn(admin, admin.browser)
  await harness.signIn(otherAdmin, otherAdmin.browser)
})

test('two admins add and remove an operator, and two admins remain', async () => {
  const wanted = {
    login: 'new.person',
    name: '王新',
    roles: [{ role: 'reviewer', until: null }],
    relatedAccounts: [],
    reason: 'Starts on Monday',
  }
  const withMore = await admin.browser.ask('/operators/proposeOperator', { ...wanted, votes: 2 })
  expect([withMore.http, withMore.body.msg]).toEqual([400, 'input.invalid'])
  const proposed = await admin.browser.ask('/operators/proposeOperator', wanted)
  expect(proposed.http).toBe(200)
  expect(proposed.body.data.number).toMatch(/^O\d{4}-\d{6}$/)
  const { reviewId } = proposed.body.data
  expect((await otherAdmin.browser.ask('/operators/proposeOperator', wanted)).body.msg).toBe(
    'operator.proposal-open',
  )
  const seen = await otherAdmin.browser.ask('/operators/review', { reviewId })
  expect(seen.body.data).toMatchObject({
    mayApprove: null,
    checks: [{ ok: true, code: 'operator.login-free' }],
    effects: ['operator.account-made', 'operator.enrolment-halves'],
  })
  const { payloadHash } = seen.body.data
  const own = await admin.browser.ask('/operators/vote', {
    reviewId,
    decision: 'approve',
    payloadHash,
    note: '',
  })
  expect(own.body.msg).toBe('review.same-person')
  const changed = await otherAdmin.browser.ask('/operators/vote', {
    reviewId,
    decision: 'approve',
    payloadHash: payloadHash.replace(/^./, (sign) => (sign === '0' ? '1' : '0')),
    note: '',
  })
  expect(changed.body.msg).toBe('review.changed')
  const voted = await otherAdmin.browser.ask('/operators/vote', {
    reviewId,
    decision: 'approve',
    payloadHash,
    note: 'Seen the contract',
  })
  expect(voted.body.data).toMatchObject({ state: 'decided', decision: 'approve' })
  await until('the worker executes it', async () => {
    const { body } = await admin.browser.ask('/operators/review', { reviewId })
    return body.data.outcome === 'passed' && body.data.review.state === 'closed'
  })
  const people = await admin.browser.ask('/operators/listOperators')
  const { operatorId: newId_ } = people.body.data.operators.find(({ login }) => login === 'new.person')!
  const halves = await Promise.all(
    [admin, otherAdmin].map(({ browser }) => browser.ask('/operators/takeHalf', { operatorId: newId_ })),
  )
  const enrolmentCode = halves.map(({ body }) => body.data.half).join(' ')
  const browser = harness.browser()
  const begun = await browser.ask('/operators/beginEnrolment', {
    login: 'new.person',
    enrolmentCode,
    password: operatorPassword,
    confirmPassword: operatorPassword,
  })
  const { challengeId, secret } = begun.body.data
  const enrolled = await browser.ask('/operators/finishEnrolment', {
    challengeId,
    code: harness.code(secret),
  })
  expect(enrolled.body.data.me.rights).toEqual(['read', 'open-personal', 'review'])
  const { operatorId } = enrolled.body.data.me

  const leaves = await admin.browser.ask('/operators/proposeRoles', {
    operatorId,
    roles: [],
    reason: 'Left the company',
  })
  const leaving = leaves.body.data.reviewId
  const page = await otherAdmin.browser.ask('/operators/review', { reviewId: leaving })
  await otherAdmin.browser.ask('/operators/vote', {
    reviewId: leaving,
    decision: 'approve',
    payloadHash: page.body.data.payloadHash,
    note: '',
  })
  await until('the session ends', async () => (await browser.ask('/operators/me')).http === 401)
  const { body } = await admin.browser.ask('/operators/listOperators')
  expect(body.data.operators.find((person) => person.operatorId === operatorId)?.state).toBe('left')

  const last = await admin.browser.ask('/operators/proposeRoles', {
    operatorId: otherAdmin.operatorId,
    roles: [{ role: 'support', until: null }],
    reason: 'x',
  })
  expect(last.body.msg).toBe('operator.too-few-admins')
  // A role with an end date does not count towards the minimum of admins.
  const ending = await admin.browser.ask('/operators/proposeRoles', {
    operatorId: otherAdmin.operatorId,
    roles: [{ role: 'admin', until: new Date(harness.clock.now().getTime() + 1_000).toISOString() }],
    reason: 'x',
  })
  expect(ending.body.msg).toBe('operator.too-few-admins')
})

test('an admin cannot propose their own roles', async () => {
  // With a third admin the minimum of two is not the reason.
  await harness.operator('admin')
  const self = await admin.browser.ask('/operators/proposeRoles', {
    operatorId: admin.operatorId,
    roles: [{ role: 'approver', until: null }],
    reason: 'me',
  })
  expect(self.body.msg).toBe('operator.not-allowed')
})

test('only the proposer cancels a proposal; its subject cannot vote', async () => {
  const third = await harness.operator('admin')
  const { body } = await admin.browser.ask('/operators/proposeRoles', {
    operatorId: third.operatorId,
    roles: [{ role: 'auditor', until: null }],
    reason: 'moves',
  })
  const { reviewId } = body.data
  const about = await third.browser.ask('/operators/review', { reviewId })
  expect(about.body.data.mayApprove).toBe('review.own-account')
  const { payloadHash } = about.body.data
  const vote = await third.browser.ask('/operators/vote', {
    reviewId,
    decision: 'reject',
    payloadHash,
    note: 'no',
  })
  expect(vote.body.msg).toBe('review.own-account')
  expect((await otherAdmin.browser.ask('/operators/cancelReview', { reviewId })).body.msg).toBe(
    'review.not-yours',
  )
  expect((await admin.browser.ask('/operators/cancelReview', { reviewId })).body.data.state).toBe('cancelled')
  expect((await admin.browser.ask('/operators/cancelReview', { reviewId })).body.msg).toBe('review.not-open')
})

const ask = (kind: 'day-trading' | 'recovery', memberId: string, more: object = {}) =>
  harness.owner.transaction((tx) =>
    openReview(tx, {
      kind,
      memberId,
      subject: newId(),
      payload: { amount: '1000' },
      now: harness.clock.now(),
      requestId: newId(),
      ...more,
    }),
  )

test('the queue sorts, filters, pages and counts reviews', async () => {
  const reviewer = await harness.operator('reviewer')
  const memberId = await harness.member()
  const numbers: string[] = []
  for (let at = 0; at < 55; at++) {
    const opened = await ask(
      at % 2 ? 'day-trading' : 'recovery',
      memberId,
      at === 7 ? { flags: ['large'] } : {},
    )
    if (opened.ok) numbers.push(opened.number)
    harness.clock.advance(1_000)
  }
  const queue = (filter: object, after?: string) =>
    reviewer.browser.ask('/operators/queue', after === undefined ? { filter } : { filter, after })
  const first = await queue({ memberId })
  expect(first.body.data.reviews.map(({ number }) => number)).toEqual(numbers.slice(0, 50))
  expect(first.body.data.reviews[0]!.member!.account).toMatch(/^09\d\d-\*\*\*-\d{3}$/)
  const rest = await queue({ memberId }, first.body.data.next!)
  expect(rest.body.data).toMatchObject({ next: null })
  expect(rest.body.data.reviews.map(({ number }) => number)).toEqual(numbers.slice(50))

  const { reviewId } = first.body.data.reviews[20]!
  const { body } = await reviewer.browser.ask('/operators/review', { reviewId })
  const vote = { reviewId, decision: 'approve', payloadHash: body.data.payloadHash, note: '' }
  expect((await reviewer.browser.ask('/operators/vote', vote)).body.data.state).toBe('second')
  expect((await queue({ memberId })).body.data.reviews[0]).toMatchObject({ reviewId, isMineToVote: false })
  expect((await queue({ memberId, secondWanted: true })).body.data.reviews).toHaveLength(1)
  expect((await queue({ memberId, flagged: true })).body.data.reviews).toHaveLength(1)
  expect((await queue({ memberId, kinds: ['day-trading'] })).body.data.reviews).toHaveLength(27)
  expect((await queue({ memberId, waitingOverMinutes: 100_000 })).body.data.reviews).toHaveLength(0)
  const mine = await queue({ memberId, mine: true })
  expect(mine.body.data.reviews.every(({ isMineToVote }) => isMineToVote)).toBe(true)
  const counts = (await reviewer.browser.ask('/operators/queueCounts')).body.data.counts
  expect(counts).toMatchObject({ open: 55, second: 1, flagged: 1, mine: 54 })
  expect(counts.byKind).toEqual([
    { kind: 'day-trading', count: 27 },
    { kind: 'recovery', count: 28 },
  ])
  expect((await queue({}, 'nonsense')).body.msg).toBe('input.invalid')

  const saved = await reviewer.browser.ask('/operators/saveView', { name: '大額', filter: { flagged: true } })
  expect((await reviewer.browser.ask('/operators/saveView', { name: ' ', filter: {} })).body).toMatchObject({
    msg: 'input.invalid',
    field: 'name',
  })
  expect((await reviewer.browser.ask('/operators/saveView', { name: '大額', filter: {} })).body.msg).toBe(
    'view.exists',
  )
  expect((await reviewer.browser.ask('/operators/listViews')).body.data.views).toEqual([
    { viewId: saved.body.data.viewId, name: '大額', filter: { flagged: true } },
  ])
  const { viewId } = saved.body.data
  expect((await admin.browser.ask('/operators/removeView', { viewId })).body.msg).toBe('view.not-found')
  expect((await reviewer.browser.ask('/operators/removeView', { viewId })).http).toBe(200)

  const byNumber = await reviewer.browser.ask('/operators/search', { text: numbers[3]!.toLowerCase() })
  expect(byNumber.body.data.found).toMatchObject([
    { kind: 'review', title: { tw: numbers[3], en: numbers[3] }, memberId },
  ])
  const byId = await reviewer.browser.ask('/operators/search', { text: memberId })
  expect(byId.body.data.found).toMatchObject([{ kind: 'member', id: memberId }])
  expect(byId.body.data.found[0]!.title.tw).toContain('***')
})

test('opening a personal field needs a purpose and is recorded', async () => {
  const support = await harness.operator('support')
  const memberId = await harness.member()
  const open = (purpose: string) =>
    support.browser.ask('/operators/openPersonal', { memberId, field: 'account', purpose })
  expect((await open('  ')).body.msg).toBe('personal.purpose-required')
  expect((await open('x')).body.msg).toBe('personal.purpose-required')
  expect((await open('Called about ticket 12')).body.data.value).toMatch(/^09\d{8}$/)
  const views = await harness.owner.query(
    `SELECT field, purpose FROM app.personal_views WHERE member_id = $1`,
    [memberId],
  )
  expect(views).toEqual([{ field: 'account', purpose: 'Called about ticket 12' }])
  const none = { memberId, field: 'identity-documents', purpose: 'Called about ticket 12' }
  const missing = await support.browser.ask('/operators/openPersonal', none)
  expect(missing.body.msg).toBe('personal.not-found')
  await harness.owner.query(`INSERT INTO app.operator_relations VALUES ($1, $2)`, [
    support.operatorId,
    memberId,
  ])
  expect((await open('curious')).body.msg).toBe('review.own-account')
})
