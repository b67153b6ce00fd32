// The two programs that act as operators of a practice market: an offer from its proposal to its listing, and what one of
// them, taken by an attacker, may not do.

import { createPrivateKey, randomUUID } from 'node:crypto'
import { databaseOf } from '@fairlot/process/database'
import { openTestDatabase } from '@fairlot/testkit'
import { openSql } from '@fairlot/testkit/sql'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newVotingKey, votingKey } from '../../apps/practice/src/offers/key.ts'
import { openOperator } from '../../apps/practice/src/offers/operator.ts'
import type { Operator } from '../../apps/practice/src/offers/voter.ts'
import { openIssuer } from '../../apps/practice/src/dividends/issue.ts'
import { offerPayload, termsOf } from '../../apps/server/src/features/new-shares/offer-payload.ts'
import { listNewShares } from '../../apps/server/src/features/new-shares/index.ts'
import { recheckVotes } from '../../apps/server/src/features/operators/index.ts'
import {
  offerProblem,
  practiceCompanies,
  practiceNumber,
  practiceOffer,
} from '../../packages/rules/src/new-shares/index.ts'
import { readSecurities } from '../../database/seeds/read-seeds.ts'
import { type OfferHarness, openOfferHarness } from './support/offer-harness.ts'

let harness: OfferHarness
const pools: pg.Pool[] = []
const as = {} as Record<'proposer' | 'approver', pg.Pool>
const keys = { proposer: votingKey(newVotingKey()), approver: votingKey(newVotingKey()) }
let proposer: Operator
let approver: Operator

const open = (url: string): pg.Pool => {
  const pool = new pg.Pool({ connectionString: url, max: 1 })
  pools.push(pool)
  return pool
}

beforeAll(async () => {
  harness = await openOfferHarness()
  const { database } = harness.api
  as.proposer = open(database.practiceProposerUrl)
  as.approver = open(database.practiceApproverUrl)
  proposer = await openOperator(databaseOf(as.proposer), keys.proposer)
  approver = await openOperator(databaseOf(as.approver), keys.approver)
})
afterAll(async () => {
  for (const pool of pools) await pool.end()
  await harness.stop()
})

const row = async (text: string, values: readonly unknown[] = []): Promise<any> =>
  (await harness.owner.query(text, [...values])).rows[0]

/** The code of the refusal, or `accepted`. */
const tries = (pool: pg.Pool, text: string, values: readonly unknown[] = []): Promise<string> =>
  pool.query(text, [...values]).then(
    ({ rows }) => (Object.values(rows[0] ?? {})[0] as string | null) ?? 'accepted',
    (error: { code: string }) => error.code,
  )
const noRight = '42501'

test('every practice company has terms that can be published', () => {
  const now = new Date('2026-11-18T15:59:00Z')
  const real = new Set(readSecurities().map(({ nameTw }) => nameTw))
  const names = new Set<string>()
  for (let number = 1; number <= practiceCompanies; number += 1) {
    const offer = practiceOffer(number, now)
    expect(offerProblem(termsOf(offerPayload.parse(offer)), now)).toBeUndefined()
    expect(practiceNumber(offer.symbol)).toBe(number)
    expect(real.has(offer.name.tw.replace('-模擬', ''))).toBe(false)
    if (number <= 200) names.add(offer.name.tw)
  }
  expect(names.size).toBe(200)
  expect(practiceNumber('97000')).toBeUndefined()
})

test('two programs publish an offer, draw it and list it', async () => {
  const { clock } = harness
  expect(await approver.approve(clock.now())).toBe(0)
  expect(await proposer.propose(clock.now())).toBe(1)
  expect(await proposer.propose(clock.now())).toBe(0)
  expect(await approver.approve(clock.now())).toBe(1)
  expect(await approver.approve(clock.now())).toBe(0)
  await harness.execute()
  const offer = await row(`SELECT * FROM app.offers WHERE symbol = '97001'`)
  expect(offer).toMatchObject({ state: 'not-started', name: practiceOffer(1, clock.now()).name })
  clock.set(offer.opens_at.toISOString())
  await harness.advance()
  const member = await harness.member()
  expect((await harness.apply(member, offer.id)).http).toBe(200)
  // It is open: there is no second one.
  expect(await proposer.propose(clock.now())).toBe(0)

  clock.set(offer.closes_at.toISOString())
  await harness.advance()
  // The release of its draw, and the next offer.
  expect(await proposer.propose(clock.now())).toBe(2)
  expect(await approver.approve(clock.now())).toBe(2)
  await harness.execute()
  const next = await row(`SELECT symbol, state FROM app.offers WHERE symbol = '97002'`)
  expect(next).toEqual({ symbol: '97002', state: 'not-started' })
  await harness.bringRound(offer.draws_at)
  await harness.advance()
  clock.set(offer.pay_by.toISOString())
  await harness.advance()
  clock.set(new Date(clock.now().getTime() + 86_400_000).toISOString())
  expect(await listNewShares(harness.worker, 'practice', clock.now())).toBe(1)
  await harness.advance()
  expect(await row('SELECT stage FROM app.offers WHERE id = $1', [offer.id])).toEqual({ stage: 'listed' })
  expect(await row(`SELECT name_tw FROM app.instruments WHERE symbol = '97001'`)).toEqual({
    name_tw: offer.name.tw,
  })
  expect(await harness.worker.transaction((tx) => recheckVotes(tx))).toMatchObject({ unsigned: [] })
})

test('two programs announce the dividend of a listed practice company once', async () => {
  const { clock } = harness
  const issuers = await openIssuer(databaseOf(as.proposer), keys.proposer)
  const seconds = await openIssuer(databaseOf(as.approver), keys.approver)
  expect(await issuers.propose(clock.now())).toBe(1)
  expect(await seconds.approve(clock.now())).toBe(1)
  expect(await issuers.propose(clock.now())).toBe(0)
  const review = await row(
    `SELECT state, decision, payload FROM app.reviews WHERE kind = 'corporate-actions' ORDER BY opened_at DESC LIMIT 1`,
  )
  expect(review).toMatchObject({
    decision: 'approve',
    payload: {
      symbol: '97001',
      cashMicros: 400_000,
      stockMicros: 50_000,
      supplementRate: 211,
      fractionRate: 10_000,
    },
  })
})

test('a taken program announces no foreign and no larger dividend', async () => {
  const { clock } = harness
  const today = clock.now().getTime()
  const date = (days: number): string => new Date(today + days * 86_400_000).toISOString().slice(0, 10)
  const propose = (symbol: string, cash: number, stock: number, ex: number, pays: number) =>
    tries(as.proposer, 'SELECT practice.propose_dividend($1, $2, $3, $4, $5, $6, $7, $8)', [
      randomUUID(),
      randomUUID(),
      symbol,
      cash,
      stock,
      date(ex),
      date(pays),
      clock.now(),
    ])
  const wrong: readonly Parameters<typeof propose>[] = [
    ['2330', 500_000, 0, 2, 5],
    ['97999', 500_000, 0, 2, 5],
    ['97001', 1_000_001, 0, 2, 5],
    ['97001', 500_000, 100_001, 2, 5],
    ['97001', 500_000, 0, -1, 5],
    ['97001', 500_000, 0, 2, 40],
  ]
  for (const terms of wrong) expect([terms, await propose(...terms)]).toEqual([terms, noRight])
  // One is under way.
  expect(await propose('97001', 500_000, 0, 2, 5)).toBe('proposal.open')
})

test('a taken program proposes nothing but one practice offer', async () => {
  const { clock } = harness
  const now = clock.now()
  const propose = (over: object) =>
    tries(as.proposer, 'SELECT practice.propose_offer($1, $2, $3, $4)', [
      randomUUID(),
      randomUUID(),
      JSON.stringify({ ...practiceOffer(9, now), ...over }),
      now,
    ])
  for (const over of [
    { symbol: '2330' },
    { symbol: '71999' },
    { name: { tw: '台積電', en: 'Tsmc (Practice)' } },
    { name: { tw: '曜川-模擬', en: 'Yaochuan' } },
    { lots: 1_000 },
    { price: '100000' },
    { maxPerMember: 10 },
    { paymentMode: 'on_win' },
    { closesAt: new Date(now.getTime() + 60_000).toISOString() },
    { closesAt: new Date(now.getTime() + 30 * 86_400_000).toISOString() },
    { listsOn: '2099-01-01' },
  ])
    expect([over, await propose(over)]).toEqual([over, noRight])
  // The open one is enough.
  expect(await propose({})).toBe('proposal.open')

  const other = await harness.offer()
  clock.set(other.closesAt.toISOString())
  await harness.advance()
  const { draw_id: drawId } = await row('SELECT draw_id FROM app.offers WHERE id = $1', [other.offerId])
  const release = 'SELECT practice.propose_release($1, $2, $3)'
  expect(await tries(as.proposer, release, [randomUUID(), drawId, clock.now()])).toBe(noRight)
  const review = await row(`SELECT review_id AS id FROM app.offers WHERE id = $1`, [other.offerId])
  for (const [text, values] of [
    ['SELECT practice.sign_proposal($1, $1, now(), $2)', [review.id, 'x']],
    ['SELECT practice.approve($1, $2, $1, now(), $2, now())', [review.id, 'x']],
    ['SELECT practice.propose($1, $2, $1, $3, $2, now())', [review.id, 'journal', '{}']],
    ['SELECT app.vote_review($1, $1, $1, $2, $2, $2, NULL, now())', [review.id, 'approve']],
    ['SELECT * FROM app.members', []],
    ['SELECT * FROM app.operators', []],
    ['SELECT * FROM app.draw_secrets', []],
    ['SELECT * FROM app.reviews', []],
    ['SELECT * FROM ledger.entries', []],
    [`SELECT ledger.balance_of('house/main/TWD/issue')`, []],
    [`SELECT exchange.submit(0, '{}')`, []],
    ['DELETE FROM audit.entries', []],
  ] as const)
    for (const pool of [as.proposer, as.approver])
      if (pool === as.proposer || !text.includes('practice.approve'))
        expect([text, await tries(pool, text, values)]).toEqual([text, noRight])
})

test('a taken program has no vote on what people propose', async () => {
  const { clock, owner, operators } = harness
  const proposed = await harness.propose({
    symbol: '97500',
    name: { tw: '曜川-模擬', en: 'Yaochuan (Practice)' },
  })
  if (!proposed.ok) throw new Error(proposed.msg)
  const { reviewId } = proposed.data
  const review = await row('SELECT subject, payload_hash FROM app.reviews WHERE id = $1', [reviewId])
  const approve = (id: string, hash: string) =>
    tries(as.approver, 'SELECT practice.approve($1, $2, $3, $4, $5, $4)', [
      id,
      hash,
      randomUUID(),
      clock.now(),
      'x',
    ])
  expect(await approve(reviewId, review.payload_hash)).not.toBe('accepted')
  // Signed by its proposer, it would be counted for a person.
  expect(await harness.vote(operators[0], 'offer', review.subject, 'approve')).toBe('review.same-person')
  expect(await approve(reviewId, review.payload_hash)).toBe(noRight)
  // Nor does a taken console give the program's vote to it.
  const session = randomUUID()
  await owner.query(
    `INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, sha256('x'), $2, 'stolen', $3, $3, $3::timestamptz + interval '1 day')`,
    [session, approver.operatorId, clock.now()],
  )
  await expect(
    harness.console.query('SELECT app.vote_review($1, $2, $3, $4, $5, $6, NULL, $7)', [
      reviewId,
      approver.operatorId,
      session,
      'approve',
      review.payload_hash,
      '',
      clock.now(),
    ]),
  ).rejects.toMatchObject({ code: noRight })
})

test('a program keeps its first key, and none exists with real money', async () => {
  const stolen = votingKey(createPrivateKey(newVotingKey().export({ type: 'pkcs8', format: 'pem' })))
  await expect(openOperator(databaseOf(as.proposer), stolen)).rejects.toMatchObject({ code: noRight })
  const database = await openTestDatabase()
  const owner = openSql(database.ownerUrl)
  try {
    await owner.query(`UPDATE platform.installation SET money = 'real'`)
    const pool = new pg.Pool({ connectionString: database.practiceProposerUrl, max: 1 })
    await expect(openOperator(databaseOf(pool), stolen)).rejects.toMatchObject({ code: noRight })
    await pool.end()
    await expect(
      owner.query(
        `INSERT INTO app.operators (id, login, name, added_at, program)
         VALUES (gen_random_uuid(), 'practice.proposer', 'x', now(), 'fairlot_practice_proposer')`,
      ),
    ).rejects.toMatchObject({ code: noRight })
    const [found] = await owner.query<{ count: string }>('SELECT count(*) FROM app.operators')
    expect(found!.count).toBe('0')
  } finally {
    await owner.close()
    await database.close()
  }
})
