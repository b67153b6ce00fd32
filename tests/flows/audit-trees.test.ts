// Evidence for fills and balances: built from real rows, checked as a phone does, checked by the stand-alone script, and
// found out when a superuser changes a row behind our back.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { entry, houseAccounts, lending, member, post } from '@fairlot/ledger'
import { openTestDatabase, seededRandom, type TestDatabase } from '@fairlot/testkit'
import { buildAll, keepTrees, verifyTrees } from '../../apps/server/src/features/audit/index.ts'
import type { Config } from '../../apps/server/src/platform/config.ts'
import { type Db, openDb } from '../../apps/server/src/platform/db.ts'
import {
  balanceFile,
  checkBalance,
  checkFill,
  fillFile,
  orderFile,
  type Tools,
  treeRootText,
  walkSteps,
} from '../../packages/proof/src/index.ts'
import { writeEvidence } from './support/evidence.ts'
import { startTestApi, type TestApi, type TestMember } from './support/start-test-api.ts'
import { testConfig, testEnvironment } from './support/test-config.ts'
import { counterparty, insertTrade, type TradedRow } from './support/traded-rows.ts'

const prove = process.env.FAIRLOT_PROVE === '1'
const date = '2026-11-17'
const script = fileURLToPath(new URL('../../scripts/verify-evidence.mjs', import.meta.url))
const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

/** What a browser has. */
const tools: Tools = {
  sha256: async (bytes) => new Uint8Array(await crypto.subtle.digest('SHA-256', bytes)),
  async signed(publicKey, text, signature) {
    const key = await crypto.subtle.importKey('spki', Buffer.from(publicKey, 'base64'), 'Ed25519', false, [
      'verify',
    ])
    return crypto.subtle.verify('Ed25519', key, Buffer.from(signature, 'base64'), Buffer.from(text))
  },
}

let database: TestDatabase
let config: Config
let api: TestApi
let owner: pg.Client
let worker: Db
let reader: Db
let ann: TestMember
let bob: TestMember
let fills: TradedRow[]
let key: Buffer
let folder: string

beforeAll(async () => {
  database = await openTestDatabase()
  config = testConfig(database)
  api = await startTestApi({ database, config })
  owner = new pg.Client({ connectionString: database.ownerUrl })
  await owner.connect()
  worker = openDb({ url: database.workerUrl, poolSize: 4, applicationName: 'test' })
  reader = openDb({ url: database.readerUrl, poolSize: 2, applicationName: 'test' })
  key = config.secrets.auditKey().publicKey.export({ format: 'der', type: 'spki' })
  folder = mkdtempSync(join(tmpdir(), 'fairlot-evidence-'))
  ann = await api.member()
  bob = await api.member()
  fills = []
  for (let event = 10; event < 20; event++) {
    const { memberId } = event % 2 === 0 ? ann : bob
    fills.push(await insertTrade(owner, worker, { memberId, event, date }))
  }
  fills.push(await insertTrade(owner, worker, { memberId: ann.memberId, event: 20, side: 'sell', date }))
  await lend(ann.memberId, 12_345_600n)
}, 120_000)

afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await Promise.all([owner.end(), worker.close(), reader.close(), api.stop()])
  await database.close()
})

/** A loan, so that there are debts. */
async function lend(memberId: string, amount: bigint): Promise<void> {
  const account = member(memberId)
  await worker.transaction((tx) =>
    post(
      tx,
      entry({
        event: 'test.lent',
        reference: 'loan',
        key: `loan:${memberId}:${amount}`,
        postedAt: new Date(),
      })
        .move(amount, houseAccounts.capital('TWD'), lending.available('TWD'))
        .move(amount, lending.available('TWD'), account.available('TWD'))
        .move(amount, account.loan('TWD'), lending.lent('TWD'))
        .done(),
    ),
  )
}

const builder = (now = new Date()) => ({ db: worker, secrets: config.secrets, now })
const evidenceOf = async (who: TestMember, fillId: string) =>
  (await who.client.call('/audit/fillEvidence', { fillId })).body
const balanceOf = async (who: TestMember, asset: string, kind = 'balances') =>
  (await who.client.call('/audit/balanceEvidence', { asset, kind })).body.data

function standAlone(name: string, text: string): { ok: boolean; said: string } {
  const file = join(folder, name)
  writeFileSync(file, text)
  const run = spawnSync(process.execPath, [script, file, '--key', key.toString('base64')], {
    encoding: 'utf8',
  })
  return { ok: run.status === 0, said: run.stdout + run.stderr }
}

describe('before the day has a tree', () => {
  test('a fill has its evidence and says that no tree holds it yet', async () => {
    const { data } = await evidenceOf(ann, fills[0]!.fillId)
    expect(data.proof).toBeNull()
    expect(await checkFill(tools, fills[0]!.fillId, data)).toEqual({
      hash: 'right',
      path: 'absent',
      signature: 'absent',
      receipt: 'absent',
    })
    const body = JSON.parse(data.body)
    expect(body).toMatchObject({
      v: 'fairlot fill v1',
      price: 60_000,
      quantity: 1_000,
      sequence: '20',
      event: '10',
    })
    expect(body.asks).toEqual([[60_000, 2_000]])
    expect(body.step.n).toBe(4)
    expect(body.costs).toEqual([{ what: 'fee', amount: '85500', rule: 'fee.brokerage' }])
    const sale = JSON.parse((await evidenceOf(ann, '0/20/sell')).data.body)
    expect(sale.costs.at(-1)).toEqual({ what: 'tax', amount: '180000', rule: 'tax.stock' })
  })

  test('a balance says so too', async () => {
    expect(await balanceOf(ann, 'TWD')).toMatchObject({ root: null, leaves: [], control: null })
  })
})

describe('with the trees of the day', () => {
  beforeAll(async () => {
    const built = await buildAll(builder(), date)
    expect(built.map(({ kind, asset }) => `${kind} ${asset}`.trim())).toEqual([
      'fills',
      'orders',
      'ledger-lines',
      'balances TWD',
      'balances stk:2330',
      'debts TWD',
    ])
  })

  test('roots are listed with signatures anyone can check', async () => {
    const { body } = await api.client().call('/audit/roots', {})
    expect(body.data.roots).toHaveLength(6)
    expect(body.data.next).toBeNull()
    for (const root of body.data.roots) {
      expect(await tools.signed(root.publicKey, treeRootText(root), root.signature)).toBe(true)
      expect(root.publicKey).toBe(key.toString('base64'))
    }
    const one = await api.client().call('/audit/roots', { kind: 'balances', asset: 'stk:2330' })
    expect(one.body.data.roots).toMatchObject([{ kind: 'balances', asset: 'stk:2330', total: '9000' }])
    expect((await api.client().call('/audit/roots', { before: 'x' })).body.msg).toBe('input.invalid')
  })

  test('every fill is checked on the phone and by the script, to the same end', async () => {
    for (const [index, { fillId, memberId }] of fills.entries()) {
      const { data } = await evidenceOf(memberId === ann.memberId ? ann : bob, fillId)
      expect(await checkFill(tools, fillId, data)).toEqual({
        hash: 'right',
        path: 'right',
        signature: 'right',
        receipt: 'right',
      })
      const { ok, said } = standAlone(`fill-${index}.json`, fillFile(fillId, data))
      expect(ok, said).toBe(true)
      expect(said).toContain('the receipt of the order is signed')
    }
  })

  test("a stranger's fill answers like one that does not exist", async () => {
    const own = await evidenceOf(bob, fills[0]!.fillId)
    const none = await evidenceOf(bob, '0/999999/buy')
    expect(own).toEqual({ ...none, requestId: expect.any(String) })
    expect(own.msg).toBe('order.not-found')
    for (const fillId of ['', '0/10', '0/10/hold', "0/10/buy'", '99999/1/buy', `0/${'9'.repeat(19)}/buy`]) {
      expect((await evidenceOf(ann, fillId)).msg).toBe('order.not-found')
    }
  })

  test('nobody learns who stood on the other side', async () => {
    const text = JSON.stringify(await evidenceOf(ann, fills[0]!.fillId))
    expect(text).not.toContain(counterparty)
    expect(text).not.toContain(bob.memberId)
  })

  test('both members find themselves in the total', async () => {
    let sum = 0n
    for (const who of [ann, bob]) {
      const data = await balanceOf(who, 'TWD')
      const verdict = await checkBalance(tools, who.memberId, data)
      expect(verdict).toMatchObject({ leaves: 'right', path: 'right', signature: 'right', control: 'right' })
      expect(verdict.sum.toString()).toBe(data.now)
      expect(data.linesSince).toBe(0)
      sum += verdict.sum
      const { ok, said } = standAlone('balance.json', balanceFile(who.memberId, data))
      expect(ok, said).toBe(true)
      expect(said).toContain(`your leaves come to ${verdict.sum} TWD`)
    }
    const { root, control } = await balanceOf(ann, 'TWD')
    expect(root.total).toBe(sum.toString())
    expect(control).toBe(root.total)
  })

  test('shares and debts have trees of their own', async () => {
    const shares = await balanceOf(bob, 'stk:2330')
    expect((await checkBalance(tools, bob.memberId, shares)).sum).toBe(5_000n)
    const debts = await balanceOf(ann, 'TWD', 'debts')
    const verdict = await checkBalance(tools, ann.memberId, debts)
    expect(verdict).toMatchObject({ leaves: 'right', path: 'right', sum: 12_345_600n })
    expect(debts.now).toBe('12345600')
    expect((await balanceOf(bob, 'TWD', 'debts')).leaves).toEqual([])
  })

  test("another member's leaf is not taken for one's own", async () => {
    const data = await balanceOf(ann, 'TWD')
    expect(await checkBalance(tools, bob.memberId, data)).toMatchObject({ leaves: 'wrong' })
    expect(standAlone('other.json', balanceFile(bob.memberId, data)).ok).toBe(false)
  })

  test('what came after the tree is counted, and the next part has it', async () => {
    await insertTrade(owner, worker, { memberId: ann.memberId, event: 30, date }).then((row) =>
      fills.push(row),
    )
    const before = await balanceOf(ann, 'TWD')
    expect(before.linesSince).toBe(2)
    expect((await checkBalance(tools, ann.memberId, before)).sum.toString()).not.toBe(before.now)
    const built = await buildAll(builder(), date)
    expect(built.filter(({ kind }) => kind === 'fills')).toMatchObject([{ part: 2, leaves: 1 }])
    expect(built.find(({ kind }) => kind === 'ledger-lines')).toMatchObject({ part: 2, leaves: 6 })
    const after = await balanceOf(ann, 'TWD')
    expect(after.root.part).toBe(2)
    expect((await checkBalance(tools, ann.memberId, after)).sum.toString()).toBe(after.now)
    const { data } = await evidenceOf(ann, '0/30/buy')
    expect(await checkFill(tools, '0/30/buy', data)).toEqual({
      hash: 'right',
      path: 'right',
      signature: 'right',
      receipt: 'right',
    })
  })

  test('building again finds nothing new but balances', async () => {
    const built = await buildAll(builder(), date)
    expect(built.map(({ kind }) => kind)).toEqual(['balances', 'balances', 'debts'])
  })

  test('two builders at once leave one tree', async () => {
    await insertTrade(owner, worker, { memberId: bob.memberId, event: 32, date })
    const both = await Promise.allSettled([buildAll(builder(), date), buildAll(builder(), date)])
    expect(both.some(({ status }) => status === 'fulfilled')).toBe(true)
    const { rows } = await owner.query(
      `SELECT count(*)::int AS count FROM audit.tree_leaves l JOIN audit.trees t ON t.id = l.tree
       WHERE t.kind = 'fills' AND l.subject = '0/32/buy'`,
    )
    expect(rows[0].count).toBe(1)
  })

  test('the whole database verifies, by a reading role', async () => {
    expect(await verifyTrees(reader, [key])).toMatchObject({ ok: true, orders: 13 })
  })

  test('the timeline of an order is checked alike', async () => {
    const { orderId } = fills[0]!
    const { rows } = await owner.query(
      `SELECT n, at, what, who, data::text AS data, encode(hash, 'hex') AS hash FROM app.order_steps
       WHERE order_id = $1 ORDER BY n`,
      [orderId],
    )
    const steps = rows.map((row) => ({ ...row, at: row.at.toISOString() }))
    expect(await walkSteps(tools.sha256, orderId, steps)).toMatchObject({ sequence: 4n })
    expect(standAlone('order.json', orderFile(orderId, steps)).ok).toBe(true)
    for (const n of steps.keys()) {
      const bent = steps.with(n, { ...steps[n], who: 'rule' })
      expect(await walkSteps(tools.sha256, orderId, bent)).toEqual({
        fault: 'altered',
        sequence: BigInt(n + 1),
      })
      expect(standAlone('order.json', orderFile(orderId, bent)).ok).toBe(false)
    }
  })

  test('phone and script agree on every bent file', async () => {
    const { data } = await evidenceOf(ann, fills[0]!.fillId)
    const balance = await balanceOf(ann, 'TWD')
    const random = seededRandom(4)
    const vectors = prove ? 200 : 24
    for (let at = 0; at < vectors; at++) {
      const bent = bend(at % 2 === 0 ? data : balance, random)
      if (at % 2 === 0) {
        const verdict = await checkFill(tools, fills[0]!.fillId, bent).catch(() => ({ hash: 'wrong' }))
        expect(Object.values(verdict)).toContain('wrong')
        expect(standAlone('bent.json', fillFile(fills[0]!.fillId, bent)).ok).toBe(false)
      } else {
        const verdict = await checkBalance(tools, ann.memberId, bent).catch(() => ({ leaves: 'wrong' }))
        expect(Object.values(verdict), JSON.stringify(bent)).toContain('wrong')
        expect(standAlone('bent.json', balanceFile(ann.memberId, bent)).ok).toBe(false)
      }
    }
  }, 120_000)
})

/** A copy with one character of one text that is hashed or signed changed. */
function bend<Value>(value: Value, random: () => number): Value {
  const copy = structuredClone(value)
  const places: [Record<string, unknown>, string][] = []
  const visit = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    for (const [name, inner] of Object.entries(node)) {
      if (['lines', 'now', 'linesSince', 'keyId', 'publicKey', 'control'].includes(name)) continue
      if (name === 'sum' && inner === '0') continue
      if (typeof inner === 'string' && inner !== '' && name !== 'side') places.push([node as never, name])
      visit(inner)
    }
  }
  visit(copy)
  const [node, name] = places[Math.floor(random() * places.length)]!
  const text = node[name] as string
  const at = Math.floor(random() * (text.length - (name === 'signature' ? 3 : 0)))
  const other = text[at] === '1' ? '2' : '1'
  node[name] = text.slice(0, at) + other + text.slice(at + 1)
  return copy
}

describe('what a superuser changes behind our back', () => {
  interface Tamper {
    readonly what: string
    readonly sql: string
    readonly where: RegExp
  }
  const tampers: readonly Tamper[] = [
    {
      what: 'the amount of a ledger line, and of the one against it',
      sql: `UPDATE ledger.lines SET amount = amount + CASE WHEN amount > 0 THEN 1 ELSE -1 END WHERE entry_id =
        (SELECT entry_id FROM app.fills WHERE event = 11) AND asset = 'TWD'`,
      where: /^(fill 0\/11\/buy|ledger line .+)$/,
    },
    {
      what: 'a line of an entry no fill has',
      sql: `UPDATE ledger.lines SET balance_after = balance_after + 1 WHERE (entry_id, line_no) =
        (SELECT e.id, 2 FROM ledger.entries e WHERE e.event = 'practice-grant' LIMIT 1)`,
      where: /^ledger line .+\.2$/,
    },
    {
      what: 'the account a line is on',
      sql: `UPDATE ledger.lines SET account_id = (SELECT id FROM ledger.accounts WHERE owner_kind = 'house' LIMIT 1)
        WHERE (entry_id, line_no) = (SELECT e.id, 1 FROM ledger.entries e WHERE e.event = 'practice-grant' LIMIT 1)`,
      where: /^ledger line .+\.1$/,
    },
    {
      what: 'the event of an entry',
      sql: `UPDATE ledger.entries SET event = 'gift' WHERE event = 'test.lent'`,
      where: /^ledger line /,
    },
    {
      what: 'a ledger line that is taken out',
      sql: `DELETE FROM ledger.lines WHERE (entry_id, line_no) =
        (SELECT e.id, 1 FROM ledger.entries e WHERE e.event = 'practice-grant' LIMIT 1)`,
      where: /^ledger line .+\.1$/,
    },
    {
      what: 'the price of a fill',
      sql: `UPDATE app.fills SET price = price - 50 WHERE event = 12`,
      where: /^fill 0\/12\/buy$/,
    },
    {
      what: 'the price of a fill and of the trade in the log',
      sql: `UPDATE app.fills SET price = price - 50 WHERE event = 12;
        UPDATE exchange.events SET body = replace(body, '"price":60000', '"price":59950') WHERE event = 12`,
      where: /^fill 0\/12\/buy$/,
    },
    {
      what: 'the book in a fill and in the log',
      sql: `UPDATE app.fills SET book = replace(book::text, '2000', '9000')::json WHERE event = 14;
        UPDATE exchange.events SET body = replace(body, '[60000,2000]', '[60000,9000]') WHERE event = 14`,
      where: /^fill 0\/14\/buy$/,
    },
    {
      what: 'a fill that is taken out',
      sql: `DELETE FROM app.fills WHERE event = 13`,
      where: /^fill 0\/13\/buy$/,
    },
    {
      what: 'the order behind a fill',
      sql: `UPDATE app.orders SET price = 61000 WHERE id = (SELECT order_id FROM app.fills WHERE event = 15)`,
      where: /^fill 0\/15\/buy$/,
    },
    {
      what: 'a step of a timeline',
      sql: `UPDATE app.order_steps SET who = 'rule' WHERE n = 2 AND order_id = (SELECT order_id FROM app.fills WHERE event = 16)`,
      where: /^order .+, step 2$/,
    },
    {
      what: 'a step, with every hash after it made anew',
      sql: `UPDATE app.order_steps SET hash = decode(repeat('cd', 32), 'hex') WHERE n = 4
          AND order_id = (SELECT order_id FROM app.fills WHERE event = 16);
        UPDATE app.orders SET steps_hash = decode(repeat('cd', 32), 'hex')
          WHERE id = (SELECT order_id FROM app.fills WHERE event = 16)`,
      where: /^fill 0\/16\/buy$/,
    },
    {
      what: 'how an order ended',
      sql: `UPDATE app.orders SET reason = 'asked' WHERE id = (SELECT order_id FROM app.fills WHERE event = 17)`,
      where: /^order /,
    },
    {
      what: 'the text of a leaf',
      sql: `UPDATE audit.tree_leaves SET body = replace(body, '60000', '59950') WHERE subject = '0/18/buy'`,
      where: /^fill 0\/18\/buy$/,
    },
    {
      what: 'the hash of a leaf',
      sql: `UPDATE audit.tree_leaves SET hash = decode(repeat('ee', 32), 'hex') WHERE subject = '0/18/buy'`,
      where: /^tree \d+ \(fills 2026-11-17, part 1\), leaf \d+$/,
    },
    {
      what: 'the amount of a balance leaf',
      sql: `UPDATE audit.tree_leaves SET amount = amount + 1 WHERE (tree, n) =
        (SELECT min(id), 0 FROM audit.trees WHERE kind = 'balances')`,
      where: /^tree \d+ \(balances of TWD 2026-11-17, part 1\), member /,
    },
    {
      what: 'a leaf that is taken out',
      sql: `DELETE FROM audit.tree_leaves WHERE (tree, n) = (SELECT min(id), 1 FROM audit.trees WHERE kind = 'balances')`,
      where: /^tree \d+ \(balances/,
    },
    {
      what: 'the root of a tree',
      sql: `UPDATE audit.trees SET root = decode(repeat('ee', 32), 'hex') WHERE kind = 'orders' AND part = 1`,
      where: /^tree \d+ \(orders/,
    },
    {
      what: 'the total of a tree, with its control sum',
      sql: `UPDATE audit.trees SET total = total - 1, control = control - 1 WHERE kind = 'debts' AND part = 1`,
      where: /^tree \d+ \(debts/,
    },
    {
      what: 'a signature',
      sql: `UPDATE audit.trees SET signature = decode(repeat('ee', 64), 'hex') WHERE kind = 'ledger-lines' AND part = 2`,
      where: /^tree \d+ \(ledger-lines/,
    },
    {
      what: 'a fill put in afterwards on a day that is proven',
      sql: `INSERT INTO app.fills SELECT shard, event + 1000, side, order_id, position_id, member_id, symbol, price, quantity,
          fee, tax, borrow_fee, realised, sequence, decided_by, book, traded_at, '2026-11-10', settles_on, entry_id, settled_at
        FROM app.fills WHERE event = 10`,
      where: /^fill 0\/1010\/buy$/,
    },
  ]

  /** Tampers inside a transaction that is never committed, and verifies in it. */
  async function verdictAfter(sql: string) {
    const bigints = new pg.TypeOverrides()
    bigints.setTypeParser(20, (text) => BigInt(text))
    const client = new pg.Client({ connectionString: database.ownerUrl, types: bigints })
    await client.connect()
    try {
      await client.query('BEGIN; SET LOCAL session_replication_role = replica')
      await client.query(sql)
      const tx = {
        query: async (text: string, values: readonly unknown[] = []) =>
          text.startsWith('SET TRANSACTION') ? [] : (await client.query(text, [...values])).rows,
      }
      const db = { transaction: (run: (tx: never) => unknown) => run(tx as never) } as unknown as Db
      return await verifyTrees(db, [key])
    } finally {
      await client.query('ROLLBACK')
      await client.end()
    }
  }

  test.each(tampers)('$what is found and named', async ({ sql, where }) => {
    const report = await verdictAfter(sql)
    expect(report.ok).toBe(false)
    expect(report).toMatchObject({ where: expect.stringMatching(where) })
  })

  test('a key nobody trusts signs nothing', async () => {
    const other = testConfig(database).secrets.auditKey().publicKey.export({ format: 'der', type: 'spki' })
    expect(await verifyTrees(reader, [other])).toMatchObject({
      ok: false,
      what: expect.stringContaining('not signed'),
    })
  })

  test('random changes are all found', async () => {
    const random = seededRandom(11)
    const count = prove ? 200 : 12
    const pick = (list: readonly string[]): string => list[Math.floor(random() * list.length)]!
    const oneOf = (table: string): string =>
      `ctid = (SELECT ctid FROM ${table} ORDER BY md5(ctid::text || ${Math.floor(random() * 1e9)}) LIMIT 1)`
    const changes: (() => string)[] = [
      () =>
        `UPDATE ledger.lines l SET ${pick(['amount = amount + 7', "posted_at = posted_at + interval '1 second'", 'line_no = line_no + 50', "asset = 'USD'"])}
         WHERE (entry_id, line_no) = (SELECT entry_id, line_no FROM ledger.lines ORDER BY md5(entry_id::text || line_no || ${random()}) LIMIT 1)`,
      () =>
        `UPDATE app.fills SET ${pick(['price = price + 1', 'quantity = quantity + 1', 'fee = fee + 1', 'sequence = sequence + 1', "traded_at = traded_at - interval '1 ms'", "decided_by = 'auction'", 'member_id = gen_random_uuid()'])} WHERE ${oneOf('app.fills')}`,
      () =>
        `UPDATE audit.tree_leaves SET ${pick(['hash = sha256(hash)', 'n = n + 100000', "body = body || ' '", "subject = subject || '0'"])} WHERE ${oneOf("audit.tree_leaves WHERE body <> ''")}`,
      () =>
        `UPDATE app.order_steps SET ${pick(["at = at + interval '1 ms'", "what = 'reduced'", "data = '{}'", 'hash = sha256(hash)', 'n = n + 10'])} WHERE ${oneOf('app.order_steps')}`,
      () =>
        `UPDATE audit.trees SET ${pick(['signature = sha512(signature)', 'root = sha256(root)', 'leaves = leaves + 1', "built_at = built_at + interval '1 ms'", 'date = date + 1', "as_of = '1:1:'"])} WHERE ${oneOf('audit.trees')}`,
    ]
    let found = 0
    for (let at = 0; at < count; at++) {
      const sql = changes[at % 5]!()
      const report = await verdictAfter(sql)
      expect(report.ok, sql).toBe(false)
      found += 1
    }
    if (prove) writeEvidence('tampering', { changes: count, found })
  }, 600_000)
})

describe('no root over books that disagree', () => {
  test('a balance row that is not what its lines make is refused', async () => {
    const before = await owner.query('SELECT count(*)::int AS count FROM audit.trees')
    const change = (by: number): Promise<unknown> =>
      owner.query(
        `UPDATE ledger.balances SET balance = balance + ${by} WHERE account_id = ledger.account_id('member/${ann.memberId}/TWD/available')`,
      )
    await change(1)
    await expect(buildAll(builder(), date)).rejects.toThrow("the ledger's totals say")
    await change(-1)
    expect((await owner.query('SELECT count(*)::int AS count FROM audit.trees')).rows).toEqual(before.rows)
  })

  test('a fill the log does not know is refused', async () => {
    await owner.query('BEGIN; SET LOCAL session_replication_role = replica')
    await owner.query(`INSERT INTO app.fills SELECT shard, 5000, side, order_id, position_id, member_id, symbol, price, quantity, fee,
      tax, borrow_fee, realised, sequence, decided_by, book, traded_at, date, settles_on, entry_id, settled_at
      FROM app.fills WHERE event = 10`)
    await owner.query('COMMIT')
    await expect(buildAll(builder(), date)).rejects.toThrow('fill 0/5000/buy: the log has no such trade')
    await owner.query('DELETE FROM app.fills WHERE event = 5000')
  })
})

describe('rights', () => {
  test('no role can change a tree, and the api cannot make one or read the whole ledger', async () => {
    const roles = [
      [database.apiUrl, `INSERT INTO audit.trees (kind) VALUES ('fills')`],
      [database.apiUrl, `SELECT ledger.lines_written(NULL, pg_current_snapshot())`],
      [database.apiUrl, `SELECT ledger.member_sums()`],
      [database.workerUrl, `UPDATE audit.trees SET total = 0`],
      [database.workerUrl, `DELETE FROM audit.tree_leaves`],
      [database.workerUrl, `SELECT ledger.member_sums_at(pg_current_snapshot())`],
    ] as const
    for (const [url, sql] of roles) {
      const client = new pg.Client({ connectionString: url })
      await client.connect()
      await expect(client.query(sql), sql).rejects.toThrow('permission denied')
      await client.end()
    }
    await expect(owner.query('UPDATE audit.trees SET part = part')).rejects.toThrow('only grows')
    await expect(owner.query('TRUNCATE audit.tree_nodes')).rejects.toThrow('only grows')
  })
})

describe('the worker', () => {
  test('builds balances at once, and what a day brought when it is over', async () => {
    const own = await openTestDatabase()
    const settings = testConfig(own)
    const its = await startTestApi({ database: own, config: settings })
    const itsOwner = new pg.Client({ connectionString: own.ownerUrl })
    await itsOwner.connect()
    const itsWorker = openDb({ url: own.workerUrl, poolSize: 4, applicationName: 'test' })
    const deps = { db: itsWorker, secrets: settings.secrets, calendar: 'practice' as const, often: false }
    const kinds = async (): Promise<string[]> =>
      (
        await itsOwner.query(`SELECT kind || ' ' || date || ' ' || part AS name FROM audit.trees ORDER BY id`)
      ).rows.map(({ name }) => name)
    try {
      // 12:00 in Taipei of the 17th; nobody is there yet.
      const noon = new Date('2026-11-17T04:00:00Z')
      expect(await keepTrees(deps, noon)).toBe(0)
      const { memberId } = await its.member()
      expect(await keepTrees(deps, noon)).toBe(1)
      expect(await kinds()).toEqual(['balances 2026-11-17 1'])
      await insertTrade(itsOwner, itsWorker, { memberId, event: 10, date })
      expect(await keepTrees(deps, new Date('2026-11-17T05:00:00Z'))).toBe(0)
      // 05:03 of the 18th: the day is over.
      const morning = new Date('2026-11-17T21:03:00Z')
      await keepTrees(deps, morning)
      expect(await kinds()).toEqual([
        'balances 2026-11-17 1',
        'balances 2026-11-18 1',
        'balances 2026-11-18 1',
        'ledger-lines 2026-11-17 1',
        'fills 2026-11-17 1',
        'orders 2026-11-17 1',
      ])
      expect(await keepTrees(deps, morning)).toBe(0)
      // A practice installation does not make a visitor wait for tomorrow.
      await insertTrade(itsOwner, itsWorker, { memberId, event: 11, date: '2026-11-18' })
      const later = new Date('2026-11-17T23:03:00Z')
      expect(await keepTrees({ ...deps, often: true }, later)).toBe(5)
      expect((await kinds()).slice(-5)).toEqual([
        'balances 2026-11-18 2',
        'balances 2026-11-18 2',
        'ledger-lines 2026-11-18 1',
        'fills 2026-11-18 1',
        'orders 2026-11-18 1',
      ])
    } finally {
      await Promise.all([itsOwner.end(), itsWorker.close()])
      await its.stop()
      await own.close()
    }
  }, 60_000)

  test('and the commands do the same by hand', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [main, ...args], {
        encoding: 'utf8',
        env: {
          ...process.env,
          ...testEnvironment(database),
          DATABASE_URL: database.workerUrl,
        },
      })
    const built = run('build-trees', date)
    expect(built.stdout + built.stderr).toContain('balances TWD, part ')
    expect(run('build-trees', 'today').stderr).toContain('is not like 2026-11-17')
  }, 60_000)
})
