// Block trades on a real exchange, settlement and api: two operators who propose and vote at the venue's clock, and the
// worker's part, run by hand.

import { randomBytes } from 'node:crypto'
import { readDifferences } from '@fairlot/testkit/reconciliation'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { endBlockListings } from '../../../apps/server/src/features/block-trades/index.ts'
import { proposeEnd, proposeListing } from '../../../apps/server/src/features/block-trades/propose.ts'
import { executeReviews } from '../../../apps/server/src/features/operators/execution/execute-reviews.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { reviewKinds } from '../../../apps/server/src/roles/review-kinds.ts'
import { captureLog } from './captured-log.ts'
import { type Db, openDb } from './open-db.ts'
import { openOrderHarness, type OrderHarness } from './order-harness.ts'
import type { TestMember } from './start-test-api.ts'
import type { Reply } from './test-client.ts'
import { type Rejection, rejectionDetails } from './two-operators.ts'
import { signVotes } from './voting-keys.ts'

export const password = 'seller-0917'

export interface ListingForm {
  readonly seat?: string
  readonly symbol?: string
  readonly price?: number
  readonly lots?: number
  readonly minLots?: number
  readonly maxLots?: number
  readonly password?: string
  readonly why?: string
}

export interface BlockHarness extends OrderHarness {
  readonly owner: Sql
  /** With the api's rights. */
  readonly asApi: Db
  now(): Date
  propose(form?: ListingForm): ReturnType<typeof proposeListing>
  proposeEnd(listingId: string): ReturnType<typeof proposeEnd>
  /** A listing that two operators approved; returns its id. */
  list(form?: ListingForm): Promise<string>
  apply(member: TestMember, listingId: string, body?: object): Promise<Reply>
  /** Sends an application and returns its id; fails when it is refused. */
  applied(member: TestMember, listingId: string, lots?: number): Promise<string>
  vote(
    by: 0 | 1,
    kind: string,
    subject: string,
    decision: 'approve' | 'reject',
    why?: Rejection,
  ): Promise<void>
  execute(): Promise<number>
  /** The worker ends after the effect of each decision and before its commit. */
  interrupt(): Promise<void>
  approve(kind: string, subject: string): Promise<void>
  /** The worker's job at the end of the day. */
  end(): Promise<number>
  application(id: string): Promise<any>
  listing(id: string): Promise<any>
  /** Everything the reconciliation of the minute finds. */
  differences(): Promise<readonly unknown[]>
}

export async function openBlockHarness(symbols: readonly string[]): Promise<BlockHarness> {
  const harness = await openOrderHarness({ symbols })
  const { venue, api } = harness
  // Blocks trade from the continuous phase on, by the clock.
  venue.now += 600_000
  const { database } = venue
  const owner = openSql(database.ownerUrl, { connections: 3 })
  const now = (): Date => new Date(venue.now)
  const operators = [await addOperator(owner, now()), await addOperator(owner, now())] as const
  const console_: Db = openDb({
    url: database.apiUrl.replace('fairlot_api', 'fairlot_console'),
    poolSize: 2,
    applicationName: 'test-console',
  })
  const asApi = openDb({ url: database.apiUrl, poolSize: 2, applicationName: 'test-api' })
  const { log, lines } = captureLog('worker')
  const kinds = reviewKinds({ config: api.config, bus: api.api.runtime.bus })
  const deps = {
    db: console_,
    secrets: api.config.secrets,
    profile: 'practice',
    calendar: 'practice',
  } as const
  const proposing = () => ({ by: operators[0], now: now(), requestId: 'test' })
  const block: BlockHarness = {
    ...harness,
    owner,
    asApi,
    now,
    propose: (form = {}) =>
      proposeListing(
        deps,
        {
          seat: 'maker-1',
          symbol: symbols[0]!,
          price: 9_800,
          lots: 60,
          minLots: 10,
          maxLots: 50,
          password,
          why: 'the seat sells a block',
          ...form,
        },
        proposing(),
      ),
    proposeEnd: (listingId) => proposeEnd(deps, { listingId, why: 'the seat asks for it' }, proposing()),
    async list(form) {
      const proposed = await block.propose(form)
      if (!proposed.ok) throw new Error(`refused: ${JSON.stringify(proposed)}`)
      const [review] = await owner.query<{ subject: string }>(
        'SELECT subject FROM app.reviews WHERE id = $1',
        [proposed.data.reviewId],
      )
      await block.vote(1, 'block-listing', review!.subject, 'approve')
      await block.execute()
      return review!.subject
    },
    apply: (member, listingId, body = {}) =>
      member.client.call(
        '/block-trades/apply',
        { applicationId: newId(venue.now), listingId, lots: 10, price: 9_800, password, ...body },
        { key: true },
      ),
    async applied(member, listingId, lots = 10) {
      const reply = await block.apply(member, listingId, { lots })
      if (reply.http !== 200) throw new Error(`refused: ${JSON.stringify(reply.body)}`)
      return reply.body.data.application.applicationId
    },
    vote: (by, kind, subject, decision, why) =>
      owner.transaction(async (tx) => {
        const { operatorId, sessionId } = operators[by]
        const [review] = await tx.query<{ id: string; payload_hash: string }>(
          `SELECT id, payload_hash FROM app.reviews WHERE kind = $1 AND subject = $2 AND state IN ('waiting', 'second')`,
          [kind, subject],
        )
        if (!review) throw new Error(`no open review ${kind} of ${subject}`)
        await signVotes(tx, review.id)
        const [answer] = await tx.query<{ refusal: string | null }>(
          'SELECT app.vote_review($1, $2, $3, $4, $5, $6, NULL, $7) AS refusal',
          [review.id, operatorId, sessionId, decision, review.payload_hash, why?.note ?? 'seen', now()],
        )
        if (answer!.refusal !== null) throw new Error(`the vote was refused: ${answer!.refusal}`)
        if (why !== undefined) await tx.query(rejectionDetails, [kind, subject, operatorId, why.reason, '[]'])
        await signVotes(tx, review.id)
      }),
    async execute() {
      let troubled = 0
      const did = await executeReviews({ db: venue.db, log, kinds, onTrouble: () => troubled++ }, now)
      if (troubled > 0) throw new Error(lines.join(''))
      return did
    },
    async interrupt() {
      const dying = kinds.map((each) => ({
        ...each,
        execute: async (...given: Parameters<typeof each.execute>) => {
          await each.execute(...given)
          throw new Error('the worker ended')
        },
      }))
      await executeReviews({ db: venue.db, log, kinds: dying, onTrouble: () => undefined }, now)
      // It is tried again after a pause.
      venue.now += 10_000
    },
    async approve(kind, subject) {
      await block.vote(0, kind, subject, 'approve')
      await block.vote(1, kind, subject, 'approve')
      await block.execute()
    },
    end: () => endBlockListings(venue.db, now()),
    application: async (id) =>
      (await owner.query<any>('SELECT * FROM app.block_applications WHERE id = $1', [id]))[0],
    listing: async (id) =>
      (await owner.query<any>('SELECT * FROM app.block_listings WHERE id = $1', [id]))[0],
    differences: () => readDifferences(owner),
    async stop() {
      await Promise.all([console_.close(), asApi.close(), owner.close()])
      await harness.stop()
    },
  }
  return block
}

async function addOperator(owner: Sql, now: Date) {
  const [operatorId, sessionId, deviceId] = [newId(), newId(), newId()]
  await owner.query(`INSERT INTO app.operators (id, login, name, added_at) VALUES ($1, $2, 'Tester', $3)`, [
    operatorId,
    `op-${operatorId.slice(-12)}`,
    now,
  ])
  await owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'approver')`, [
    operatorId,
  ])
  await owner.query(
    `INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at) VALUES ($1, $2, 'test', $3)`,
    [deviceId, randomBytes(32), now],
  )
  await owner.query(
    `INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, '10.0.0', $5, $5, $5::timestamptz + interval '400 days')`,
    [sessionId, operatorId, randomBytes(32), deviceId, now],
  )
  return { operatorId, sessionId }
}
