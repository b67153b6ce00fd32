// Concurrent identical operations: one effect, no lost update, no deadlock.

import { randomUUID } from 'node:crypto'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  balanceOf,
  capture,
  entry,
  fees,
  hold,
  holdKey,
  houseAccounts,
  member,
  post,
  postMany,
  type PostOutcome,
  releaseRemaining,
  reverse,
} from './index.ts'
import { fundedMember, head, type LedgerDatabase, openLedgerDatabase } from './testing/fixtures.ts'

const parallel = 200
const connections = 24

let db: LedgerDatabase
beforeAll(async () => {
  db = await openLedgerDatabase(connections)
})
afterAll(async () => {
  expect(await checkInvariants(db.reader)).toEqual([])
  await db.close()
})

const times = <Result>(count: number, run: (index: number) => Promise<Result>): Promise<Result[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => run(index)))
const answers = (outcomes: readonly PostOutcome[]) => {
  const tally: Record<string, number> = {}
  for (const outcome of outcomes) {
    const name = outcome.ok ? (outcome.replayed ? 'replayed' : 'posted') : outcome.reason
    tally[name] = (tally[name] ?? 0) + 1
  }
  return tally
}

describe('200 parallel identical requests have one effect', () => {
  it('when posting', async () => {
    const a = await fundedMember(db.poster, 1_000n)
    const same = entry(head()).move(10n, member(a).available('TWD'), fees('brokerage', 'TWD')).done()
    const outcomes = await times(parallel, () => post(db.poster, same))
    expect(answers(outcomes)).toEqual({ posted: 1, replayed: parallel - 1 })
    expect(new Set(outcomes.map((outcome) => outcome.ok && outcome.entryId)).size).toBe(1)
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(990n)
  })

  it('when posting to accounts without a balance row', async () => {
    const name = `only-key-${randomUUID().slice(0, 8)}`
    const same = entry(head()).move(10n, houseAccounts.capital('TWD'), fees(name, 'TWD')).done()
    expect(answers(await times(parallel, () => post(db.poster, same)))).toEqual({
      posted: 1,
      replayed: parallel - 1,
    })
    expect(await balanceOf(db.poster, fees(name, 'TWD'))).toBe(10n)
  })

  it('when opening a hold without a key', async () => {
    const [a, holdId] = [await fundedMember(db.poster, 1_000n), randomUUID()]
    const own = member(a).available('TWD')
    const opening = { ...head(), key: holdKey(holdId), holdId, account: own, amount: 400n }
    expect(answers(await times(parallel, () => hold(db.poster, opening)))).toEqual({
      posted: 1,
      'hold-exists': parallel - 1,
    })
    expect(await balanceOf(db.poster, own)).toBe(600n)
  })

  it('when opening and releasing a hold', async () => {
    const [a, holdId] = [await fundedMember(db.poster, 1_000n), randomUUID()]
    const own = member(a).available('TWD')
    const opening = { ...head(), holdId, account: own, amount: 400n }
    expect(answers(await times(parallel, () => hold(db.poster, opening)))).toEqual({
      posted: 1,
      replayed: parallel - 1,
    })
    expect(await balanceOf(db.poster, own)).toBe(600n)
    const remaining = { ...head(), holdId }
    expect(answers(await times(parallel, () => releaseRemaining(db.poster, remaining)))).toEqual({
      posted: 1,
      replayed: parallel - 1,
    })
    expect(await balanceOf(db.poster, own)).toBe(1_000n)
  })

  it('when reversing', async () => {
    const a = await fundedMember(db.poster, 1_000n)
    const paid = await post(
      db.poster,
      entry(head()).move(10n, member(a).available('TWD'), fees('brokerage', 'TWD')).done(),
    )
    if (!paid.ok) throw new Error(paid.reason)
    const undo = { ...head(), entryId: paid.entryId }
    expect(answers(await times(parallel, () => reverse(db.poster, undo)))).toEqual({
      posted: 1,
      replayed: parallel - 1,
    })
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(1_000n)
  })
})

describe('concurrent different requests', () => {
  it('never take more from a hold than it has', async () => {
    const [a, holdId] = [await fundedMember(db.poster, 1_000n), randomUUID()]
    const own = member(a).available('TWD')
    await hold(db.poster, { ...head(), holdId, account: own, amount: 100n })
    const outcomes = await times(parallel, () =>
      capture(db.poster, { ...head(), holdId, account: own, amount: 7n, to: fees('brokerage', 'TWD') }),
    )
    expect(answers(outcomes)).toEqual({ posted: 14, 'hold-exceeded': parallel - 14 })
  })

  it('release a hold once', async () => {
    const [a, holdId] = [await fundedMember(db.poster, 1_000n), randomUUID()]
    await hold(db.poster, { ...head(), holdId, account: member(a).available('TWD'), amount: 100n })
    const outcomes = await times(parallel, () => releaseRemaining(db.poster, { ...head(), holdId }))
    expect(answers(outcomes)).toEqual({ posted: 1, 'hold-closed': parallel - 1 })
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(1_000n)
  })

  it('reverse an entry once', async () => {
    const a = await fundedMember(db.poster, 1_000n)
    const paid = await post(
      db.poster,
      entry(head()).move(10n, member(a).available('TWD'), fees('brokerage', 'TWD')).done(),
    )
    if (!paid.ok) throw new Error(paid.reason)
    const outcomes = await times(50, () => reverse(db.poster, { ...head(), entryId: paid.entryId }))
    expect(answers(outcomes)).toEqual({ posted: 1, 'already-reversed': 49 })
  })

  it('never overdraw an account', async () => {
    const a = await fundedMember(db.poster, 100n)
    const outcomes = await times(parallel, () =>
      post(db.poster, entry(head()).move(3n, member(a).available('TWD'), fees('brokerage', 'TWD')).done()),
    )
    expect(answers(outcomes)).toEqual({ posted: 33, insufficient: parallel - 33 })
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(1n)
  })

  it('move money in a ring without deadlock', async () => {
    const ring = await times(6, () => fundedMember(db.poster, 1_000n))
    const move = (from: number, to: number) =>
      entry(head())
        .move(1n, member(ring[from % 6]!).available('TWD'), member(ring[to % 6]!).available('TWD'))
        .done()
    const outcomes = await times(parallel, (index) =>
      postMany(db.poster, [move(index, index + 1), move(index + 5, index), move(index + 3, index + 2)]),
    )
    expect(answers(outcomes.flat())).toEqual({ posted: parallel * 3 })
    const left = await times(6, (index) => balanceOf(db.poster, member(ring[index]!).available('TWD')))
    expect(left.reduce((sum, balance) => sum + balance, 0n)).toBe(6_000n)
  })

  it('open the same new accounts without conflict', async () => {
    const ids = Array.from({ length: 4 }, () => randomUUID())
    const outcomes = await times(40, (index) =>
      post(
        db.poster,
        entry(head())
          .move(1n, houseAccounts.bank('TWD'), member(ids[index % 4]!).available('TWD'))
          .move(1n, houseAccounts.bank('TWD'), member(ids[(index + 1) % 4]!).available('TWD'))
          .done(),
      ),
    )
    expect(answers(outcomes)).toEqual({ posted: 40 })
  })
})
