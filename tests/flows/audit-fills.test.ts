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
import { openTestVenue, type TestVenue } from './support/test-venue.ts'

const day = '2026-11-16'
const next = '2026-11-17'

let venue: TestVenue
let config: Config
let api: Db
let reader: Db

beforeAll(async () => {
  venue = await openTestVenue()
  config = testConfig(venue.database)
  api = openDb({ url: venue.database.apiUrl, poolSize: 2, applicationName: 'test' })
  reader = openDb({ url: venue.database.readerUrl, poolSize: 2, applicationName: 'test' })
  await venue.begin(day)
  venue.startSettler()
  const ann = await venue.member()
  const bob = await venue.member()
  await venue.makeEligible(ann)
  await venue.seat('maker-1', '2330', 'sell', 10_000, 3)
  const long = await venue.open(ann, { symbol: '2330', price: 10_050, lots: 2, multiple: 250 })
  const trade = await venue.open(ann, { symbol: '2330', price: 10_050, lots: 1, dayTrade: true })
  await venue.seat('maker-1', '2317', 'buy', 10_000, 1)
  const short = await venue.open(bob, { symbol: '2317', direction: 'short', price: 9_900, lots: 2 })
  await venue.settled()
  await venue.cancel(short)
  await venue.seat('maker-2', '2330', 'buy', 10_100, 1)
  await venue.close(trade, { lots: 1, validity: 'IOC' })
  await venue.settled()
  await venue.roll(day, next)
  await venue.close(long, { price: 10_100, lots: 1 })
  await venue.open(bob, { symbol: '2330', price: 10_100, lots: 1 })
  await venue.seat('maker-3', '2317', 'sell', 10_200, 1)
  await venue.close(short, { price: 10_200, lots: 1 })
  await venue.settled()
})

afterAll(async () => {
  await Promise.all([api.close(), reader.close()])
  await venue.stop()
})

test('every fill has evidence that its owner can verify', async () => {
  const built = await buildAll({ db: venue.db, secrets: config.secrets, now: new Date() }, next)
  expect(built.filter(({ kind }) => kind === 'fills').map(({ date }) => date)).toEqual([day, next])
  const rows = await venue.sql.query<{ id: string; member: string }>(
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

test('the reader role verifies all trees with the public key', async () => {
  const key = config.secrets.auditKey().publicKey.export({ format: 'der', type: 'spki' })
  expect(await verifyTrees(reader, [key])).toMatchObject({ ok: true })
})
