// Two votes need two people: attacks by one person with two enrolments, by a taken console process, and with keys and
// signatures that belong to something else.

import { createHash, randomBytes, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { until } from '@fairlot/testkit/until'
import { fundsJobs } from '../../apps/server/src/features/funds/index.ts'
import { giveKeyCode, recheckVotes } from '../../apps/server/src/features/operators/index.ts'
import { makeMetrics } from '../../apps/server/src/platform/metrics.ts'
import { captureLog } from './support/captured-log.ts'
import { type Db, openDb } from './support/open-db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import type { VoteSignature } from '../../packages/contract/src/operators/index.ts'
import { separationDays, voteStatement, noReason } from '../../packages/rules/src/operators/index.ts'
import {
  type ConsoleBrowser,
  type ConsoleHarness,
  operatorPassword,
  startConsoleHarness,
  type TestOperator,
} from './support/console-harness.ts'
import { SoftPasskey } from './support/soft-passkey.ts'
import { newSoftwareKey, type Querying, signWith } from './support/voting-keys.ts'

// Each test waits for the worker, and some sign three people in again.
vi.setConfig({ testTimeout: 90_000 })

let harness: ConsoleHarness
let wei: TestOperator
let mei: TestOperator
/** A third operator who could approve. */
let sam: TestOperator
/** The console's database role in an attacker's hands. */
let stolen: Db

beforeAll(async () => {
  harness = await startConsoleHarness()
  wei = await harness.operator('admin', 'approver')
  mei = await harness.operator('admin', 'approver')
  sam = await harness.operator('admin', 'approver')
  await harness.startWorker()
  stolen = openDb({ url: harness.database.consoleUrl, poolSize: 2, applicationName: 'stolen' })
})
afterAll(async () => {
  await stolen?.close()
  await harness?.stop()
})

/** Half a million to the house's own account: any posting at all shows that the worker executed it. */
const journal = {
  currency: 'TWD',
  member: null,
  lines: [
    { account: 'house.capital', amount: '50000000' },
    { account: 'house.corrections', amount: '-50000000' },
  ],
  why: 'goodwill',
  original: null,
  texts: { tw: '更正', en: 'correction' },
  note: 'ticket 4471',
}

const propose = async (by: TestOperator | { browser: ConsoleBrowser }): Promise<string> => {
  const made = await by.browser.ask('/funds/proposeJournal', journal)
  expect(made.body.msg).toBe('')
  return made.body.data.reviewId
}
const seen = async (by: { browser: ConsoleBrowser }, reviewId: string) =>
  (await by.browser.ask('/operators/review', { reviewId })).body.data
const approve = async (by: { browser: ConsoleBrowser }, reviewId: string, signature?: VoteSignature) => {
  const { payloadHash } = await seen(by, reviewId)
  return by.browser.ask('/operators/vote', {
    reviewId,
    decision: 'approve',
    payloadHash,
    note: '',
    ...(signature && { signature }),
  })
}

interface Ending {
  readonly state: string
  readonly trouble: string | null
  readonly outcome: string | null
}
const readEnding = async (reviewId: string): Promise<Ending> =>
  (
    await harness.owner.query<Ending>(`SELECT state, trouble, outcome FROM app.reviews WHERE id = $1`, [
      reviewId,
    ])
  )[0]!
/** The worker's result: executed, or refused with its reason. */
const ending = (reviewId: string): Promise<Ending> =>
  until('the worker to check it', async () => {
    const row = await readEnding(reviewId)
    return row.outcome !== null || row.trouble !== null ? row : undefined
  })
const closed = async (reviewId: string) =>
  expect(await ending(reviewId)).toMatchObject({ state: 'closed', outcome: 'passed' })

interface NewPerson {
  readonly operatorId: string
  readonly login: string
  readonly proposal: string
}

/** Proposed by one operator, approved by the other; the worker has created the account. */
async function hire(login: string, first = wei, second = mei): Promise<NewPerson> {
  const made = await first.browser.ask('/operators/proposeOperator', {
    login,
    name: 'Bob',
    roles: [
      { role: 'approver', until: null },
      { role: 'admin', until: null },
    ],
    relatedAccounts: [],
    reason: 'joins the fund harness',
  })
  expect(Object.keys(made.body.data).toSorted()).toEqual(['number', 'reviewId'])
  expect((await approve(second, made.body.data.reviewId)).body.msg).toBe('')
  await closed(made.body.data.reviewId)
  const [row] = await harness.owner.query<{ id: string }>(`SELECT id FROM app.operators WHERE login = $1`, [
    login,
  ])
  return { operatorId: row!.id, login, proposal: made.body.data.reviewId }
}

const takeHalf = async (by: TestOperator, { operatorId }: NewPerson) =>
  (await by.browser.ask('/operators/takeHalf', { operatorId })).body

async function enrol(person: NewPerson, code: string): Promise<ConsoleBrowser> {
  const browser = harness.browser()
  const begun = await browser.ask('/operators/beginEnrolment', {
    login: person.login,
    enrolmentCode: code,
    password: operatorPassword,
    confirmPassword: operatorPassword,
  })
  expect(begun.body.msg).toBe('')
  const { challengeId, secret } = begun.body.data
  const done = await browser.ask('/operators/finishEnrolment', { challengeId, code: harness.code(secret) })
  expect(done.body.data.me).toMatchObject({ isFounder: false, votingKeys: 0 })
  return browser
}

/** Enrolled with a key that two others have approved. */
async function join(
  person: NewPerson,
  code: string,
): Promise<{ browser: ConsoleBrowser; operatorId: string }> {
  const browser = await enrol(person, code)
  const key = newSoftwareKey()
  const added = await browser.ask('/operators/addVotingKey', {
    kind: 'device',
    publicKey: key.publicKey.toString('base64url'),
    label: 'harness',
    replaces: false,
  })
  expect(added.body.msg).toBe('')
  const { keyId } = added.body.data.key
  browser.signer = { ...key, operatorId: person.operatorId, keyId }
  const [review] = await harness.owner.query<{ id: string }>(
    `SELECT id FROM app.reviews WHERE kind = 'operator-key' AND subject = $1`,
    [person.operatorId],
  )
  // Operators cannot approve their own key.
  expect(await seen({ browser }, review!.id)).toMatchObject({ mayApprove: 'review.own-account' })
  expect((await approve(sam, review!.id)).body.msg).toBe('')
  expect((await approve(mei, review!.id)).body.msg).toBe('')
  await closed(review!.id)
  return { browser, operatorId: person.operatorId }
}

describe('one person with two enrolments', () => {
  let bob: { browser: ConsoleBrowser; operatorId: string }
  let person: NewPerson

  test('the enrolment code is split between proposer and approver', async () => {
    person = await hire('bob.new')
    const mine = await takeHalf(wei, person)
    expect(mine.data.half).toMatch(/^[0-9A-Z]{6}-[0-9A-Z]{6}$/)
    // A half can be taken once, and only by its own operator.
    expect((await takeHalf(wei, person)).msg).toBe('operator.half-taken')
    expect((await takeHalf(sam, person)).msg).toBe('operator.half-taken')
    const alone = await harness.browser().ask('/operators/beginEnrolment', {
      login: 'bob.new',
      enrolmentCode: mine.data.half,
      password: operatorPassword,
      confirmPassword: operatorPassword,
    })
    expect(alone.body.msg).toBe('operator.enrolment-refused')
    const other = await takeHalf(mei, person)
    bob = await join(person, `${other.data.half} ${mine.data.half.toLowerCase()}`)
  })

  test('the proposer and the new operator cannot approve money together', async () => {
    const reviewId = await propose(wei)
    expect(await seen(bob, reviewId)).toMatchObject({
      mayApprove: 'review.separated',
      review: { isMineToVote: false },
    })
    expect((await approve(bob, reviewId)).body.msg).toBe('review.separated')
    const back = await propose(bob)
    expect((await approve(wei, back)).body.msg).toBe('review.separated')
    // With a third person both are approved.
    expect((await approve(mei, back)).body.msg).toBe('')
    await closed(back)
    expect((await approve(sam, reviewId)).body.msg).toBe('')
    await closed(reviewId)
  })

  test('lineage names proposer, approver and the end of separation', async () => {
    const { body } = await sam.browser.ask('/operators/listOperators')
    const shown = body.data.operators.find(({ login }) => login === 'bob.new')!
    expect(shown).toMatchObject({
      lineage: { proposedBy: { operatorId: wei.operatorId }, approvedBy: { operatorId: mei.operatorId } },
      votingKeys: 1,
      half: null,
    })
    const days =
      (new Date(shown.lineage!.separatedUntil).getTime() - new Date(shown.addedAt).getTime()) / 86_400_000
    expect(days).toBe(separationDays)
    expect(body.data.operators.find(({ login }) => login === wei.login)!.lineage).toBeNull()
  })

  test('a forged vote of a separated pair is not executed', async () => {
    const reviewId = await propose(wei)
    const { payloadHash, subject } = await seen(bob, reviewId)
    await harness.owner.query(
      `INSERT INTO app.review_votes SELECT $1, $2, s.id, s.device_id, 'approve', $3, '', $4
       FROM app.operator_sessions s WHERE s.operator_id = $2 LIMIT 1`,
      [reviewId, bob.operatorId, payloadHash, harness.clock.now()],
    )
    const facts = { reviewId, kind: 'journal', memberId: null, subject, payloadHash, revised: null } as const
    const vote = { ...facts, decision: 'approve', note: '', operatorId: bob.operatorId } as const
    await store(
      harness.owner,
      vote,
      signWith(bob.browser.signer!, bob.browser.signer!.keyId, vote, harness.clock.now()),
    )
    await harness.owner.query(
      `UPDATE app.reviews SET state = 'decided', decision = 'approve', decided_at = $2 WHERE id = $1`,
      [reviewId, harness.clock.now()],
    )
    expect((await ending(reviewId)).trouble).toMatch(/operator who proposed them/)
  })

  test('after thirty days the pair can approve together', async () => {
    harness.clock.advance(separationDays * 86_400_000 + 1_000)
    for (const one of [wei, mei, sam]) await harness.signIn(one, one.browser)
    const reviewId = await propose(wei)
    const [session] = await harness.owner.query<{ id: string }>(
      `SELECT id FROM app.operator_sessions WHERE operator_id = $1`,
      [bob.operatorId],
    )
    await harness.owner.query(
      `UPDATE app.operator_sessions SET last_seen_at = $2, expires_at = $3 WHERE id = $1`,
      [session!.id, harness.clock.now(), new Date(harness.clock.now().getTime() + 3_600_000)],
    )
    expect((await approve(bob, reviewId)).body.msg).toBe('')
    await closed(reviewId)
  })
})

type Vote = Parameters<typeof signWith>[2]

/** As a taken console would write it: directly into the table. */
const store = (db: Querying, { reviewId, operatorId, decision }: Vote, signed: VoteSignature) =>
  db.query(
    `INSERT INTO app.review_signatures (review_id, operator_id, decision, key_id, signed_at, opened, signature)
     VALUES ($1, $2, $3, $4, $5, '[]', $6)`,
    [reviewId, operatorId, decision, signed.keyId, signed.at, JSON.stringify(signed)],
  )

/** A session without a sign-in. The console's role can create one, because it checks passwords. */
async function forgeSession(operatorId: string): Promise<string> {
  const [device, session] = [newId(), newId()]
  const now = harness.clock.now()
  await stolen.query(`INSERT INTO app.operator_devices VALUES ($1, $2, 'x', $3)`, [
    device,
    randomBytes(32),
    now,
  ])
  await stolen.query(
    `INSERT INTO app.operator_sessions VALUES ($1, $2, $3, $4, 'x', $5, $5, $5::timestamptz + interval '1 hour')`,
    [session, operatorId, randomBytes(32), device, now],
  )
  return session
}

/** What a taken console writes as the signature of a vote. */
type Forgery = (vote: Vote) => VoteSignature

const signedWith =
  (key: Parameters<typeof signWith>[0], keyId: string): Forgery =>
  (vote) =>
    signWith(key, keyId, vote, harness.clock.now())

/** Vote and signature in one transaction, as the console writes them: the worker never sees one without the other. */
async function forgeVote(
  reviewId: string,
  { operatorId }: TestOperator,
  decision: 'approve' | 'reject' = 'approve',
  forge?: Forgery,
): Promise<string | null> {
  const session = await forgeSession(operatorId)
  return stolen.transaction(async (tx) => {
    const [row] = await tx.query<{ refusal: string | null }>(
      `SELECT app.vote_review(id, $2, $3, $4, payload_hash, 'forged', NULL, $5) AS refusal FROM app.reviews WHERE id = $1`,
      [reviewId, operatorId, session, decision, harness.clock.now()],
    )
    if (row!.refusal === null && forge) {
      const vote = { ...(await factsOf(tx, reviewId)), decision, note: 'forged', operatorId }
      await store(tx, vote, forge(vote))
    }
    return row!.refusal
  })
}

const factsOf = async (tx: Querying, reviewId: string) => {
  const [row] = (await tx.query(
    `SELECT kind, member_id AS "memberId", subject, payload_hash AS "payloadHash" FROM app.reviews WHERE id = $1`,
    [reviewId],
  )) as Pick<Vote, 'kind' | 'memberId' | 'subject' | 'payloadHash'>[]
  return { reviewId, revised: null, ...row! }
}

/** A review created by the attacker alone: forged proposal, forged second vote. */
async function forgeReview(): Promise<string> {
  const reviewId = newId()
  const session = await forgeSession(wei.operatorId)
  const [template] = await stolen.query<{ payload: unknown }>(
    `SELECT payload FROM app.reviews WHERE kind = 'journal' ORDER BY opened_at LIMIT 1`,
  )
  const payload = { ...(template!.payload as object), journalId: newId() }
  await stolen.query(
    `SELECT app.open_review($1, 'journal', NULL, $2, 100, 'TWD', $3, '{}', $4, $5, 'why', '[]', $6)`,
    [reviewId, newId(), JSON.stringify(payload), wei.operatorId, session, harness.clock.now()],
  )
  return reviewId
}

describe('the console process taken over', () => {
  test('forged sessions and votes execute nothing', async () => {
    const reviewId = await forgeReview()
    // The second vote is refused while the first is unsigned: the attacker signs with their own key.
    expect(await forgeVote(reviewId, mei)).toBe('review.unsigned')
    const own = newSoftwareKey()
    const first = { ...(await factsOf(stolen, reviewId)), decision: 'approve', note: 'why' } as const
    const vote = { ...first, operatorId: wei.operatorId }
    await store(stolen, vote, signWith(own, wei.signer.keyId, vote, harness.clock.now()))
    expect(await forgeVote(reviewId, mei, 'approve', signedWith(own, mei.signer.keyId))).toBeNull()
    expect((await ending(reviewId)).trouble).toMatch(/does not verify/)
    expect(await readEnding(reviewId)).toMatchObject({ state: 'decided', outcome: null })
    const audit = await harness.owner.query(
      `SELECT 1 FROM audit.entries WHERE action = 'operators.review-not-signed' AND subject = $1`,
      [`review:${reviewId}`],
    )
    expect(audit).toHaveLength(1)
  })

  test('a forged rejection executes nothing', async () => {
    const reviewId = await propose(wei)
    expect(await forgeVote(reviewId, mei, 'reject')).toBeNull()
    expect(await ending(reviewId)).toMatchObject({ state: 'decided', outcome: null })
  })

  test('a voting key added by the console role is not in force', async () => {
    const own = newSoftwareKey()
    const keyId = randomUUID()
    const insert = (columns: string, values: string) =>
      stolen.query(
        `INSERT INTO app.operator_voting_keys (id, operator_id, kind, public_key, label, requested_at${columns})
         VALUES ($1, $2, 'device', $3, 'x', now()${values})`,
        [keyId, mei.operatorId, own.publicKey],
      )
    await expect(insert(', valid_from', ', now()')).rejects.toThrow(/permission denied/)
    await insert('', '')
    for (const text of [
      `UPDATE app.operator_voting_keys SET valid_from = now()`,
      `UPDATE app.operator_voting_keys SET public_key = '\\x00'`,
      `DELETE FROM app.operator_voting_keys`,
      `UPDATE app.review_signatures SET signature = '{}'`,
      `INSERT INTO app.review_signatures (received_at) VALUES (now())`,
      `UPDATE app.operators SET key_code_hash = NULL`,
      `UPDATE app.operators SET proposed_by = NULL`,
      `UPDATE app.operators SET separated_until = now()`,
      `UPDATE app.operators SET enrolment_hash = NULL`,
      `SELECT key_code_hash FROM app.operators`,
      `SELECT enrolment_hash FROM app.operators`,
      `SELECT sealed FROM app.enrolment_halves`,
      `SELECT app.close_review('${keyId}', 'passed', now())`,
      `SELECT * FROM app.claim_review(now())`,
    ]) {
      await expect(stolen.query(text), text).rejects.toThrow(/permission denied/)
    }
    const [founded] = await stolen.query<{ done: boolean }>(
      `SELECT app.found_voting_key($1, $2, $3) AS done`,
      [keyId, mei.operatorId, randomBytes(32)],
    )
    expect(founded!.done).toBe(false)
    const reviewId = await propose(wei)
    expect(await forgeVote(reviewId, mei, 'approve', signedWith(own, keyId))).toBeNull()
    expect((await ending(reviewId)).trouble).toMatch(/was not in force/)
  })

  test('a forged key request is not executed', async () => {
    const own = newSoftwareKey()
    const keyId = randomUUID()
    await stolen.query(
      `INSERT INTO app.operator_voting_keys (id, operator_id, kind, public_key, label, requested_at)
       VALUES ($1, $2, 'device', $3, 'x', now())`,
      [keyId, wei.operatorId, own.publicKey],
    )
    const reviewId = newId()
    const fingerprint = createHash('sha256').update(own.publicKey).digest('hex')
    const payload = {
      operatorId: wei.operatorId,
      login: 'x',
      name: 'x',
      keyId,
      kind: 'device',
      label: 'x',
      fingerprint,
    }
    await stolen.query(
      `SELECT app.open_review($1, 'operator-key', NULL, $2, NULL, NULL, $3, '{}', NULL, NULL, '', '[]', $4)`,
      [reviewId, wei.operatorId, JSON.stringify({ ...payload, replaces: true }), harness.clock.now()],
    )
    for (const victim of [mei, sam]) {
      expect(await forgeVote(reviewId, victim, 'approve', signedWith(own, keyId))).toBeNull()
    }
    expect((await ending(reviewId)).trouble).toMatch(/not executed/)
    const [key] = await harness.owner.query(`SELECT valid_from FROM app.operator_voting_keys WHERE id = $1`, [
      keyId,
    ])
    expect(key).toEqual({ valid_from: null })
  })

  test('a valid signature cannot be reused for another review', async () => {
    const first = await propose(wei)
    expect((await approve(mei, first)).body.msg).toBe('')
    await closed(first)
    const [kept] = await stolen.query<{ key_id: string; signed_at: Date; signature: { signature: string } }>(
      `SELECT key_id, signed_at, signature FROM app.review_signatures WHERE review_id = $1 AND operator_id = $2`,
      [first, mei.operatorId],
    )
    const second = await propose(wei)
    const replay: Forgery = () => ({
      keyId: kept!.key_id,
      at: kept!.signed_at.toISOString(),
      opened: [],
      signature: kept!.signature.signature,
    })
    expect(await forgeVote(second, mei, 'approve', replay)).toBeNull()
    expect((await ending(second)).trouble).toMatch(/does not verify/)
  })
})

test('a review with unverified votes ends when it expires', async () => {
  const reviewId = await propose(wei)
  expect(await forgeVote(reviewId, mei, 'reject')).toBeNull()
  expect((await ending(reviewId)).trouble).toMatch(/not executed/)
  harness.clock.advance(73 * 3_600_000)
  await until('it to end', async () => (await readEnding(reviewId)).outcome === 'not-signed')
  for (const one of [wei, mei, sam]) await harness.signIn(one, one.browser)
})

describe('at the console', () => {
  test('a vote without a valid signature is refused', async () => {
    const reviewId = await propose(wei)
    const { payloadHash, subject } = await seen(mei, reviewId)
    const facts = { reviewId, kind: 'journal', memberId: null, subject, payloadHash, revised: null } as const
    const vote = { ...facts, decision: 'approve', note: '', operatorId: mei.operatorId } as const
    const now = harness.clock.now()
    const good = signWith(mei.signer, mei.signer.keyId, vote, now)
    for (const bad of [
      signWith(newSoftwareKey(), mei.signer.keyId, vote, now),
      signWith(mei.signer, mei.signer.keyId, { ...vote, decision: 'reject' }, now),
      signWith(mei.signer, mei.signer.keyId, { ...vote, note: 'other words' }, now),
      signWith(mei.signer, mei.signer.keyId, { ...vote, payloadHash: '0'.repeat(64) }, now),
      signWith(mei.signer, mei.signer.keyId, { ...vote, reviewId: newId() }, now),
      signWith(mei.signer, mei.signer.keyId, vote, new Date(now.getTime() - 3_600_000)),
      { ...good, keyId: wei.signer.keyId },
      { ...good, opened: ['front'] },
    ]) {
      expect((await approve(mei, reviewId, bad)).body.msg).toBe('operator.signature-refused')
    }
    expect((await approve(mei, reviewId, good)).body.msg).toBe('')
    await closed(reviewId)
  })

  test('the owner’s code activates one key, once', async () => {
    const code = await giveKeyCode(harness.owner, wei.login, newId())
    const key = newSoftwareKey()
    const hand = (with_: string, made = newSoftwareKey()) =>
      wei.browser.ask('/operators/addVotingKey', {
        kind: 'device',
        publicKey: made.publicKey.toString('base64url'),
        label: 'harness',
        replaces: false,
        code: with_,
      })
    // Issuing the code ended all earlier keys.
    const reviewId = await propose(mei)
    expect((await approve(wei, reviewId)).body.msg).toBe('operator.signature-refused')
    expect((await hand('000000-000000-000000-000000')).body.msg).toBe('operator.key-code-refused')
    const added = await hand(code!, key)
    expect(added.body.data).toMatchObject({ number: null, key: { state: 'valid' } })
    expect((await hand(code!)).body.msg).toBe('operator.key-code-refused')
    wei.browser.signer = { ...key, operatorId: wei.operatorId, keyId: added.body.data.key.keyId }
    expect((await approve(wei, reviewId)).body.msg).toBe('')
    await closed(reviewId)
    // An operator who joined by proposal cannot get such a code.
    expect(await giveKeyCode(harness.owner, 'bob.new', newId())).toBeUndefined()
  })

  test('two operators replace a lost key, and its earlier votes count', async () => {
    const reviewId = await propose(mei)
    const key = newSoftwareKey()
    const added = await mei.browser.ask('/operators/addVotingKey', {
      kind: 'device',
      publicKey: key.publicKey.toString('base64url'),
      label: 'new laptop',
      replaces: true,
    })
    expect(added.body.msg).toMatch(/^$/)
    const again = await mei.browser.ask('/operators/addVotingKey', {
      kind: 'device',
      publicKey: newSoftwareKey().publicKey.toString('base64url'),
      label: 'x',
      replaces: true,
    })
    expect(again.body.msg).toBe('operator.key-open')
    const [review] = await harness.owner.query<{ id: string }>(
      `SELECT id FROM app.reviews WHERE number = $1`,
      [added.body.data.number],
    )
    await approve(wei, review!.id)
    await approve(sam, review!.id)
    await closed(review!.id)
    const { body } = await mei.browser.ask('/operators/votingKeys')
    expect(body.data.keys.filter(({ state }) => state === 'valid')).toHaveLength(1)
    const other = await propose(wei)
    // The old key no longer signs; what it signed before still counts.
    expect((await approve(mei, other)).body.msg).toBe('operator.signature-refused')
    mei.browser.signer = { ...key, operatorId: mei.operatorId, keyId: added.body.data.key.keyId }
    expect((await approve(mei, other)).body.msg).toBe('')
    await closed(other)
    expect((await approve(sam, reviewId)).body.msg).toBe('')
    await closed(reviewId)
  })

  test('a passkey signs votes only on the console’s own origin', async () => {
    const origin = harness.config.console!.origin
    const passkey = new SoftPasskey(origin)
    const added = await sam.browser.ask('/operators/addVotingKey', {
      kind: 'passkey',
      publicKey: passkey.spki().toString('base64url'),
      credentialId: passkey.credentialId,
      label: 'security key',
      replaces: false,
    })
    expect(added.body.msg).toBe('')
    const [review] = await harness.owner.query<{ id: string }>(
      `SELECT id FROM app.reviews WHERE number = $1`,
      [added.body.data.number],
    )
    await approve(wei, review!.id)
    await approve(mei, review!.id)
    await closed(review!.id)
    const reviewId = await propose(wei)
    const { payloadHash, subject } = await seen(sam, reviewId)
    const at = harness.clock.now().toISOString()
    const statement = voteStatement({
      ...noReason,
      reviewId,
      kind: 'journal',
      memberId: null,
      subject,
      payloadHash,
      revised: null,
      decision: 'approve',
      note: '',
      operatorId: sam.operatorId,
      at,
      opened: [],
    })
    const challenge = createHash('sha256').update(statement).digest('base64url')
    const signedOn = (page: string): VoteSignature => {
      const { response } = passkey.get({ challenge, rpId: new URL(origin).hostname }, { origin: page }) as {
        response: { authenticatorData: string; clientDataJSON: string; signature: string }
      }
      const { authenticatorData, clientDataJSON, signature } = response
      return {
        keyId: added.body.data.key.keyId,
        at,
        opened: [],
        signature,
        authenticatorData,
        clientDataJSON,
      }
    }
    expect((await approve(sam, reviewId, signedOn('http://localhost:9999'))).body.msg).toBe(
      'operator.signature-refused',
    )
    expect((await approve(sam, reviewId, signedOn(origin))).body.msg).toBe('')
    await closed(reviewId)
  })
})

test('the night run finds a review that a taken worker closed', async () => {
  const taken = openDb({ url: harness.database.workerUrl, poolSize: 2, applicationName: 'taken' })
  const { loops, stop } = fundsJobs({
    db: taken,
    bus: { subscribe: () => () => undefined } as never,
    clock: harness.clock,
    log: captureLog('worker').log,
    registry: makeMetrics('worker').registry,
    namespace: 'test',
  })
  const night = async () => {
    await harness.owner.query(`DELETE FROM app.recon_runs WHERE scope = 'night'`)
    return loops.find(({ name }) => name === 'funds-reconcile-night')!.run()
  }
  try {
    // All reviews of this file: by device key and by passkey, with keys that were replaced, and ended as not signed.
    const honest = await recheckVotes(taken)
    expect(honest.unsigned).toEqual([])
    expect(honest.verified).toBeGreaterThan(8)

    const reviewId = await propose(wei)
    await forgeVote(reviewId, mei, 'approve', signedWith(newSoftwareKey(), mei.browser.signer!.keyId))
    expect((await ending(reviewId)).trouble).toMatch(/does not verify/)
    // It has two votes with a signature each, so the database lets it be closed.
    await taken.query(`SELECT app.close_review($1, 'passed', $2)`, [reviewId, harness.clock.now()])
    const [{ number }] = (await harness.owner.query('SELECT number FROM app.reviews WHERE id = $1', [
      reviewId,
    ])) as [{ number: string }]
    expect(await recheckVotes(taken)).toEqual({ verified: honest.verified, unsigned: [number] })
    await expect(night()).rejects.toThrow(`votes that do not verify: ${number}`)
    const [stopped] = await harness.owner.query<{ why: string; failure: string }>(
      `SELECT app.payouts_stopped_by() AS why, failure FROM app.recon_runs WHERE scope = 'night'`,
    )
    expect(stopped).toEqual({ why: 'unfinished', failure: expect.stringContaining(number) })

    // What docs/operating/reconcile.md asks of the owner.
    await harness.owner.transaction(async (tx) => {
      await tx.query('SET LOCAL session_replication_role = replica')
      await tx.query(`UPDATE app.reviews SET outcome = 'not-signed' WHERE number = $1`, [number])
    })
    await night()
    const [after] = await harness.owner.query(`SELECT failure FROM app.recon_runs WHERE scope = 'night'`)
    expect(after).toEqual({ failure: null })
  } finally {
    await stop()
    await taken.close()
  }
})
