// Evidence for fills and balances: built from rows, checked as a phone does and by the stand-alone script.

import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTestDatabase, seededRandom } from '@fairlot/testkit'
import { buildAll, keepTrees, signReceipts, verifyTrees } from '../../apps/server/src/features/audit/index.ts'
import { openDb } from './support/open-db.ts'
import { readClosures } from '../../apps/server/src/features/calendar/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import {
  balanceFile,
  checkBalance,
  checkFill,
  fillFile,
  orderFile,
  type TakenOrder,
  treeRootText,
  walkSteps,
} from '../../packages/proof/src/index.ts'
import {
  harnessDate as date,
  type EvidenceHarness,
  openEvidenceHarness,
  phoneTools as tools,
} from './support/evidence-harness.ts'
import { startTestApi, type TestMember } from './support/start-test-api.ts'
import { testConfig, testEnvironment } from './support/test-config.ts'
import { counterparty, insertTrade } from './support/traded-rows.ts'

const prove = process.env.FAIRLOT_PROVE === '1'
const main = fileURLToPath(new URL('../../apps/server/src/main.ts', import.meta.url))

let harness: EvidenceHarness
let ann: TestMember
let bob: TestMember
let owner: pg.Client
beforeAll(async () => {
  harness = await openEvidenceHarness()
  ;({ ann, bob, owner } = harness)
})
afterAll(() => harness.close())

const evidenceOf = async (who: TestMember, fillId: string) =>
  (await who.client.call('/audit/fillEvidence', { fillId })).body
const balanceOf = async (who: TestMember, asset: string, kind = 'balances') =>
  (await who.client.call('/audit/balanceEvidence', { asset, kind })).body.data

describe('before the day has a tree', () => {
  test('the evidence of a fill has no tree proof yet', async () => {
    const { data } = await evidenceOf(ann, harness.fills[0]!.fillId)
    expect(data.proof).toBeNull()
    expect(await checkFill(tools, harness.fills[0]!.fillId, data)).toEqual({
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

  test('the evidence of a balance has no tree root yet', async () => {
    expect(await balanceOf(ann, 'TWD')).toMatchObject({ root: null, leaves: [], control: null })
  })
})

describe('with the trees of the day', () => {
  beforeAll(async () => {
    const built = await buildAll(harness.builder(), date)
    expect(built.map(({ kind, asset }) => `${kind} ${asset}`.trim())).toEqual([
      'fills',
      'orders',
      'ledger-lines',
      'balances TWD',
      'balances stk:2330',
      'debts TWD',
    ])
  })

  test('anyone can list the roots and check their signatures', async () => {
    const { body } = await harness.api.client().call('/audit/roots', {})
    expect(body.data.roots).toHaveLength(6)
    expect(body.data.next).toBeNull()
    for (const root of body.data.roots) {
      expect(await tools.signed(root.publicKey, treeRootText(root), root.signature)).toBe(true)
      expect(root.publicKey).toBe(harness.key.toString('base64'))
    }
    const one = await harness.api.client().call('/audit/roots', { kind: 'balances', asset: 'stk:2330' })
    expect(one.body.data.roots).toMatchObject([{ kind: 'balances', asset: 'stk:2330', total: '9000' }])
    expect((await harness.api.client().call('/audit/roots', { before: 'x' })).body.msg).toBe('input.invalid')
  })

  test('phone and script verify every fill', async () => {
    for (const { fillId, memberId } of harness.fills) {
      const { data } = await evidenceOf(memberId === ann.memberId ? ann : bob, fillId)
      expect(await checkFill(tools, fillId, data)).toEqual({
        hash: 'right',
        path: 'right',
        signature: 'right',
        receipt: 'right',
      })
      const { ok, said } = harness.standAlone(fillFile(fillId, data))
      expect(ok, said).toBe(true)
      expect(said).toContain('the receipt of the order is signed')
    }
  })

  test('phone and script verify a receipt that was signed with others', async () => {
    const { fillId, memberId } = harness.fills[2]!
    const { data } = await evidenceOf(memberId === ann.memberId ? ann : bob, fillId)
    const { secrets } = harness.config
    for (const size of [2, 5, 64]) {
      const taken = takenFrom(data.receipt.text)
      const orders = Array.from({ length: size }, (_, n) => (n === 1 ? taken : { ...taken, id: newId() }))
      const receipts = signReceipts(secrets, orders)
      const receipt = receipts[1]!
      expect([receipt.text, receipt.batch!.size]).toEqual([data.receipt.text, size])
      expect(new Set(receipts.map(({ signature }) => signature)).size).toBe(1)
      expect((await checkFill(tools, fillId, { ...data, receipt })).receipt).toBe('right')
      const { ok, said } = harness.standAlone(fillFile(fillId, { ...data, receipt }))
      expect(ok, said).toBe(true)
      const { batch } = receipt
      const bent = [
        { ...receipt, batch: { ...batch!, n: 0 } },
        { ...receipt, batch: { ...batch!, size: size + 1 } },
        { ...receipt, batch: { ...batch!, path: receipts[0]!.batch!.path } },
        { ...receipt, batch: { ...batch!, path: [] } },
        { text: receipt.text, keyId: receipt.keyId, signature: receipt.signature },
        { ...data.receipt, batch },
      ]
      for (const wrong of bent) {
        expect((await checkFill(tools, fillId, { ...data, receipt: wrong })).receipt).toBe('wrong')
        expect(harness.standAlone(fillFile(fillId, { ...data, receipt: wrong })).ok).toBe(false)
      }
    }
  })

  test("another member's fill is answered as not found", async () => {
    const own = await evidenceOf(bob, harness.fills[0]!.fillId)
    const none = await evidenceOf(bob, '0/999999/buy')
    expect(own).toEqual({ ...none, requestId: expect.any(String) })
    expect(own.msg).toBe('order.not-found')
    for (const fillId of ['', '0/10', '0/10/hold', "0/10/buy'", '99999/1/buy', `0/${'9'.repeat(19)}/buy`]) {
      expect((await evidenceOf(ann, fillId)).msg).toBe('order.not-found')
    }
  })

  test('the evidence of a fill does not name the counterparty', async () => {
    const text = JSON.stringify(await evidenceOf(ann, harness.fills[0]!.fillId))
    expect(text).not.toContain(counterparty)
    expect(text).not.toContain(bob.memberId)
  })

  test('both members verify their balances within the signed total', async () => {
    let sum = 0n
    for (const who of [ann, bob]) {
      const data = await balanceOf(who, 'TWD')
      const verdict = await checkBalance(tools, who.memberId, data)
      expect(verdict).toMatchObject({ leaves: 'right', path: 'right', signature: 'right', control: 'right' })
      expect(verdict.sum.toString()).toBe(data.now)
      expect(data.linesSince).toBe(0)
      sum += verdict.sum
      const { ok, said } = harness.standAlone(balanceFile(who.memberId, data))
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

  test('a balance proof fails for another member', async () => {
    const data = await balanceOf(ann, 'TWD')
    expect(await checkBalance(tools, bob.memberId, data)).toMatchObject({ leaves: 'wrong' })
    expect(harness.standAlone(balanceFile(bob.memberId, data)).ok).toBe(false)
  })

  test('trades after a tree are proven in its next part', async () => {
    await harness.trade(ann, 30)
    const before = await balanceOf(ann, 'TWD')
    expect(before.linesSince).toBe(2)
    expect((await checkBalance(tools, ann.memberId, before)).sum.toString()).not.toBe(before.now)
    const built = await buildAll(harness.builder(), date)
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

  test('building again adds only balance and debt trees', async () => {
    const built = await buildAll(harness.builder(), date)
    expect(built.map(({ kind }) => kind)).toEqual(['balances', 'balances', 'debts'])
  })

  test('two builders at once leave one tree', async () => {
    await harness.trade(bob, 32)
    const both = await Promise.all([buildAll(harness.builder(), date), buildAll(harness.builder(), date)])
    expect(both.flat().filter(({ kind }) => kind === 'fills')).toMatchObject([{ leaves: 1 }])
    const { rows } = await owner.query(
      `SELECT count(*)::int AS count FROM audit.tree_leaves l JOIN audit.trees t ON t.id = l.tree
       WHERE t.kind = 'fills' AND l.subject = '0/32/buy'`,
    )
    expect(rows[0].count).toBe(1)
  })

  test('the reader role verifies the whole database', async () => {
    expect(await verifyTrees(harness.reader, [harness.key])).toMatchObject({ ok: true, orders: 13 })
  })

  test.each([
    ['derived', 0, 2],
    ['stored', 2, 4],
  ])('phone and script verify steps, the first %s', async (_, fill, rows) => {
    const { orderId } = harness.fills[fill]!
    const stored = await owner.query('SELECT n FROM app.order_steps WHERE order_id = $1', [orderId])
    expect(stored.rows).toHaveLength(rows)
    const { steps } = (await ann.client.call('/orders/readOrder', { orderId })).body.data
    expect(await walkSteps(tools.sha256, orderId, steps)).toMatchObject({ sequence: 4n })
    expect(harness.standAlone(orderFile(orderId, steps)).ok).toBe(true)
    for (const n of steps.keys()) {
      const bent = steps.with(n, { ...steps[n], who: 'rule' })
      expect(await walkSteps(tools.sha256, orderId, bent)).toEqual({
        fault: 'altered',
        sequence: BigInt(n + 1),
      })
      expect(harness.standAlone(orderFile(orderId, bent)).ok).toBe(false)
    }
  })

  test('phone and script reject every altered file', async () => {
    const { data } = await evidenceOf(ann, harness.fills[0]!.fillId)
    const balance = await balanceOf(ann, 'TWD')
    const random = seededRandom(4)
    const vectors = prove ? 200 : 24
    for (let at = 0; at < vectors; at++) {
      const bent = bend(at % 2 === 0 ? data : balance, random)
      if (at % 2 === 0) {
        const verdict = await checkFill(tools, harness.fills[0]!.fillId, bent).catch(() => ({
          hash: 'wrong',
        }))
        expect(Object.values(verdict)).toContain('wrong')
        expect(harness.standAlone(fillFile(harness.fills[0]!.fillId, bent)).ok).toBe(false)
      } else {
        const verdict = await checkBalance(tools, ann.memberId, bent).catch(() => ({ leaves: 'wrong' }))
        expect(Object.values(verdict), JSON.stringify(bent)).toContain('wrong')
        expect(harness.standAlone(balanceFile(ann.memberId, bent)).ok).toBe(false)
      }
    }
  })
})

/** A copy with one character changed in one text that is hashed or signed. */
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

describe('no tree is built when the books disagree', () => {
  test('buildAll refuses a balance that differs from its ledger lines', async () => {
    const before = await owner.query('SELECT count(*)::int AS count FROM audit.trees')
    const change = (by: number): Promise<unknown> =>
      owner.query(
        `UPDATE ledger.balances SET balance = balance + ${by} WHERE account_id = ledger.account_id('member/${ann.memberId}/TWD/available')`,
      )
    await change(1)
    await expect(buildAll(harness.builder(), date)).rejects.toThrow("the ledger's totals say")
    await change(-1)
    expect((await owner.query('SELECT count(*)::int AS count FROM audit.trees')).rows).toEqual(before.rows)
  })

  test('buildAll refuses a fill that is not in the log', async () => {
    await owner.query('BEGIN; SET LOCAL session_replication_role = replica')
    await owner.query(`INSERT INTO app.fills SELECT shard, 5000, side, order_id, position_id, member_id, symbol, price, quantity, fee,
      tax, borrow_fee, realised, sequence, decided_by, book, traded_at, date, settles_on, entry_id, settled_at
      FROM app.fills WHERE event = 10`)
    await owner.query('COMMIT')
    await expect(buildAll(harness.builder(), date)).rejects.toThrow(
      'fill 0/5000/buy: the log has no such trade',
    )
    await owner.query('DELETE FROM app.fills WHERE event = 5000')
  })
})

describe('database permissions', () => {
  const asWorker = async (...statements: readonly string[]): Promise<unknown> => {
    const client = new pg.Client({ connectionString: harness.database.workerUrl })
    await client.connect()
    try {
      await client.query('BEGIN')
      for (const sql of statements) await client.query(sql)
      return await client.query('COMMIT')
    } finally {
      await client.end()
    }
  }

  test('the worker cannot give a tree an id ahead of the others', async () => {
    const copy = `INSERT INTO audit.trees OVERRIDING SYSTEM VALUE
      SELECT max(id) + 1000, 'draws', 'ahead', '2026-11-17', 1, 0, 0, NULL, sha256(''), now(), pg_current_snapshot(), 'k', '',
        sha512('') FROM audit.trees`
    await expect(asWorker(copy)).rejects.toThrow('no reserved id')
  })

  test('the worker cannot store leaves without their tree', async () => {
    const leaf = `INSERT INTO audit.tree_leaves (tree, n, subject, hash, body) VALUES (audit.reserve_tree(), 0, 's', sha256(''), 'b')`
    await expect(asWorker(leaf)).rejects.toThrow('tree_leaves_tree_fkey')
    const node = `INSERT INTO audit.tree_nodes (tree, height, n, hash) VALUES (audit.reserve_tree(), 6, 0, sha256(''))`
    await expect(asWorker(node)).rejects.toThrow('tree_nodes_tree_fkey')
  })

  test('no role can rewrite a tree, and the api cannot build one', async () => {
    const roles = [
      [harness.database.apiUrl, `INSERT INTO audit.trees (kind) VALUES ('fills')`],
      [harness.database.apiUrl, `SELECT ledger.lines_written(NULL, pg_current_snapshot())`],
      [harness.database.apiUrl, `SELECT ledger.member_sums()`],
      [harness.database.workerUrl, `UPDATE audit.trees SET total = 0`],
      [harness.database.workerUrl, `DELETE FROM audit.tree_leaves`],
      [harness.database.readerUrl, `SELECT ledger.lines_written(NULL, pg_current_snapshot())`],
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
  test('builds balance trees at once and the others after the day', async () => {
    const own = await openTestDatabase()
    const settings = testConfig(own)
    const its = await startTestApi({ database: own, config: settings })
    const itsOwner = new pg.Client({ connectionString: own.ownerUrl })
    await itsOwner.connect()
    const itsWorker = openDb({ url: own.workerUrl, poolSize: 4, applicationName: 'test' })
    const deps = {
      db: itsWorker,
      secrets: settings.secrets,
      calendar: 'practice' as const,
      readClosures,
      often: false,
    }
    const kinds = async (): Promise<string[]> =>
      (
        await itsOwner.query(`SELECT kind || ' ' || date || ' ' || part AS name FROM audit.trees ORDER BY id`)
      ).rows.map(({ name }) => name)
    try {
      // 12:00 in Taipei on the 17th; there is no member yet.
      const noon = new Date('2026-11-17T04:00:00Z')
      expect(await keepTrees(deps, noon)).toBe(0)
      const { memberId } = await its.member()
      expect(await keepTrees(deps, noon)).toBe(1)
      expect(await kinds()).toEqual(['balances 2026-11-17 1'])
      await insertTrade(itsOwner, { memberId, event: 10, date })
      expect(await keepTrees(deps, new Date('2026-11-17T05:00:00Z'))).toBe(0)
      // 05:03 on the 18th: the trading day is over.
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
      await insertTrade(itsOwner, { memberId, event: 11, date: '2026-11-18' })
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
  })

  test('the build-trees command builds the trees of a day', () => {
    const run = (...args: string[]) =>
      spawnSync(process.execPath, [main, ...args], {
        encoding: 'utf8',
        env: {
          ...process.env,
          ...testEnvironment(harness.database),
          DATABASE_URL: harness.database.workerUrl,
        },
      })
    const built = run('build-trees', date)
    expect(built.stdout + built.stderr).toContain('balances TWD, part ')
    expect(run('build-trees', 'today').stderr).toContain('is not like 2026-11-17')
  })
})

/** The order of a receipt: the same order gives the same text. */
function takenFrom(text: string): TakenOrder {
  const order = JSON.parse(text)
  return { ...order, placedAt: new Date(order.placedAt) }
}
