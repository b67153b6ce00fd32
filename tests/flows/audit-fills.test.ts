// Evidence of real trades: orders through a real exchange and real settlement, long and short, with a loan, in parts,
// in an auction, a day trade, a cancel; then trees over them, and every fill checked as its owner would.

import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkFill } from '../../packages/proof/src/index.ts'
import { buildAll, verifyTrees } from '../../apps/server/src/features/audit/index.ts'
import { readFillEvidence } from '../../apps/server/src/features/audit/fills/read-fill-evidence.ts'
import type { Config } from '../../apps/server/src/platform/config.ts'
import { type Db, openDb } from './support/open-db.ts'
import { phoneTools } from './support/evidence-harness.ts'
import { testConfig } from './support/test-config.ts'
import { openTradingFloor, type TradingFloor } from './support/trading-floor.ts'

const day = '2026-11-16'
const next = '2026-11-17'

let floor: TradingFloor
let config: Config
let api: Db
let reader: Db

beforeAll(async () => {
  floor = await openTradingFloor()
  config = testConfig(floor.database)
  api = openDb({ url: floor.database.apiUrl, poolSize: 2, applicationName: 'test' })
  reader = openDb({ url: floor.database.readerUrl, poolSize: 2, applicationName: 'test' })
  await floor.begin(day)
  floor.startSettler()
  const ann = await floor.member()
  const bob = await floor.member()
  await floor.makeEligible(ann)
  await floor.seat('maker-1', '2330', 'sell', 10_000, 3)
  const long = await floor.open(ann, { symbol: '2330', price: 10_050, lots: 2, multiple: 250 })
  const trade = await floor.open(ann, { symbol: '2330', price: 10_050, lots: 1, dayTrade: true })
  await floor.seat('maker-1', '2317', 'buy', 10_000, 1)
  const short = await floor.open(bob, { symbol: '2317', direction: 'short', price: 9_900, lots: 2 })
  await floor.settled()
  await floor.cancel(short)
  await floor.seat('maker-2', '2330', 'buy', 10_100, 1)
  await floor.close(trade, { lots: 1, validity: 'IOC' })
  await floor.settled()
  await floor.roll(day, next)
  await floor.close(long, { price: 10_100, lots: 1 })
  await floor.open(bob, { symbol: '2330', price: 10_100, lots: 1 })
  await floor.seat('maker-3', '2317', 'sell', 10_200, 1)
  await floor.close(short, { price: 10_200, lots: 1 })
  await floor.settled()
})

afterAll(async () => {
  await Promise.all([api.close(), reader.close()])
  await floor.stop()
})

test('every fill is in the tree of its day, agrees with log and ledger, and is its owner’s to check', async () => {
  const built = await buildAll({ db: floor.db, secrets: config.secrets, now: new Date() }, next)
  expect(built.filter(({ kind }) => kind === 'fills').map(({ date }) => date)).toEqual([day, next])
  const rows = await floor.sql.query<{ id: string; member: string }>(
    `SELECT concat_ws('/', shard, event, side) AS id, member_id::text AS member FROM app.fills ORDER BY traded_at`,
  )
  expect(rows.length).toBeGreaterThanOrEqual(7)
  const rules = new Set<string>()
  for (const { id, member } of rows) {
    const answer = await readFillEvidence(api, config.secrets, { memberId: member, fillId: id })
    if (!answer.ok) throw new Error(answer.msg)
    expect(await checkFill(phoneTools, id, answer.data)).toEqual({
      hash: 'right',
      path: 'right',
      signature: 'right',
      receipt: 'right',
    })
    const fill = JSON.parse(answer.data.body)
    expect(fill.step).toMatchObject({ n: expect.any(Number) })
    for (const cost of fill.costs) rules.add(cost.rule)
    const owners = answer.data.lines.map(({ account }) => account.split('/').slice(0, 2).join('/'))
    expect(owners.every((owner) => owner === `member/${member}` || !/^(member|seat)/.test(owner))).toBe(true)
  }
  expect([...rules].sort()).toEqual(['fee.brokerage', 'margin.borrowFee', 'tax.dayTrade', 'tax.stock'])
})

test('and a reader without any key of ours can verify the whole database', async () => {
  const key = config.secrets.auditKey().publicKey.export({ format: 'der', type: 'spki' })
  expect(await verifyTrees(reader, [key])).toMatchObject({ ok: true })
})
