// No audit, no effect; rows cannot be rewritten; the chain finds what a superuser changes directly.

import { spawnSync } from 'node:child_process'
import { createPublicKey, verify } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { timeLimit, until } from '@fairlot/testkit/until'
import { checkpointText } from '../../packages/proof/src/index.ts'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import type { Config } from '../../apps/server/src/platform/config.ts'
import { openDb, type Db, type Tx } from './support/open-db.ts'
import { makeSecretsFile, openSecrets } from '../../apps/server/src/platform/secrets.ts'
import {
  linkEntries,
  recordAudit,
  signCheckpoint,
  verifyChain,
} from '../../apps/server/src/features/audit/index.ts'
import { startTestApi, type TestApi } from './support/start-test-api.ts'
import { testConfig } from './support/test-config.ts'

let database: TestDatabase
let config: Config
let owner: pg.Client
let writer: Db
let worker: Db
let reader: Db
let key: Buffer

beforeEach(async () => {
  database = await openTestDatabase()
  config = testConfig(database)
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  const open = (url: string): Db => openDb({ url, poolSize: 4, applicationName: 'test' })
  writer = open(database.apiUrl)
  worker = open(database.workerUrl)
  reader = open(database.readerUrl)
  key = config.secrets.auditKey().publicKey.export({ format: 'der', type: 'spki' })
})
afterEach(async () => {
  await Promise.all([owner.end(), writer.close(), worker.close(), reader.close()])
  await database.close()
})

async function withApi(run: (api: TestApi) => Promise<void>): Promise<void> {
  const api = await startTestApi({ database, config })
  await run(api).finally(() => api.stop())
}

const entry = (index: number) => ({
  action: 'test.happened',
  actor: 'system' as const,
  subject: `thing:${index}`,
  details: { index, name: '會員 "quoted"' },
  requestId: 'request-0001',
})

async function fill(count: number): Promise<void> {
  await writer.transaction(async (tx) => {
    for (let index = 0; index < count; index++) await recordAudit(tx, entry(index))
  })
  await linkEntries(worker)
  await signCheckpoint(worker, config.secrets, new Date())
}

const bigints = new pg.TypeOverrides()
bigints.setTypeParser(20, (text) => BigInt(text))

/** Disables the triggers and writes, as only a superuser can. Inside a transaction of the caller. */
async function tamper(sql: string): Promise<void> {
  await owner.query(`SET LOCAL session_replication_role = replica; ${sql}`)
}

describe('rows', () => {
  test('commit with their effect and carry the request id the answer names', () =>
    withApi(async (api) => {
      const member = await api.member()
      const reply = await member.client.call('/auth/signOut')
      const requestId = reply.headers.get('x-request-id')
      const { rows } = await owner.query('SELECT action, actor FROM audit.entries WHERE request_id = $1', [
        requestId,
      ])
      expect(rows).toHaveLength(1)
      expect(rows[0].actor).toBe(`member:${member.memberId}`)
    }))

  test('no audit, no effect: when the row cannot be written, nothing is', () =>
    withApi(async (api) => {
      await owner.query(
        `ALTER TABLE audit.entries ADD CONSTRAINT broken CHECK (action <> 'auth.member-registered')`,
      )
      const client = api.client()
      const { body } = await client.call('/site/agreement', { lang: 'en' })
      const form = {
        account: '0987654321',
        password: 'long-enough-9',
        confirmPassword: 'long-enough-9',
        invitationCode: 'FAIRLOT',
        agreementVersion: body.data.version,
      }
      const reply = await client.call('/auth/registerMember', form, { key: true })
      expect([reply.http, reply.body.msg]).toEqual([503, 'system.busy'])
      const { rows } = await owner.query(`SELECT (SELECT count(*)::int FROM app.members) AS members,
      (SELECT count(*)::int FROM directory.accounts) AS accounts, (SELECT count(*)::int FROM audit.entries) AS entries`)
      expect(rows[0]).toEqual({ members: 0, accounts: 0, entries: 0 })
    }))

  test('a rolled back effect leaves no row', async () => {
    await expect(
      writer.transaction(async (tx) => {
        await recordAudit(tx, entry(1))
        throw new Error('undone')
      }),
    ).rejects.toThrow('undone')
    expect((await owner.query('SELECT FROM audit.entries')).rowCount).toBe(0)
  })

  test('details whose name speaks of a secret are refused', async () => {
    for (const name of [
      'password',
      'newPassword',
      'token',
      'cookie',
      'secret',
      'code',
      'recoveryCode',
      'seed',
      'signature',
    ]) {
      const details = { inner: { [name]: 'x' } }
      const writing = writer.transaction((tx) => recordAudit(tx, { ...entry(1), details }))
      await expect(writing, name).rejects.toThrow('must not hold')
    }
  })

  test('nothing a sign-in is made of is in any row', () =>
    withApi(async (api) => {
      const member = await api.member()
      const { rows } = await owner.query('SELECT details::text FROM audit.entries')
      const all = JSON.stringify(rows)
      for (const secret of [
        member.password,
        member.client.session!.token,
        ...member.client.cookies.values(),
      ]) {
        expect(all).not.toContain(secret)
      }
    }))
})

describe('rights', () => {
  const statements = [
    `UPDATE audit.entries SET action = 'a.b'`,
    'DELETE FROM audit.entries',
    'TRUNCATE audit.entries',
    `UPDATE audit.links SET sequence = sequence + 1`,
    'DELETE FROM audit.links',
    'TRUNCATE audit.links',
    `UPDATE audit.checkpoints SET key_id = 'x'`,
    'DELETE FROM audit.checkpoints',
    'TRUNCATE audit.entries_default',
    'DELETE FROM audit.entries_default',
    `ALTER TABLE audit.entries DISABLE TRIGGER ALL`,
    'DROP TABLE audit.links',
  ]
  test('the api and worker roles cannot rewrite, empty or disarm', async () => {
    for (const sql of statements) {
      await expect(writer.query(sql), sql).rejects.toThrow(/permission denied|must be owner/)
      await expect(worker.query(sql), sql).rejects.toThrow(/permission denied|must be owner/)
    }
  })

  test('the api role may not even read the trail', async () => {
    await expect(writer.query('SELECT FROM audit.entries')).rejects.toThrow('permission denied')
    await expect(writer.query('SELECT FROM audit.unlinked')).rejects.toThrow('permission denied')
  })

  test('the owner is stopped by triggers', async () => {
    await fill(2)
    for (const sql of statements.slice(0, 10)) {
      await expect(owner.query(sql), sql).rejects.toThrow('the audit trail only grows')
    }
  })
})

describe('the chain', () => {
  test('links every row, signs the head, and verifies', async () => {
    await fill(25)
    const report = await verifyChain(reader, [key])
    expect(report).toMatchObject({ ok: true, head: { sequence: 25n } })
  })

  test('a row that commits late, with an id older than linked ones, is linked and not skipped', async () => {
    const late = openDb({ url: database.apiUrl, poolSize: 1, applicationName: 'late' })
    let commit: () => void = () => undefined
    const held = new Promise<void>((resolve) => (commit = resolve))
    let written = false
    const running = late.transaction(async (tx) => {
      await recordAudit(tx, { ...entry(0), subject: 'thing:late' })
      written = true
      await held
    })
    await until('the late row to be written', () => written)
    await fill(5)
    expect(await verifyChain(reader, [key])).toMatchObject({ ok: true, head: { sequence: 5n } })
    commit()
    await running
    await linkEntries(worker)
    const { rows } = await owner.query(`SELECT l.sequence FROM audit.links l
      JOIN audit.entries e USING (entry_id) WHERE e.subject = 'thing:late'`)
    expect(rows).toEqual([{ sequence: '6' }])
    expect(await verifyChain(reader, [key])).toMatchObject({ ok: true, head: { sequence: 6n } })
    await late.close()
  })

  test('two chainers at once: one links, no row twice, none lost', async () => {
    for (let index = 0; index < 40; index++) await writer.transaction((tx) => recordAudit(tx, entry(index)))
    await Promise.allSettled([linkEntries(worker), linkEntries(worker), linkEntries(worker)])
    await linkEntries(worker)
    expect(await verifyChain(reader, [key])).toMatchObject({ ok: true, head: { sequence: 40n } })
  })

  test('the worker links within a second and the checkpoint can be checked by anyone', () =>
    withApi(async (api) => {
      await api.startWorker()
      await api.member()
      const { rows } = await owner.query('SELECT count(*)::int AS count FROM audit.entries')
      await until('every row to be linked', async () => {
        const left = await owner.query('SELECT FROM audit.unlinked')
        return left.rowCount === 0
      })
      const lag =
        await owner.query(`SELECT max(extract(epoch FROM l.linked_at - e.recorded_at))::float8 AS lag
      FROM audit.links l JOIN audit.entries e USING (entry_id)`)
      expect(lag.rows[0].lag).toBeLessThan(timeLimit(1))
      const reply = await until('a checkpoint over them', async () => {
        const answer = await api.client().call('/audit/checkpoint')
        return answer.body.data.sequence === String(rows[0].count) && answer
      })
      const { sequence, head, signedAt, signature, publicKey } = reply.body.data
      const signer = createPublicKey({ key: Buffer.from(publicKey, 'base64'), format: 'der', type: 'spki' })
      const text = checkpointText({ sequence, head, signedAt })
      expect(verify(null, Buffer.from(text), signer, Buffer.from(signature, 'hex'))).toBe(true)
      expect(verify(null, Buffer.from(`${text} `), signer, Buffer.from(signature, 'hex'))).toBe(false)
    }))

  test('after a change of key both signatures hold for who knows both keys', async () => {
    await fill(3)
    const next = openSecrets(makeSecretsFile())
    await writer.transaction((tx) => recordAudit(tx, entry(3)))
    await linkEntries(worker)
    await signCheckpoint(worker, next, new Date())
    const newKey = next.auditKey().publicKey.export({ format: 'der', type: 'spki' })
    expect(await verifyChain(reader, [key, newKey])).toMatchObject({ ok: true, head: { sequence: 4n } })
    expect(await verifyChain(reader, [newKey])).toMatchObject({ ok: false })
  })

  test('before the first link the checkpoint is the empty chain', () =>
    withApi(async (api) => {
      const { body } = await api.client().call('/audit/checkpoint')
      expect(body.data).toMatchObject({ sequence: '0', head: '0'.repeat(64), signedAt: null, signature: '' })
    }))
})

describe('what a superuser changes is found', () => {
  const cases: [string, string, object][] = [
    [
      'an action',
      `UPDATE audit.entries SET action = 'test.other' WHERE subject = 'thing:3'`,
      { fault: 'altered', sequence: 4n },
    ],
    [
      'an actor',
      `UPDATE audit.entries SET actor = 'anonymous' WHERE subject = 'thing:3'`,
      { fault: 'altered', sequence: 4n },
    ],
    [
      'a subject',
      `UPDATE audit.entries SET subject = 'thing:x' WHERE subject = 'thing:3'`,
      { fault: 'altered', sequence: 4n },
    ],
    [
      'details',
      `UPDATE audit.entries SET details = '{}' WHERE subject = 'thing:3'`,
      { fault: 'altered', sequence: 4n },
    ],
    [
      'details by one space',
      `UPDATE audit.entries SET details = (details::text || ' ')::json WHERE subject = 'thing:3'`,
      { fault: 'altered', sequence: 4n },
    ],
    [
      'a request id',
      `UPDATE audit.entries SET request_id = 'request-0002' WHERE subject = 'thing:3'`,
      { fault: 'altered', sequence: 4n },
    ],
    [
      'an instant, in entry and link',
      `UPDATE audit.entries SET recorded_at = recorded_at + interval '1 microsecond' WHERE subject = 'thing:3';
       UPDATE audit.links l SET recorded_at = e.recorded_at FROM audit.entries e WHERE e.entry_id = l.entry_id`,
      { fault: 'altered', sequence: 4n },
    ],
    [
      'a removed entry',
      `DELETE FROM audit.entries WHERE subject = 'thing:3'`,
      { fault: 'entry-missing', sequence: 4n },
    ],
    [
      'a removed entry and link',
      `DELETE FROM audit.links WHERE sequence = 4; DELETE FROM audit.entries WHERE subject = 'thing:3'`,
      { fault: 'gap', sequence: 4n },
    ],
    [
      'the end cut off',
      `DELETE FROM audit.links WHERE sequence > 7; DELETE FROM audit.entries WHERE subject IN ('thing:7', 'thing:8', 'thing:9')`,
      { fault: 'cut-short', sequence: 7n },
    ],
    [
      'an entry taken out of the queue unlinked',
      `INSERT INTO audit.entries (entry_id, action, actor, subject, request_id, details)
       VALUES (gen_random_uuid(), 'test.quiet', 'system', 'x:1', 'r', '{}')`,
      { fault: 'entries-forgotten', count: 1n },
    ],
    [
      'a checkpoint',
      `UPDATE audit.checkpoints SET head = sha256('x')`,
      { fault: 'signature-wrong', sequence: 10n },
    ],
  ]
  test('each kind of change, and where', async () => {
    await fill(10)
    const asSuperuser: Tx = {
      query: async <Row>(text: string, values: readonly unknown[] = []) =>
        (await owner.query({ text, values: [...values], types: bigints })).rows as Row[],
    }
    for (const [name, sql, fault] of cases) {
      expect(await verifyChain(asSuperuser, [key]), `before ${name}`).toMatchObject({ ok: true })
      await owner.query('BEGIN')
      await tamper(sql)
      expect(await verifyChain(asSuperuser, [key]), name).toEqual({ ok: false, fault })
      await owner.query('ROLLBACK')
    }
  })

  test('a whole chain made anew does not carry our signature', async () => {
    await fill(10)
    await owner.query('BEGIN')
    await tamper(`DELETE FROM audit.links; DELETE FROM audit.checkpoints; DELETE FROM audit.entries WHERE subject = 'thing:3';
      INSERT INTO audit.unlinked SELECT entry_id, recorded_at FROM audit.entries`)
    await owner.query('COMMIT')
    await linkEntries(worker)
    await signCheckpoint(worker, openSecrets(makeSecretsFile()), new Date())
    expect(await verifyChain(reader, [key])).toEqual({
      ok: false,
      fault: { fault: 'signature-wrong', sequence: 9n },
    })
  })
})

test('verify-audit, run by anyone who may read, says whether the chain holds', async () => {
  await fill(5)
  const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))
  const run = () =>
    spawnSync(process.execPath, [main, 'verify-audit', key.toString('base64')], {
      encoding: 'utf8',
      env: { PATH: process.env.PATH, DATABASE_URL: database.readerUrl },
    })
  const whole = run()
  expect([whole.status, JSON.parse(whole.stdout)]).toMatchObject([0, { ok: true, head: { sequence: '5' } }])
  await owner.query('BEGIN')
  await tamper(`UPDATE audit.entries SET actor = 'anonymous' WHERE subject = 'thing:2'`)
  await owner.query('COMMIT')
  const broken = run()
  expect([broken.status, JSON.parse(broken.stdout)]).toEqual([
    1,
    { ok: false, fault: { fault: 'altered', sequence: '3' } },
  ])
})

test('partitions: made for the months ahead, protected like the first', async () => {
  await worker.query('SELECT audit.ensure_partitions(now(), 2)')
  const { rows } = await owner.query(`SELECT inhrelid::regclass::text AS name FROM pg_inherits
    WHERE inhparent = 'audit.entries'::regclass ORDER BY 1`)
  expect(rows).toHaveLength(4)
  await fill(1)
  const partition = (await owner.query('SELECT tableoid::regclass::text AS name FROM audit.entries')).rows[0]
    .name
  expect(partition).toMatch(/^audit\.entries_\d{4}_\d{2}$/)
  await expect(owner.query(`TRUNCATE ${partition}`)).rejects.toThrow('only grows')
  await expect(owner.query(`DELETE FROM ${partition}`)).rejects.toThrow('only grows')
  expect(await worker.query('SELECT audit.ensure_partitions(now(), 2) AS whole')).toEqual([{ whole: true }])
})
