// Two operators on two devices, written directly to the database, and the worker's part, one run at a time. For tests
// of a decision's effects. The console tests cover how operators sign in and vote.

import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { executeReviews } from '../../../apps/server/src/features/operators/execution/execute-reviews.ts'
import type { ReviewKindHandler } from '../../../apps/server/src/features/operators/index.ts'
import { openDb } from './open-db.ts'
import { captureLog } from './captured-log.ts'
import { signVotes, votingKeyOf } from './voting-keys.ts'

/** The rejection: a code of its kind, the faulty field of the identity documents and why, and a text. */
export interface Rejection {
  readonly reason: string
  readonly problems?: readonly { readonly field: string; readonly problem: string }[]
  readonly note?: string
}

/** The rows the console writes beside the vote, in its transaction. */
export const rejectionDetails = `INSERT INTO app.vote_details (review_id, operator_id, decision, reason, problems)
  SELECT r.id, $3, 'reject', $4, $5 FROM app.reviews r WHERE r.kind = $1 AND r.subject = $2
  ORDER BY r.opened_at DESC LIMIT 1`

export interface Deciding {
  readonly owner: pg.Client
  readonly operators: readonly { readonly operatorId: string; readonly sessionId: string }[]
  /** Both approve the open review of the subject, and the worker executes it. */
  approve(kind: string, subject: string): Promise<void>
  /** The second operator approves what the first has proposed, and the worker executes it. */
  second(kind: string, subject: string): Promise<void>
  /** One operator rejects it for this reason. */
  reject(kind: string, subject: string, why: Rejection): Promise<void>
  execute(): Promise<number>
  stop(): Promise<void>
}

/** Only the votes, for tests with a running worker that executes them. */
export async function openVotes(ownerUrl: string) {
  const owner = new pg.Client({ connectionString: ownerUrl })
  await owner.connect()
  const operators = await Promise.all(
    ['first', 'second'].map(async (name) => {
      const [operatorId, deviceId, sessionId] = [randomUUID(), randomUUID(), randomUUID()]
      await owner.query(
        `INSERT INTO app.operators (id, login, name, added_at) VALUES ($1, $2, $3, now() - interval '1 day')`,
        [operatorId, `${name}.${operatorId.slice(0, 8)}`, name],
      )
      await owner.query(`INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'approver')`, [
        operatorId,
      ])
      await owner.query(
        `INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at) VALUES ($1, $2, 'harness', now())`,
        [deviceId, randomBytes(32)],
      )
      await owner.query(
        `INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at,
           expires_at) VALUES ($1, $2, $3, $4, '10.0.0.1', now(), now(), now() + interval '30 days')`,
        [sessionId, operatorId, randomBytes(32), deviceId],
      )
      // Not at the first vote: a refused vote is rolled back, and the key with it.
      await votingKeyOf(owner, operatorId)
      return { operatorId, sessionId }
    }),
  )
  const vote = async (
    at: 0 | 1,
    kind: string,
    subject: string,
    decision: string,
    note: string,
    why?: Rejection,
  ) => {
    const { operatorId, sessionId } = operators[at]!
    const found = await owner.query<{ id: string }>(
      `SELECT id FROM app.reviews WHERE kind = $1 AND subject = $2 AND state IN ('waiting', 'second')`,
      [kind, subject],
    )
    // A worker may be waiting for it: the vote, its signature and its reason are committed together.
    await owner.query('BEGIN')
    for (const { id } of found.rows) await signVotes(owner, id)
    const { rows } = await owner.query(
      `SELECT app.vote_review(r.id, $3, $4, $5, r.payload_hash, $6, NULL, least(now(), r.opened_at + interval '1 minute')) AS refusal
       -- Soon after the proposal, whose clock may be the venue's: on today's date it would have expired.
       FROM app.reviews r
       WHERE r.kind = $1 AND r.subject = $2 AND r.state IN ('waiting', 'second')`,
      [kind, subject, operatorId, sessionId, decision, note],
    )
    if (rows[0]?.refusal !== null) {
      await owner.query('ROLLBACK')
      throw new Error(`the vote was refused: ${rows[0]?.refusal ?? 'no review'}`)
    }
    if (why !== undefined) {
      const problems = JSON.stringify(why.problems ?? [])
      await owner.query(rejectionDetails, [kind, subject, operatorId, why.reason, problems])
    }
    for (const { id } of found.rows) await signVotes(owner, id)
    await owner.query('COMMIT')
  }
  return { owner, operators, vote }
}

export async function openDeciding(
  urls: { readonly ownerUrl: string; readonly workerUrl: string },
  kinds: readonly ReviewKindHandler[],
): Promise<Deciding> {
  const { owner, operators, vote } = await openVotes(urls.ownerUrl)
  const worker = openDb({ url: urls.workerUrl, poolSize: 4, applicationName: 'test-execute' })
  const { log } = captureLog('worker')
  const execute = () =>
    executeReviews(
      {
        db: worker,
        log,
        kinds,
        onTrouble: () => undefined,
      },
      () => new Date(),
    )
  return {
    owner,
    operators,
    execute,
    async approve(kind, subject) {
      await vote(0, kind, subject, 'approve', '')
      await vote(1, kind, subject, 'approve', '')
      await execute()
    },
    async second(kind, subject) {
      await vote(1, kind, subject, 'approve', '')
      await execute()
    },
    async reject(kind, subject, why) {
      await vote(0, kind, subject, 'reject', why.note ?? why.reason, why)
      await execute()
    },
    async stop() {
      await worker.close()
      await owner.end()
    },
  }
}
