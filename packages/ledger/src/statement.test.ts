import { randomUUID } from 'node:crypto'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  balancesOf,
  ensurePartitions,
  entry,
  fees,
  findHold,
  forget,
  hold,
  houseAccounts,
  isStatementCursor,
  member,
  post,
  releaseRemaining,
  statement,
  type StatementLine,
} from './index.ts'
import { fundedMember, head, type LedgerDatabase, openLedgerDatabase } from './testing/fixtures.ts'

let db: LedgerDatabase
beforeAll(async () => {
  db = await openLedgerDatabase()
})
afterAll(async () => {
  expect(await checkInvariants(db.reader)).toEqual([])
  await db.close()
})

async function wholeStatement(ownerId: string, limit: number, kind?: string): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  let before: string | undefined
  for (;;) {
    const page = await statement(db.poster, {
      ownerId,
      asset: 'TWD',
      limit,
      ...(kind === undefined ? {} : { kind }),
      ...(before === undefined ? {} : { before }),
    })
    lines.push(...page.lines)
    if (page.next === null) return lines
    before = page.next
  }
}

describe('a statement', () => {
  it('pages newest first without gaps and adds up to the balance', async () => {
    const a = await fundedMember(db.poster, 10_000n)
    const own = member(a).available('TWD')
    for (let i = 1; i <= 9; i++) {
      const holdId = randomUUID()
      await hold(db.poster, { ...head('test.hold'), holdId, account: own, amount: BigInt(i * 10) })
      if (i % 2) await releaseRemaining(db.poster, { ...head('test.release'), holdId })
      else await post(db.poster, entry(head('test.fee')).move(1n, own, fees('brokerage', 'TWD')).done())
    }
    const whole = await wholeStatement(a, 500)
    for (const limit of [1, 2, 3, 7]) expect(await wholeStatement(a, limit)).toEqual(whole)
    const total = (await balancesOf(db.poster, a)).reduce((sum, { amount }) => sum + amount, 0n)
    expect(whole.reduce((sum, { amount }) => sum + amount, 0n)).toBe(total)
    expect(whole.at(-1)).toMatchObject({
      event: 'test.fund',
      amount: 10_000n,
      balanceAfter: 10_000n,
      kind: 'available',
    })
    expect(new Set(whole.map(({ lineId }) => lineId)).size).toBe(whole.length)
    expect(whole.every(({ lineId }) => lineId.length <= 40 && isStatementCursor(lineId))).toBe(true)
  })

  it('carries a running balance per account', async () => {
    const a = await fundedMember(db.poster, 100n)
    for (let i = 0; i < 5; i++)
      await post(
        db.poster,
        entry(head()).move(3n, member(a).available('TWD'), fees('brokerage', 'TWD')).done(),
      )
    const lines = (await wholeStatement(a, 2, 'available')).toReversed()
    let running = 0n
    for (const line of lines) {
      running += line.amount
      expect(line.balanceAfter).toBe(running)
    }
    expect(running).toBe(85n)
  })

  it('keeps the order of effect when clocks disagree', async () => {
    const a = await fundedMember(db.poster, 100n)
    const pay = (postedAt: Date) =>
      post(
        db.poster,
        entry({ ...head(), postedAt })
          .move(1n, member(a).available('TWD'), fees('brokerage', 'TWD'))
          .done(),
      )
    const now = Date.now()
    for (const skew of [5_000, -5_000, 0, 4_999])
      expect(await pay(new Date(now + skew))).toMatchObject({ ok: true })
    const lines = await wholeStatement(a, 50)
    expect(lines.map(({ balanceAfter }) => balanceAfter)).toEqual([96n, 97n, 98n, 99n, 100n])
    expect(lines[0]!.postedAt).toEqual(new Date(now + 5_000))
  })

  it('spans several monthly partitions', async () => {
    const a = await fundedMember(db.poster, 100n)
    const from = new Date('2031-01-31T23:59:59.999Z')
    expect(await ensurePartitions(db.worker, from, 2)).toBe(6)
    expect(await ensurePartitions(db.worker, from, 2)).toBe(0)
    for (const text of ['2031-01-31T23:59:59.999Z', '2031-02-01T00:00:00.000Z', '2031-03-31T12:00:00.000Z']) {
      const postedAt = new Date(text)
      await post(
        db.poster,
        entry({ ...head(), postedAt })
          .move(1n, member(a).available('TWD'), fees('brokerage', 'TWD'))
          .done(),
      )
    }
    const lines = await wholeStatement(a, 2)
    expect(lines.map(({ postedAt }) => postedAt.toISOString().slice(0, 7)).slice(0, 3)).toEqual([
      '2031-03',
      '2031-02',
      '2031-01',
    ])
    expect(lines.map(({ balanceAfter }) => balanceAfter)).toEqual([97n, 98n, 99n, 100n])
    const months = await db.reader.query<{ month: string; rows: string }>(
      `SELECT tableoid::regclass::text AS month, count(*)::text AS rows FROM ledger.entries WHERE posted_at > '2031-01-01' GROUP BY 1 ORDER BY 1`,
    )
    expect(months.map(({ month, rows }) => [month, rows])).toEqual([
      ['ledger.entries_2031_01', '1'],
      ['ledger.entries_2031_02', '1'],
      ['ledger.entries_2031_03', '1'],
    ])
  })

  it('is the same for any page size over many settlement dates', async () => {
    const a = randomUUID()
    await ensurePartitions(db.worker, new Date('2032-01-01'), 4)
    for (let day = 0; day < 60; day++) {
      const postedAt = new Date(Date.UTC(2032, 0, 1) + day * 86_400_000 * 2)
      const due = new Date(postedAt.getTime() + 86_400_000 * 2).toISOString().slice(0, 10)
      const receivable = member(a).receivable('TWD', due)
      await post(
        db.poster,
        entry({ ...head('test.sell'), postedAt })
          .move(10n, houseAccounts.bank('TWD'), receivable)
          .done(),
      )
      if (day % 3 === 0) {
        await post(
          db.poster,
          entry({ ...head('test.settle'), postedAt: new Date(postedAt.getTime() + 86_400_000 * 9) })
            .move(10n, receivable, member(a).available('TWD'))
            .done(),
        )
      }
    }
    const whole = await wholeStatement(a, 500)
    expect(whole).toHaveLength(60 + 20 * 2)
    for (const limit of [1, 4, 9, 33]) expect(await wholeStatement(a, limit)).toEqual(whole)
    expect(whole.map(({ lineId }) => lineId)).toEqual(
      whole
        .map(({ lineId }) => lineId)
        .toSorted()
        .toReversed(),
    )
  })

  it('a posting to a missing monthly partition throws', async () => {
    const a = await fundedMember(db.poster, 100n)
    const late = entry({ ...head(), postedAt: new Date('2044-05-05') })
      .move(1n, member(a).available('TWD'), fees('brokerage', 'TWD'))
      .done()
    await expect(post(db.poster, late)).rejects.toThrow('no partition of relation')
  })

  it('only old keys and closed holds are deleted', async () => {
    const young = await fundedMember(db.poster, 100n)
    const old = new Date(Date.now() - 86_400_000 * 50)
    await ensurePartitions(db.worker, old, 1)
    const [a, holdId, otherId] = [randomUUID(), randomUUID(), randomUUID()]
    const own = member(a).available('TWD')
    const at = () => ({ ...head(), postedAt: old })
    await post(db.poster, entry(at()).move(10n, houseAccounts.bank('TWD'), own).done())
    await hold(db.poster, { ...at(), holdId, account: own, amount: 5n })
    await releaseRemaining(db.poster, { ...at(), holdId })
    await hold(db.poster, { ...at(), holdId: otherId, account: own, amount: 5n })
    // Four keys and the closed hold; the open one stays, and so does everything younger than 35 days.
    expect(await forget(db.worker, new Date())).toBe(5)
    expect(await forget(db.worker, new Date())).toBe(0)
    expect(await findHold(db.poster, holdId)).toBeNull()
    expect(await findHold(db.poster, otherId)).toMatchObject({ state: 'open', remaining: 5n })
    const left = await db.reader.query(
      `SELECT FROM ledger.entries e JOIN ledger.keys k ON k.key = e.key
      JOIN ledger.lines l ON l.entry_id = e.id WHERE l.account_id = (SELECT id FROM ledger.accounts WHERE code = $1)`,
      [member(young).available('TWD')],
    )
    expect(left).toHaveLength(1)
  })
})
