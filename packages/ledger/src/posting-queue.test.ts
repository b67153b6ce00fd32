import { checkInvariants } from '@fairlot/testkit/invariants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { balanceOf, createPostingQueue, entry, fees, member } from './index.ts'
import { fundedMember, head, type LedgerDatabase, openLedgerDatabase } from './testing/fixtures.ts'

let db: LedgerDatabase
beforeAll(async () => {
  db = await openLedgerDatabase(4)
})
afterAll(async () => {
  expect(await checkInvariants(db.reader)).toEqual([])
  await db.close()
})

const counting = () => {
  let calls = 0
  return {
    calls: () => calls,
    query: <Row>(text: string, values?: readonly unknown[]) => {
      calls++
      return db.poster.query<Row>(text, values)
    },
  }
}
const pay = (from: string, amount = 1n, key?: string) =>
  entry(head('test.pay', key)).move(amount, member(from).available('TWD'), fees('brokerage', 'TWD')).done()

describe('the posting queue', () => {
  it('batches concurrent entries and answers each separately', async () => {
    const a = await fundedMember(db.poster, 100n)
    const tx = counting()
    const queue = createPostingQueue(tx, { max: 64, flights: 2 })
    const outcomes = await Promise.all(Array.from({ length: 200 }, () => queue.post(pay(a))))
    expect(outcomes.filter(({ ok }) => ok)).toHaveLength(100)
    expect(outcomes.filter((outcome) => !outcome.ok && outcome.reason === 'insufficient')).toHaveLength(100)
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(0n)
    expect(tx.calls()).toBeLessThanOrEqual(8)
  })

  it('sends a single entry at once', async () => {
    const a = await fundedMember(db.poster, 100n)
    expect(await createPostingQueue(db.poster).post(pay(a))).toMatchObject({ ok: true })
  })

  it('gives a repeated key one effect, also within one batch', async () => {
    const a = await fundedMember(db.poster, 100n)
    const queue = createPostingQueue(db.poster)
    const outcomes = await Promise.all([1, 2, 3].map(() => queue.post(pay(a, 5n, `twice ${a}`))))
    expect(outcomes.filter((outcome) => outcome.ok && outcome.replayed)).toHaveLength(2)
    expect(outcomes.every(({ ok }) => ok)).toBe(true)
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(95n)
  })

  it('isolates a failing entry from its batch', async () => {
    const a = await fundedMember(db.poster, 100n)
    const queue = createPostingQueue(db.poster)
    const nextCentury = { ...pay(a), postedAt: new Date('2144-01-01') }
    const results = await Promise.allSettled([
      queue.post(pay(a)),
      queue.post(nextCentury),
      queue.post(pay(a)),
    ])
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(98n)
  })
})
