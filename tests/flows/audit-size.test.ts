// Trees with many members: how long they take, how much they store, and that a path needs only a few of their blocks.

import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Asset, entry, houseAccounts, member, postMany, practiceGrant } from '@fairlot/ledger'
import { openTestDatabase, type TestDatabase } from '@fairlot/testkit'
import { buildAll, verifyTrees } from '../../apps/server/src/features/audit/index.ts'
import { readBalanceEvidence } from '../../apps/server/src/features/audit/trees/read-balance-evidence.ts'
import { type Db, openDb } from './support/open-db.ts'
import { leafHashNow, sha256Now } from '../../apps/server/src/features/audit/trees/hash.ts'
import { readPath } from '../../apps/server/src/features/audit/trees/read-path.ts'
import { beginSnapshot, newestTree } from '../../apps/server/src/features/audit/trees/store.ts'
import { writeTree } from '../../apps/server/src/features/audit/trees/write-tree.ts'
import { checkBalance, hex, merkleRoot, rootOfPath } from '../../packages/proof/src/index.ts'
import { writeEvidence } from './support/evidence.ts'
import { phoneTools } from './support/evidence-harness.ts'
import { testConfig } from './support/test-config.ts'
import { asOwner } from './support/post-as-owner.ts'

const prove = process.env.FAIRLOT_PROVE === '1'
const count = prove ? 10_000 : 400
const shares: Asset = 'stk:2330'
const date = '2026-11-17'

let database: TestDatabase
let worker: Db
let api: Db
let reader: Db
let owner: pg.Client
const members = Array.from({ length: count }, () => randomUUID())

beforeAll(async () => {
  database = await openTestDatabase()
  worker = openDb({
    url: database.workerUrl,
    poolSize: 2,
    applicationName: 'test',
    statementTimeoutMs: 60_000,
  })
  api = openDb({ url: database.apiUrl, poolSize: 2, applicationName: 'test' })
  reader = openDb({ url: database.readerUrl, poolSize: 2, applicationName: 'test', statementTimeoutMs: 0 })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  for (let from = 0; from < count; from += 500) {
    const entries = members.slice(from, from + 500).map((memberId, at) =>
      entry({ event: 'practice-grant', reference: memberId, key: `grant:${memberId}`, postedAt: new Date() })
        .move(1_000_000_000n + BigInt(at), practiceGrant('TWD'), member(memberId).available('TWD'))
        .move(BigInt(1_000 * (1 + (at % 7))), houseAccounts.issue(shares), member(memberId).available(shares))
        .done(),
    )
    await postMany(asOwner(owner), entries)
  }
}, 300_000)
afterAll(async () => {
  await Promise.all([worker.close(), api.close(), reader.close(), owner.end()])
  await database.close()
})

test('trees of many members verify and take little space', async () => {
  const { secrets } = testConfig(database)
  const key = secrets.auditKey().publicKey.export({ format: 'der', type: 'spki' })
  const began = performance.now()
  const built = await buildAll({ db: worker, secrets, now: new Date() }, date)
  const buildMs = Math.round(performance.now() - began)
  const leaves = built.reduce((sum, tree) => sum + tree.leaves, 0)
  expect(built.map(({ kind, asset }) => `${kind} ${asset}`.trim())).toEqual([
    'ledger-lines',
    'balances TWD',
    `balances ${shares}`,
  ])

  const asked = performance.now()
  const sample = members.filter((_, at) => at % Math.ceil(count / 50) === 0)
  for (const memberId of sample) {
    const { data } = await readBalanceEvidence(api, { memberId, asset: 'TWD', kind: 'balances' })
    const verdict = await checkBalance(phoneTools, memberId, { ...data, root: data.root! })
    expect(verdict).toMatchObject({ leaves: 'right', path: 'right', signature: 'right', control: 'right' })
    expect(verdict.sum.toString()).toBe(data.now)
  }
  const evidenceMs = Math.round(((performance.now() - asked) / sample.length) * 10) / 10

  const verifying = performance.now()
  expect(await verifyTrees(reader, [key])).toMatchObject({ ok: true, leaves })
  const verifyMs = Math.round(performance.now() - verifying)
  const { rows } = await owner.query(
    `SELECT (pg_total_relation_size('audit.tree_leaves') + pg_total_relation_size('audit.tree_nodes'))::int AS bytes`,
  )
  const figures = { members: count, leaves, buildMs, evidenceMs, verifyMs, bytes: rows[0].bytes }
  if (prove) writeEvidence('audit-trees', figures)
  else expect(rows[0].bytes / leaves).toBeLessThan(600)
}, 600_000)

test('verifyTrees reports a changed node', async () => {
  const { secrets } = testConfig(database)
  const key = secrets.auditKey().publicKey.export({ format: 'der', type: 'spki' })
  await buildAll({ db: worker, secrets, now: new Date() }, '2026-11-18')
  await owner.query('BEGIN; SET LOCAL session_replication_role = replica')
  await owner.query('DELETE FROM audit.trees WHERE date = $1', [date])
  await owner.query(
    `UPDATE audit.tree_nodes SET sum = sum + 1 WHERE n = 1 AND tree = (SELECT max(id) FROM audit.trees)`,
  )
  await owner.query('COMMIT')
  expect(await verifyTrees(reader, [key])).toMatchObject({
    ok: false,
    where: expect.stringContaining('balances of'),
    what: expect.stringContaining('node 1 at height 6'),
  })
}, 600_000)

test.each([1, 64, 65, 128, 129, 4_096, 4_097, 9_000])(
  'a tree of %i leaves in pages has a path for each',
  async (size) => {
    const { secrets } = testConfig(database)
    const bodies = Array.from({ length: size }, (_, n) => `leaf ${n}`)
    const leaves = bodies.map((body) => ({ subject: body, hash: leafHashNow(body), amount: 0n, body }))
    const pages = Array.from({ length: Math.ceil(size / 70) }, (_, n) => leaves.slice(n * 70, (n + 1) * 70))
    const list = { kind: 'draws', asset: `list of ${size}`, date, control: null } as const
    await worker.transaction(async (tx) =>
      writeTree(tx, secrets, new Date(), { ...list, asOf: await beginSnapshot(tx), leaves: pages }),
    )
    const tree = (await newestTree(api, 'draws', list.asset))!
    expect([tree.leaves, tree.root]).toEqual([
      size,
      hex(
        merkleRoot(
          sha256Now,
          leaves.map(({ hash }) => hash),
        ),
      ),
    ])
    for (const n of new Set([0, 1, 63, 64, 69, 70, 4_095, 4_096, size - 2, size - 1])) {
      if (n < 0 || n >= size) continue
      const path = await readPath(api, tree, n)
      expect(await rootOfPath(sha256Now, { size, n, leaf: hex(leaves[n]!.hash), path })).toBe(tree.root)
    }
    const { rows } = await owner.query(
      'SELECT height, count(*)::int AS nodes FROM audit.tree_nodes WHERE tree = $1 GROUP BY height ORDER BY height',
      [tree.id],
    )
    const stored = [6, 12].map((height) => ({ height, nodes: Math.ceil(size / 2 ** height) }))
    expect(rows).toEqual(stored.filter(({ nodes }) => nodes > 1))
  },
)
