// Four eyes over random histories: people with roles that begin and end, shared devices, related accounts, stale pages,
// revisions, passing time. The pure rule and PostgreSQL must answer every vote alike, and nothing may be approved
// unless two different people on two devices approved its current content.
//
// 1,000 histories of the rule and 60 on PostgreSQL; 10,000 and 300 with FAIRLOT_PROVE=1.

import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { seededRandom } from '@fairlot/testkit'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Db, openDb } from './support/open-db.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import { operatorRoles, type ReviewKind } from '../../packages/contract/src/operators/index.ts'
import {
  type GrantedRole,
  hasRight,
  type OpenReview,
  refuseVote,
  reviewTerms,
  stateAfterVote,
} from '../../packages/rules/src/operators/index.ts'
import { executeReviews } from '../../apps/server/src/features/operators/execution/execute-reviews.ts'
import type { ReviewKindHandler } from '../../apps/server/src/features/operators/index.ts'
import { captureLog } from './support/captured-log.ts'
import { writeEvidence } from './support/evidence.ts'
import { signVotes } from './support/voting-keys.ts'

const isProof = process.env['FAIRLOT_PROVE'] === '1'
const ruleHistories = isProof ? 10_000 : 1_000
const databaseHistories = isProof ? 300 : 60
const start = new Date('2026-11-16T02:00:00.000Z')

interface Person {
  readonly operatorId: string
  readonly device: string
  readonly sessionId: string
  readonly roles: readonly GrantedRole[]
  readonly isRelated: boolean
  /** Who proposed this operator, and until when their votes do not count together. */
  readonly proposedBy: { readonly operatorId: string; readonly until: Date } | null
}

interface Step {
  /** A vote whose signature was lost in transit. */
  readonly isUnsigned: boolean
  readonly person: number
  readonly decision: 'approve' | 'reject'
  readonly page: 'present' | 'stale' | 'made-up'
  readonly note: string
  readonly revised: string | undefined
  readonly laterMs: number
}

interface History {
  readonly kind: ReviewKind
  readonly memberId: string | null
  readonly people: readonly Person[]
  /** The proposer, where an operator proposes it. */
  readonly proposer: number
  /** For an appeal: the two who set the restriction. */
  readonly setters: readonly number[]
  readonly steps: readonly Step[]
}

const kinds = [
  'deposit',
  'withdrawal',
  'identity',
  'restriction',
  'journal',
  'market-halt',
  'operator',
  'appeal',
] as const
const hour = 3_600_000

function makeHistory(seed: number, members: readonly string[]): History {
  const random = seededRandom(seed)
  const pick = <Value>(values: readonly Value[]): Value => values[Math.floor(random() * values.length)]!
  const chance = (share: number): boolean => random() < share
  const devices = Array.from({ length: 4 }, () => newId())
  const ids = Array.from({ length: 5 }, () => newId())
  const people = ids.map((operatorId, at): Person => ({
    operatorId,
    device: pick(devices),
    sessionId: newId(),
    roles: operatorRoles
      .filter(() => chance(0.4))
      .map((role) => ({
        role,
        until: chance(0.6) ? null : new Date(start.getTime() + (random() * 30 - 6) * hour),
      })),
    isRelated: chance(0.15),
    // Only earlier operators propose later ones.
    proposedBy:
      at > 1 && chance(0.5)
        ? {
            operatorId: ids[Math.floor(random() * at)]!,
            until: new Date(start.getTime() + (random() * 60 - 10) * hour),
          }
        : null,
  }))
  const kind = pick(kinds)
  return {
    kind,
    memberId: kind === 'operator' || kind === 'market-halt' ? null : pick(members),
    people,
    proposer: Math.floor(random() * people.length),
    setters: kind === 'appeal' ? [0, 1] : [],
    steps: Array.from({ length: 3 + Math.floor(random() * 8) }, () => ({
      person: Math.floor(random() * people.length),
      isUnsigned: chance(0.05),
      decision: chance(kind === 'appeal' ? 0.6 : 0.85) ? 'approve' : 'reject',
      page: chance(0.8) ? 'present' : chance(0.5) ? 'stale' : 'made-up',
      note: chance(0.7) ? 'seen' : ' ',
      revised: chance(0.2) ? String(1 + Math.floor(random() * 9_000)) : undefined,
      laterMs: chance(0.15) ? random() * 60 * hour : random() * hour,
    })),
  }
}

interface World {
  open(): Promise<string | null>
  vote(person: Person, step: Step, now: Date): Promise<string | null>
  /** The state, and whether it was approved. */
  readState(): Promise<{ readonly state: string; readonly decision: string | null }>
}

/** The approvals, recorded apart from both implementations, for the final check. */
interface Approval {
  readonly person: Person
  readonly hash: string
  readonly hadRight: boolean
}

class RuleWorld implements World {
  review: OpenReview | undefined
  decision: 'approve' | 'reject' | null = null
  approvals: Approval[] = []
  voters: { person: Person; decision: string; at: Date; isSigned: boolean }[] = []
  hashes: string[] = ['h0']
  readonly history: History

  constructor(history: History) {
    this.history = history
  }

  async open(): Promise<string | null> {
    const { kind, memberId, people, proposer } = this.history
    const terms = reviewTerms[kind]
    const by = people[proposer]!
    const base = {
      kind,
      memberId,
      payloadHash: 'h0',
      expiresAt: new Date(start.getTime() + terms.expiresHours * hour),
      // The proposal is about a person who is not among the voters.
      subject: 'another operator',
      rejections: [],
      setBy: this.history.setters.map((at) => people[at]!.operatorId),
    }
    if (terms.propose === null) {
      this.review = { ...base, state: 'waiting', approvals: [] }
      return null
    }
    if (!hasRight(by.roles, terms.propose, start)) return 'review.not-allowed'
    if (by.isRelated && memberId !== null) return 'review.own-account'
    this.review = {
      ...base,
      state: 'second',
      approvals: [{ operatorId: by.operatorId, device: by.device, isSigned: true }],
    }
    this.approvals.push({ person: by, hash: 'h0', hadRight: true })
    return null
  }

  async vote(person: Person, step: Step, now: Date): Promise<string | null> {
    const review = this.review!
    const seen =
      step.page === 'present'
        ? review.payloadHash
        : step.page === 'stale' && this.hashes.length > 1
          ? this.hashes.at(-2)!
          : 'made-up'
    const voter = {
      operatorId: person.operatorId,
      device: person.device,
      roles: person.roles,
      related: person.isRelated && review.memberId !== null ? [review.memberId] : [],
      separatedFrom: this.history.people
        .filter(
          (other) =>
            (person.proposedBy?.operatorId === other.operatorId && person.proposedBy.until > now) ||
            (other.proposedBy?.operatorId === person.operatorId && other.proposedBy.until > now),
        )
        .map(({ operatorId }) => operatorId),
    }
    const refusal = refuseVote(review, voter, { ...step, payloadHash: seen }, now)
    if (refusal !== undefined) return refusal
    const terms = reviewTerms[review.kind]
    let hash = review.payloadHash
    if (step.revised !== undefined) {
      if (!terms.mayRevise || review.state !== 'waiting' || step.decision !== 'approve')
        return 'review.no-revision'
      hash = `h${this.hashes.length}`
      this.hashes.push(hash)
    }
    const right = review.state === 'waiting' && terms.first !== null ? terms.first : terms.second
    const state = stateAfterVote(review, step.decision)
    if (step.decision === 'approve') {
      this.approvals.push({ person, hash, hadRight: hasRight(person.roles, right, now) })
    }
    if (state === 'decided') this.decision = step.decision
    const counted = { operatorId: person.operatorId, device: person.device, isSigned: !step.isUnsigned }
    this.voters.push({ person, decision: step.decision, at: now, isSigned: !step.isUnsigned })
    this.review = {
      ...review,
      state,
      payloadHash: hash,
      approvals: step.decision === 'approve' ? [...review.approvals, counted] : review.approvals,
      rejections: step.decision === 'reject' ? [...review.rejections, counted] : review.rejections,
    }
    return null
  }

  async readState() {
    return { state: this.review!.state, decision: this.decision }
  }
}

class DatabaseWorld implements World {
  readonly history: History
  readonly db: Db
  readonly reviewId = newId()
  hashes: string[] = []

  constructor(db: Db, history: History) {
    this.db = db
    this.history = history
  }

  async prepare(): Promise<void> {
    const { people, memberId } = this.history
    for (const { operatorId, device, sessionId, roles, isRelated, proposedBy } of people) {
      await this.db.query(
        `INSERT INTO app.operators (id, login, name, added_at, proposed_by, approved_by, separated_until)
         VALUES ($1, $2, 'Operator', $3, $4, $5, $6)`,
        [
          operatorId,
          `o${operatorId.replaceAll('-', '').slice(1)}`,
          start,
          proposedBy?.operatorId ?? null,
          proposedBy === null ? null : approver,
          proposedBy?.until ?? null,
        ],
      )
      await this.db.query(
        `INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at)
         VALUES ($1, sha256($2), 'x', $3) ON CONFLICT DO NOTHING`,
        [device, Buffer.from(device), start],
      )
      await this.db.query(
        `INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at, expires_at)
         VALUES ($1, $2, sha256($3), $4, 'x', $5, $5, $6)`,
        [
          sessionId,
          operatorId,
          Buffer.from(sessionId),
          device,
          start,
          new Date(start.getTime() + 1_000 * hour),
        ],
      )
      for (const { role, until } of roles) {
        await this.db.query(`INSERT INTO app.operator_roles VALUES ($1, $2, $3)`, [operatorId, role, until])
      }
      if (isRelated && memberId !== null) {
        await this.db.query(`INSERT INTO app.operator_relations VALUES ($1, $2)`, [operatorId, memberId])
      }
    }
  }

  async open(): Promise<string | null> {
    const { kind, memberId, people, proposer } = this.history
    const by = reviewTerms[kind].propose === null ? undefined : people[proposer]
    const subject = kind === 'appeal' ? await this.appeal() : `row ${this.reviewId}`
    const [row] = await this.db.query<{ refusal: string | null }>(
      `SELECT refusal FROM app.open_review($1, $2, $3, $7, 100, 'TWD', '{"amount": "100"}', '{}', $4, $5, 'why', '[]', $6)`,
      [this.reviewId, kind, memberId, by?.operatorId ?? null, by?.sessionId ?? null, start, subject],
    )
    if (row!.refusal === null) this.hashes.push(await this.hash())
    await signVotes(this.db, this.reviewId)
    return row!.refusal
  }

  /** An appeal against a restriction that the first two have set. */
  async appeal(): Promise<string> {
    const { memberId, people, setters } = this.history
    const [restrictionId, appealId] = [newId(), newId()]
    await this.db.query(
      `INSERT INTO app.restrictions (id, member_id, kind, reason, set_by_first, set_by_second, since, review_on, lifted_at,
         lifted_by_first, lifted_by_second, lift_reason)
       VALUES ($1, $2, 'frozen', 'debt', $3, $4, $5, $5::timestamptz::date + 30, $5::timestamptz + interval '1 minute', 'a',
         'b', 'so that there can be more of them')`,
      [restrictionId, memberId, ...setters.map((at) => people[at]!.operatorId), start],
    )
    await this.db.query(
      `INSERT INTO app.appeals (id, restriction_id, member_id, statement, created_at) VALUES ($1, $2, $3, 'why', $4)`,
      [appealId, restrictionId, memberId, start],
    )
    return appealId
  }

  async hash(): Promise<string> {
    const [row] = await this.db.query<{ hash: string }>(
      `SELECT payload_hash AS hash FROM app.reviews WHERE id = $1`,
      [this.reviewId],
    )
    return row!.hash
  }

  async vote(person: Person, step: Step, now: Date): Promise<string | null> {
    const seen =
      step.page === 'present'
        ? this.hashes.at(-1)!
        : step.page === 'stale' && this.hashes.length > 1
          ? this.hashes.at(-2)!
          : 'made-up'
    const [row] = await this.db.query<{ refusal: string | null }>(
      `SELECT app.vote_review($1, $2, $3, $4, $5, $6, $7, $8) AS refusal`,
      [
        this.reviewId,
        person.operatorId,
        person.sessionId,
        step.decision,
        seen,
        step.note,
        // Always a new value: a revision to the same value changes no hash.
        step.revised === undefined ? null : JSON.stringify({ amount: `9${step.revised}` }),
        now,
      ],
    )
    if (!step.isUnsigned) {
      const revised = step.revised === undefined ? null : { amount: `9${step.revised}` }
      await signVotes(this.db, this.reviewId, revised, person.operatorId)
    }
    const after = await this.hash()
    if (after !== this.hashes.at(-1)) this.hashes.push(after)
    return row!.refusal
  }

  async readState() {
    const [row] = await this.db.query<{ state: string; decision: string | null }>(
      `SELECT state, decision FROM app.reviews WHERE id = $1`,
      [this.reviewId],
    )
    return row!
  }
}

let database: TestDatabase
let db: Db
const approver = newId()
const members: string[] = []

beforeAll(async () => {
  database = await openTestDatabase()
  db = openDb({ url: database.ownerUrl, poolSize: 4, applicationName: 'test-four-eyes' })
  await db.query(`INSERT INTO app.operators (id, login, name, added_at) VALUES ($1, 'approver', 'x', $2)`, [
    approver,
    start,
  ])
  for (let count = 0; count < 3; count++) {
    const id = newId()
    members.push(id)
    await db.query(
      `INSERT INTO app.members (id, account, invitation_code, joined_at) VALUES ($1, $2, $3, $4)`,
      [id, `091234567${count}`, `T${count}`, start],
    )
  }
})
afterAll(async () => {
  await db.close()
  await database.close()
})

function judge(world: RuleWorld, state: string, decision: string | null): void {
  const { kind, setters, people } = world.history
  const together = world.voters.filter((vote) => vote.decision === decision)
  if (kind === 'appeal' && decision !== null) {
    // Two decide an appeal, also when they reject it, and none of them set the restriction.
    expect(new Set(together.map(({ person }) => person.operatorId)).size).toBe(2)
    expect(new Set(world.voters.map(({ person }) => person.device)).size).toBe(world.voters.length)
    for (const at of setters) expect(world.voters.map(({ person }) => person)).not.toContain(people[at])
  }
  if (decision === 'approve' || (kind === 'appeal' && decision === 'reject')) {
    const all =
      together.length === 2
        ? together
        : [{ ...together[0]!, person: people[world.history.proposer]! }, together[0]!]
    const [one, other] = all
    const isApart = (a: Person, b: Person) =>
      a.proposedBy?.operatorId === b.operatorId && a.proposedBy.until > all[1]!.at
    expect(isApart(one!.person, other!.person) || isApart(other!.person, one!.person)).toBe(false)
  }
  if (decision !== 'approve') return
  expect(state).toBe('decided')
  const { approvals } = world
  expect(approvals).toHaveLength(2)
  const [first, second] = approvals
  expect(first!.person.operatorId).not.toBe(second!.person.operatorId)
  expect(first!.person.device).not.toBe(second!.person.device)
  expect(first!.hash).toBe(second!.hash)
  expect(approvals.every(({ hadRight }) => hadRight)).toBe(true)
  if (world.history.memberId !== null) {
    expect(approvals.some(({ person }) => person.isRelated)).toBe(false)
  }
}

const seen = new Map<string, number>()
const note = (what: string): void => void seen.set(what, (seen.get(what) ?? 0) + 1)

test(`the rule never approves with one operator in ${ruleHistories} random histories`, async () => {
  for (let seed = 1; seed <= ruleHistories; seed++) {
    const history = makeHistory(seed, members)
    const world = new RuleWorld(history)
    if ((await world.open()) !== null) continue
    let now = start.getTime()
    for (const step of history.steps) {
      now += step.laterMs
      note((await world.vote(history.people[step.person]!, step, new Date(now))) ?? 'counted')
    }
    const { state, decision } = await world.readState()
    note(`${state} ${decision ?? ''}`.trim())
    judge(world, state, decision)
  }
  // The histories prove something only if they reach every outcome.
  for (const outcome of [
    'counted',
    'review.not-open',
    'review.expired',
    'review.changed',
    'review.not-allowed',
    'review.own-account',
    'review.same-person',
    'review.same-device',
    'review.reason-required',
    'review.no-revision',
    'review.set-restriction',
    'review.separated',
    'review.unsigned',
    'decided approve',
    'decided reject',
    'second',
    'waiting',
  ]) {
    expect(seen.get(outcome) ?? 0, outcome).toBeGreaterThan(0)
  }
})

test(`PostgreSQL agrees with the rule in ${databaseHistories} random histories`, async () => {
  let votes = 0
  let passed = 0
  for (let seed = 1; seed <= databaseHistories; seed++) {
    const history = makeHistory(seed, members)
    const rule = new RuleWorld(history)
    const real = new DatabaseWorld(db, history)
    await real.prepare()
    const opened = await real.open()
    expect(opened, `seed ${seed}`).toBe(await rule.open())
    if (opened !== null) continue
    let now = start.getTime()
    for (const [at, step] of history.steps.entries()) {
      now += step.laterMs
      const person = history.people[step.person]!
      const said = await real.vote(person, step, new Date(now))
      expect(said, `seed ${seed}, vote ${at}`).toBe(await rule.vote(person, step, new Date(now)))
      votes += 1
    }
    const end = await real.readState()
    expect(end).toEqual(await rule.readState())
    judge(rule, end.state, end.decision)
    const closing = db.query(`SELECT app.close_review($1, 'passed', $2)`, [real.reviewId, new Date(now)])
    const isSigned = rule.voters.every((vote) => vote.decision !== end.decision || vote.isSigned)
    if (end.state === 'decided' && !isSigned) {
      await expect(closing).rejects.toThrow(/signed votes/)
    } else if (end.state === 'decided') {
      await closing
      passed += end.decision === 'approve' ? 1 : 0
    } else {
      await expect(closing).rejects.toThrow(/is (waiting|second)/)
    }
  }
  expect(passed).toBeGreaterThan(0)
  if (isProof) {
    writeEvidence('four-eyes', {
      what: 'random operator histories: no path to passed with one person, a changed payload, an expired role, the same device or an own account',
      ruleHistories,
      databaseHistories,
      databaseVotes: votes,
      databasePassed: passed,
      seen: Object.fromEntries([...seen].toSorted(([a], [b]) => (a < b ? -1 : 1))),
    })
  }
}, 300_000)

test('the database refuses direct changes to reviews and votes', async () => {
  const history = { ...makeHistory(3, members), kind: 'deposit' as const, memberId: members[0]! }
  const people = history.people.map((person, at) => ({
    ...person,
    operatorId: newId(),
    sessionId: newId(),
    device: newId(),
    isRelated: false,
    proposedBy: null,
    roles: [{ role: at === 0 ? ('reviewer' as const) : ('approver' as const), until: null }],
  }))
  const world = new DatabaseWorld(db, { ...history, people })
  await world.prepare()
  expect(await world.open()).toBeNull()
  const step: Step = {
    person: 0,
    isUnsigned: false,
    decision: 'approve',
    page: 'present',
    note: '',
    revised: undefined,
    laterMs: 0,
  }
  expect(await world.vote(people[0]!, step, start)).toBeNull()
  const { reviewId } = world
  const run = (text: string) => db.query(text, [reviewId])
  const refused = async (text: string, why: RegExp) => expect(run(text)).rejects.toThrow(why)
  await refused(
    `UPDATE app.reviews SET payload = '{"amount": "1"}',
       payload_hash = encode(sha256(convert_to('{"amount": "1"}', 'UTF8')), 'hex') WHERE id = $1`,
    /changed after it was approved/,
  )
  await refused(`UPDATE app.reviews SET amount = 5 WHERE id = $1`, /changed after it was approved/)
  await refused(`UPDATE app.reviews SET state = 'closed' WHERE id = $1`, /does not go from|reviews_/)
  await refused(`UPDATE app.reviews SET member_id = NULL WHERE id = $1`, /stays as it was/)
  await refused(`UPDATE app.review_votes SET note = 'x' WHERE review_id = $1`, /are kept/)
  await refused(`DELETE FROM app.review_votes WHERE review_id = $1`, /are kept/)
  await refused(`DELETE FROM app.reviews WHERE id = $1`, /are kept/)
  await refused(`SELECT app.close_review($1, 'passed', now())`, /is second/)
  // Marked as decided by the owner with only one person's vote: it still cannot be closed.
  await run(
    `UPDATE app.reviews SET state = 'decided', decision = 'approve', decided_at = now() WHERE id = $1`,
  )
  await refused(`SELECT app.close_review($1, 'passed', now())`, /has 1 signed votes from 1 devices/)
})

test('a review that fails to execute is retried and executed once', async () => {
  const people = ['reviewer', 'approver'].map((role) => ({
    operatorId: newId(),
    sessionId: newId(),
    device: newId(),
    isRelated: false,
    proposedBy: null,
    roles: [{ role: role as 'reviewer' | 'approver', until: null }],
  }))
  const world = new DatabaseWorld(db, {
    kind: 'withdrawal',
    memberId: members[0]!,
    people,
    proposer: 0,
    setters: [],
    steps: [],
  })
  await world.prepare()
  await world.open()
  const approval: Step = {
    person: 0,
    isUnsigned: false,
    decision: 'approve',
    page: 'present',
    note: 'seen',
    revised: undefined,
    laterMs: 0,
  }
  for (const person of people) expect(await world.vote(person, approval, start)).toBeNull()
  let isBroken = true
  let done = 0
  const kind: ReviewKindHandler = {
    kind: 'withdrawal',
    describe: async () => ({ facts: [], effects: [] }),
    async execute(tx, review) {
      await tx.query(`UPDATE app.members SET kind = 'mentor' WHERE id = $1`, [review.memberId])
      if (isBroken) throw new Error('the bank is closed')
      done += 1
    },
    onRejected: async () => undefined,
  }
  let troubles = 0
  const { log } = captureLog()
  const runWorker = (now: Date) =>
    executeReviews({ db, log, kinds: [kind], onTrouble: () => void (troubles += 1) }, () => now)
  const readState = async () => {
    const [row] = await db.query<{ state: string; trouble: string | null; kind: string }>(
      `SELECT r.state, r.trouble, m.kind FROM app.reviews r JOIN app.members m ON m.id = r.member_id WHERE r.id = $1`,
      [world.reviewId],
    )
    return row!
  }
  await runWorker(start)
  expect(await readState()).toEqual({ state: 'decided', trouble: 'the bank is closed', kind: 'member' })
  expect(troubles).toBeGreaterThan(0)
  isBroken = false
  const later = new Date(start.getTime() + 10_000)
  await Promise.all([runWorker(later), runWorker(later), runWorker(later)])
  expect(await readState()).toEqual({ state: 'closed', trouble: null, kind: 'mentor' })
  expect(done).toBe(1)
})

test('a member invited by a related member counts as related', async () => {
  const invited = newId()
  await db.query(
    `INSERT INTO app.members (id, account, invitation_code, inviter_id, joined_at) VALUES ($1, '0912345699', 'T9', $2, $3)`,
    [invited, members[1], start],
  )
  const operatorId = newId()
  await db.query(`INSERT INTO app.operators (id, login, name, added_at) VALUES ($1, 'inviter', 'x', $2)`, [
    operatorId,
    start,
  ])
  await db.query(`INSERT INTO app.operator_relations VALUES ($1, $2)`, [operatorId, members[1]])
  const [row] = await db.query<Record<string, boolean>>(
    `SELECT app.is_related($1, $2) AS invited, app.is_related($1, $3) AS own, app.is_related($1, $4) AS other`,
    [operatorId, invited, members[1], members[2]],
  )
  expect(row).toEqual({ invited: true, own: true, other: false })
})
