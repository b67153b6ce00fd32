// One key, one effect, one answer. Claiming the key, the effect and the stored answer are one transaction: a crash can
// never leave an effect that a retry would repeat.

import { type Db, isLockTimeout, Rollback, type Tx } from '../db.ts'
import { isMacOf, type Secrets } from '../secrets.ts'
import { type Answer, isMemorable, refusalAnswer } from './envelope.ts'

export interface Claim {
  readonly caller: string
  readonly route: string
  readonly key: string
  readonly body: unknown
  readonly requestId: string
}

export interface OnceAnswer {
  readonly answer: Answer
  readonly replayed: boolean
}

export const isKey = (key: string | undefined): key is string =>
  key !== undefined && /^[A-Za-z0-9_-]{8,128}$/.test(key)

export function answerOnce(
  db: Db,
  secrets: Secrets,
  claim: Claim,
  run: (tx: Tx) => Promise<Answer>,
): Promise<OnceAnswer> {
  return db.transaction(async (tx) => {
    const claimed = await claimKey(tx, secrets, claim)
    if (claimed === 'in-progress')
      throw new Rollback(fresh(refusalAnswer('request.in-progress', claim.requestId)))
    if (claimed !== 'ours') return { answer: claimed, replayed: true }

    await tx.query('SAVEPOINT effect')
    const answer = await runOrRollback(tx, run)
    // A refusal is stored, but everything written before it is rolled back.
    if (answer.body.status !== 1) await tx.query('ROLLBACK TO SAVEPOINT effect')
    if (!isMemorable(answer)) throw new Rollback(fresh(answer))
    await tx.query(
      `UPDATE platform.idempotency_keys SET http_status = $4, answer = $5
       WHERE caller = $1 AND route = $2 AND key = $3`,
      [claim.caller, claim.route, claim.key, answer.status, JSON.stringify(answer.body)],
    )
    return fresh(answer)
  })
}

const fresh = (answer: Answer): OnceAnswer => ({ answer, replayed: false })

async function claimKey(tx: Tx, secrets: Secrets, claim: Claim): Promise<Answer | 'ours' | 'in-progress'> {
  const body = JSON.stringify(sorted(claim.body))
  const place = [claim.caller, claim.route, claim.key]
  try {
    // While another request holds this key, PostgreSQL waits here for its commit or rollback.
    const inserted = await tx.query(
      `INSERT INTO platform.idempotency_keys (caller, route, key, request_hash) VALUES ($1, $2, $3, $4)
       ON CONFLICT DO NOTHING RETURNING 1`,
      [...place, secrets.hmac('pepper', body).mac],
    )
    if (inserted.length === 1) return 'ours'
  } catch (error) {
    if (isLockTimeout(error)) return 'in-progress'
    throw error
  }
  const [row] = await tx.query<{
    request_hash: Buffer
    http_status: number | null
    answer: Answer['body'] | null
  }>(
    `SELECT request_hash, http_status, answer FROM platform.idempotency_keys
     WHERE caller = $1 AND route = $2 AND key = $3`,
    place,
  )
  if (!row) return 'in-progress'
  // Keyed, because a body may contain a password: a stolen table must not allow guesses at hashing speed.
  if (!isMacOf(secrets, 'pepper', body, row.request_hash))
    return refusalAnswer('request.key-reused', claim.requestId)
  if (row.answer === null || row.http_status === null)
    throw new Error('a committed idempotency key has no answer')
  return { status: row.http_status, body: row.answer }
}

async function runOrRollback(tx: Tx, run: (tx: Tx) => Promise<Answer>): Promise<Answer> {
  try {
    return await run(tx)
  } catch (error) {
    if (error instanceof Rollback) {
      throw new Error('an idempotent handler refuses by value, not by Rollback', { cause: error })
    }
    throw error
  }
}

/** Equal bodies become equal texts regardless of key order. */
function sorted(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, inner]) => [name, sorted(inner)]),
  )
}

const keptDays = 7

export async function pruneKeys(db: Db): Promise<number> {
  const removed = await db.query(
    `DELETE FROM platform.idempotency_keys WHERE (caller, route, key) IN
       (SELECT caller, route, key FROM platform.idempotency_keys
        WHERE created_at < now() - make_interval(days => $1) LIMIT 5000)
     RETURNING 1`,
    [keptDays],
  )
  return removed.length
}
