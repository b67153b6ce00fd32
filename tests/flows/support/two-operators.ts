// Two people who decide, on two devices, as the database knows them; and the worker's half, one round at a time. For tests of
// what comes of a decision. How operators sign in and vote by the console is tested with the console.

import { randomBytes, randomUUID } from 'node:crypto'
import pg from 'pg'
import { carryOutReviews } from '../../../apps/server/src/features/operators/carrying-out/carry-out.ts'
import type { ReviewKindHandler } from '../../../apps/server/src/features/operators/index.ts'
import { openDb } from '../../../apps/server/src/platform/db.ts'
import { captureLog } from './captured-log.ts'

export interface Deciding {
  readonly owner: pg.Client
  readonly operators: readonly { readonly operatorId: string; readonly sessionId: string }[]
  /** Both approve what is open about the subject, and the worker carries it out. */
  approve(kind: string, subject: string): Promise<void>
  /** One turns it down with this note. */
  reject(kind: string, subject: string, note: string): Promise<void>
  carryOut(): Promise<number>
  stop(): Promise<void>
}

/** Only the votes: where a worker runs that carries them out. */
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
        `INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at) VALUES ($1, $2, 'desk', now())`,
        [deviceId, randomBytes(32)],
      )
      await owner.query(
        `INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at,
           expires_at) VALUES ($1, $2, $3, $4, '10.0.0.1', now(), now(), now() + interval '30 days')`,
        [sessionId, operatorId, randomBytes(32), deviceId],
      )
      return { operatorId, sessionId }
    }),
  )
  const vote = async (at: 0 | 1, kind: string, subject: string, decision: string, note: string) => {
    const { operatorId, sessionId } = operators[at]!
    const { rows } = await owner.query(
      `SELECT app.vote_review(r.id, $3, $4, $5, r.payload_hash, $6, NULL, now()) AS refusal FROM app.reviews r
       WHERE r.kind = $1 AND r.subject = $2 AND r.state IN ('waiting', 'second')`,
      [kind, subject, operatorId, sessionId, decision, note],
    )
    if (rows[0]?.refusal !== null) throw new Error(`the vote was refused: ${rows[0]?.refusal ?? 'no review'}`)
  }
  return { owner, operators, vote }
}

export async function openDeciding(
  urls: { readonly ownerUrl: string; readonly workerUrl: string },
  kinds: readonly ReviewKindHandler[],
): Promise<Deciding> {
  const { owner, operators, vote } = await openVotes(urls.ownerUrl)
  const worker = openDb({ url: urls.workerUrl, poolSize: 4, applicationName: 'test-carry-out' })
  const { log } = captureLog('worker')
  const carryOut = () =>
    carryOutReviews(
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
    carryOut,
    async approve(kind, subject) {
      await vote(0, kind, subject, 'approve', '')
      await vote(1, kind, subject, 'approve', '')
      await carryOut()
    },
    async reject(kind, subject, note) {
      await vote(0, kind, subject, 'reject', note)
      await carryOut()
    },
    async stop() {
      await worker.close()
      await owner.end()
    },
  }
}
