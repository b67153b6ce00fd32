// The console on a durable PostgreSQL with many members, a long queue and the reviews of past months, and signed-in
// operators.

import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  ConsoleBodyOf,
  ConsoleDataOf,
  ConsoleEnvelope,
  ConsolePath,
} from '@fairlot/contract/console-routes'
import { migrate } from '@fairlot/database'
import { cloneDatabase, startTestCluster } from '@fairlot/testkit'
import { openSql, type Sql } from '@fairlot/testkit/sql'
import { hashSecret, randomSecret } from '../../apps/server/src/platform/credentials/secret-value.ts'
import { readConfig } from '../../apps/server/src/platform/config.ts'
import { issueXsrf } from '../../apps/server/src/platform/http/xsrf.ts'
import type { Secrets } from '../../apps/server/src/platform/secrets.ts'
import { startConsole } from '../../apps/server/src/roles/console.ts'
import { signWith, votingKeyOf } from '../../tests/flows/support/voting-keys.ts'

export interface Sizes {
  readonly members: number
  readonly waiting: number
  /** Reviews decided in the past months; a fiftieth of them today. */
  readonly past: number
}

export type Ask = <P extends ConsolePath>(
  path: P,
  body: ConsoleBodyOf<P>,
) => Promise<ConsoleEnvelope<ConsoleDataOf<P>>>

export interface Seat {
  readonly ask: Ask
  /** Signs a vote on what it shows, as the page does. */
  sign(
    seen: ConsoleDataOf<'/operators/review'>,
    decision: 'approve' | 'reject',
    note: string,
    reason?: string | null,
  ): ConsoleBodyOf<'/operators/vote'>['signature']
}

export interface Harness {
  readonly owner: Sql
  /** Signed in on a separate device. */
  operator(role: string): Promise<Seat>
  stop(): Promise<void>
}

const origin = 'http://localhost:8090'

export async function openHarness(sizes: Sizes): Promise<Harness> {
  const folder = mkdtempSync(join(tmpdir(), 'fairlot-bench-queue-'))
  const cluster = await startTestCluster({ migrate, durable: true })
  const database = await cloneDatabase(cluster)
  const owner = openSql(database.ownerUrl, { connections: 1 })
  const config = readConfig({
    FAIRLOT_MODE: 'test',
    PORT: '0',
    METRICS_PORT: '0',
    PUBLIC_ORIGIN: 'http://localhost:8080',
    CONSOLE_ORIGIN: origin,
    CONSOLE_PORT: '0',
    DATABASE_URL: database.consoleUrl,
    NATS_URL: cluster.natsUrl,
    NATS_MONITOR_URL: cluster.natsMonitorUrl,
    NATS_NAMESPACE: 'bench',
    REDIS_URL: cluster.redisUrl,
    SECRETS_FILE: join(folder, 'secrets.json'),
    LOG_LEVEL: 'silent',
    RATE_LIMIT_FACTOR: '1000',
  })
  await fill(owner, sizes)
  const console_ = await startConsole(config)
  return {
    owner,
    operator: (role) => seat(owner, config.secrets, `http://127.0.0.1:${console_.port}`, role),
    async stop() {
      await console_.stop()
      await owner.close()
      await database.close()
      await cluster.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function seat(owner: Sql, secrets: Secrets, base: string, role: string): Promise<Seat> {
  const [operatorId, sessionId, deviceId, bind] = [randomUUID(), randomUUID(), randomUUID(), randomSecret()]
  await addOperator(owner, operatorId, role)
  await owner.query(
    `INSERT INTO app.operator_devices (id, cookie_hash, label, first_seen_at) VALUES ($1, $2, 'bench', now())`,
    [deviceId, randomBytes(32)],
  )
  await owner.query(
    `INSERT INTO app.operator_sessions (id, operator_id, bind_hash, device_id, network, created_at, last_seen_at, expires_at)
     VALUES ($1, $2, $3, $4, '127.0.0', now(), now(), now() + interval '8 hours')`,
    [sessionId, operatorId, hashSecret(bind), deviceId],
  )
  const xsrf = issueXsrf(secrets, sessionId)
  const key = await votingKeyOf(owner, operatorId)
  const ask: Ask = async <P extends ConsolePath>(path: P, body: ConsoleBodyOf<P>) => {
    const response = await fetch(`${base}/api/console${path}`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        origin,
        'sec-fetch-site': 'same-origin',
        cookie: `__Host-console-bind=${bind}; __Host-console-XSRF=${xsrf}`,
        'x-xsrf-token': xsrf,
      },
      body: JSON.stringify(body),
    })
    return (await response.json()) as ConsoleEnvelope<ConsoleDataOf<P>>
  }
  return {
    ask,
    sign({ review, subject, payloadHash }, decision, note, reason = null) {
      const { reviewId, kind, member } = review
      const memberId = member?.memberId ?? null
      const facts = {
        reviewId,
        kind,
        memberId,
        subject,
        payloadHash,
        revised: null,
        decision,
        reason,
        note,
        operatorId,
      }
      const signed = signWith(key, key.keyId, facts, new Date())
      return { ...signed, opened: [...signed.opened] }
    },
  }
}

const addOperator = async (owner: Sql, operatorId: string, role: string): Promise<void> => {
  await owner.query(
    `INSERT INTO app.operators (id, login, name, added_at) VALUES ($1, $2, 'Bench', now() - interval '1 year')`,
    [operatorId, `bench.${operatorId.slice(0, 8)}`],
  )
  await owner.query('INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, $2)', [operatorId, role])
}

const hashOf = (payload: string): string =>
  `encode(sha256(convert_to((${payload})::jsonb::text, 'UTF8')), 'hex')`

/**
 * Three of five wait for a first vote, deposits with their own rows; the others are notices that need one more
 * approval.
 */
async function fill(owner: Sql, { members, waiting, past }: Sizes): Promise<void> {
  for (let from = 0; from < members; from += 50_000) {
    await owner.query(
      `INSERT INTO app.members (id, account, invitation_code, joined_at)
       SELECT gen_random_uuid(), lpad(n::text, 10, '0'), 'Q' || n, now() - interval '1 year'
       FROM generate_series($1::integer, $2::integer) n`,
      [from + 1, Math.min(from + 50_000, members)],
    )
  }
  const [proposer, other] = [randomUUID(), randomUUID()]
  await addOperator(owner, proposer, 'support')
  await addOperator(owner, other, 'approver')
  await owner.query('SELECT app.seed_practice_channels(now())')
  const deposits = Math.floor(waiting * 0.6)
  await owner.query(
    `INSERT INTO app.deposits (id, member_id, channel_id, currency, amount, fee, reference, sent_at, promised_at, steps)
     SELECT gen_random_uuid(), m.id, '01980000-0000-7000-8000-0000000000c1', 'TWD', 1000000 + n, 0, 'FL' || n,
       now() - n * interval '1 second', now() - n * interval '1 second' + interval '1 hour',
       jsonb_build_array(jsonb_build_object('what', 'sent', 'at', now()))
     FROM generate_series(1, $1::integer) n JOIN app.members m ON m.account = lpad(n::text, 10, '0')`,
    [deposits],
  )
  const payload = `jsonb_build_object('depositId', d.id, 'channelId', d.channel_id, 'claimed', d.amount::text, 'booked', d.amount::text)`
  await owner.query(
    `INSERT INTO app.reviews (id, number, kind, member_id, subject, amount, currency, payload, payload_hash, opened_at,
       promised_at, expires_at, flags, reason, state)
     SELECT gen_random_uuid(), 'D0000-' || d.reference, 'deposit', d.member_id, d.id::text, d.amount, 'TWD', ${payload},
       ${hashOf(payload)}, d.sent_at, d.promised_at, now() + interval '5 days',
       CASE WHEN d.amount % 50 = 0 THEN '{large}'::text[] ELSE '{}' END, '', 'waiting'
     FROM app.deposits d`,
  )
  const texts = `jsonb_build_object('tw', '公告 ' || n, 'en', 'Notice ' || n)`
  const notice = `jsonb_build_object('title', ${texts}, 'summary', ${texts}, 'body', ${texts}, 'path', NULL)`
  await owner.query(
    `WITH opened AS (
       INSERT INTO app.reviews (id, number, kind, subject, payload, payload_hash, opened_at, promised_at, expires_at,
         opened_by, reason, state)
       SELECT gen_random_uuid(), 'N0000-' || n, 'notice', gen_random_uuid()::text, ${notice}, ${hashOf(notice)},
         now() - n * interval '1 second', now() + interval '1 hour', now() + interval '3 days', $2::uuid, 'bench', 'second'
       FROM generate_series(1, $1::integer) n RETURNING id, payload_hash, opened_at)
     INSERT INTO app.review_votes
     SELECT id, $2::uuid, gen_random_uuid(), gen_random_uuid(), 'approve', payload_hash, 'bench', opened_at FROM opened`,
    [waiting - deposits, proposer],
  )
  await owner.query(
    `WITH ended AS (
       INSERT INTO app.reviews (id, number, kind, member_id, subject, amount, currency, payload, payload_hash, opened_at,
         promised_at, expires_at, reason, state, decision, decided_at, outcome, closed_at)
       SELECT gen_random_uuid(), 'P0000-' || n, (ARRAY['deposit', 'withdrawal', 'identity'])[1 + n % 3], m.id, 'past' || n,
         n, 'TWD', '{"past": true}', ${hashOf(`'{"past": true}'`)}, at - interval '20 minutes', at + interval '1 hour',
         at + interval '5 days', '', 'closed', CASE WHEN n % 9 = 0 THEN 'reject' ELSE 'approve' END, at, 'passed', at
       FROM (SELECT n, CASE WHEN n % 50 = 0 THEN now() - n % 600 * interval '1 second'
               ELSE now() - interval '1 day' - n * interval '1 minute' END AS at
             FROM generate_series(1, $1::integer) n) each
       JOIN app.members m ON m.account = lpad((1 + n % $2::integer)::text, 10, '0')
       RETURNING id, payload_hash, decided_at)
     INSERT INTO app.review_votes
     SELECT ended.id, o.id, gen_random_uuid(), gen_random_uuid(), 'approve', payload_hash, '', decided_at
     FROM ended CROSS JOIN (VALUES ($3::uuid), ($4::uuid)) o (id)`,
    [past, members, proposer, other],
  )
  await owner.query('VACUUM ANALYZE')
}
