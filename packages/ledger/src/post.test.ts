import { randomUUID } from 'node:crypto'
import { checkInvariants } from '@fairlot/testkit/invariants'
import { untilFinal } from '@fairlot/testkit/until-final'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  balanceOf,
  balancesOf,
  capture,
  checkpoint,
  entry,
  fees,
  findHold,
  hold,
  holdKey,
  houseAccounts,
  LARGEST_AMOUNT,
  member,
  openHolds,
  openHoldsById,
  post,
  postMany,
  release,
  releaseRemaining,
  reverse,
  trialBalance,
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

describe('posting', () => {
  it('moves money between accounts', async () => {
    const [a, b] = [await fundedMember(db.poster, 1_000n), randomUUID()]
    const moved = await post(
      db.poster,
      entry(head()).move(400n, member(a).available('TWD'), member(b).available('TWD')).done(),
    )
    expect(moved).toMatchObject({ ok: true, replayed: false })
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(600n)
    expect(await balancesOf(db.poster, b)).toEqual([
      { account: member(b).available('TWD'), asset: 'TWD', kind: 'available', due: null, amount: 400n },
    ])
  })

  it('refuses an entry below the minimum and frees its key', async () => {
    const a = await fundedMember(db.poster, 100n)
    const over = entry(head()).move(101n, member(a).available('TWD'), houseAccounts.bank('TWD')).done()
    expect(await post(db.poster, over)).toEqual({
      ok: false,
      reason: 'insufficient',
      on: member(a).available('TWD'),
    })
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(100n)
    // The key is free again: the same request may succeed once there is money.
    const more = entry(head()).move(1n, houseAccounts.bank('TWD'), member(a).available('TWD')).done()
    await post(db.poster, more)
    expect(await post(db.poster, over)).toMatchObject({ ok: true, replayed: false })
  })

  it('checks the whole entry regardless of line order', async () => {
    const a = await fundedMember(db.poster, 100n)
    const own = member(a).available('TWD')
    const inAndOut = entry(head())
      .move(150n, own, houseAccounts.bank('TWD'))
      .move(50n, houseAccounts.bank('TWD'), own)
      .done()
    expect(await post(db.poster, inAndOut)).toMatchObject({ ok: true })
    expect(await balanceOf(db.poster, own)).toBe(0n)
  })

  it('replays a repeated key and refuses it with other content', async () => {
    const a = await fundedMember(db.poster, 100n)
    const build = (amount: bigint) =>
      entry(head('test.move', `key of ${a}`))
        .move(amount, member(a).available('TWD'), houseAccounts.bank('TWD'))
        .done()
    const first = await post(db.poster, build(10n))
    expect(await post(db.poster, build(10n))).toEqual({ ...first, replayed: true })
    expect(await post(db.poster, build(11n))).toMatchObject({ ok: false, reason: 'key-reused' })
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(90n)
  })

  it('posts a batch in order, each entry seeing earlier ones', async () => {
    const [a, b] = [await fundedMember(db.poster, 100n), randomUUID()]
    const move = (from: string, to: string, amount: bigint) =>
      entry(head()).move(amount, member(from).available('TWD'), member(to).available('TWD')).done()
    const outcomes = await postMany(db.poster, [
      move(a, b, 60n),
      move(a, b, 60n),
      move(b, a, 50n),
      move(a, b, 60n),
    ])
    expect(outcomes.map((outcome) => (outcome.ok ? 'posted' : outcome.reason))).toEqual([
      'posted',
      'insufficient',
      'posted',
      'posted',
    ])
    expect(await balanceOf(db.poster, member(b).available('TWD'))).toBe(70n)
    await expect(
      postMany(db.poster, [
        { ...move(a, b, 1n), key: 'x' },
        { ...move(a, b, 1n), key: 'x' },
      ]),
    ).rejects.toThrow('same key twice')
  })

  it('refuses a balance beyond 64 bits', async () => {
    const rich = randomUUID()
    const more = () =>
      entry(head()).move(LARGEST_AMOUNT, houseAccounts.bank('VND'), member(rich).available('VND')).done()
    const outcomes = []
    for (let i = 0; i < 10; i++) outcomes.push(await post(db.poster, more()))
    expect(outcomes.map(({ ok }) => ok)).toEqual([...Array<boolean>(9).fill(true), false])
    expect(outcomes.at(-1)).toMatchObject({ reason: 'overflow' })
  })

  it('is rolled back with its transaction', async () => {
    const a = await fundedMember(db.poster, 100n)
    await expect(
      db.poster.transaction(async (tx) => {
        await post(tx, entry(head()).move(100n, member(a).available('TWD'), houseAccounts.bank('TWD')).done())
        throw new Error('the feature changed its mind')
      }),
    ).rejects.toThrow('changed its mind')
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(100n)
  })

  it('throws on an entry without a key that opens no hold', async () => {
    const [a, id] = [await fundedMember(db.poster, 100n), randomUUID()]
    const [free, held] = [member(a).available('TWD'), member(a).held('TWD')]
    await hold(db.poster, { ...head(), holdId: id, account: free, amount: 50n })
    const send = (key: string | null, accounts: readonly string[], holds: readonly (string | null)[]) =>
      db.poster.query(`SELECT * FROM ledger.post_many($1, $2, $3, $4, $5, $6, $7, $8)`, [
        ['test'],
        ['test'],
        [key],
        [new Date().toISOString()],
        [1, 1],
        accounts,
        [-1n, 1n],
        holds,
      ])
    const opensNone = 'must end with the line of the hold it opens'
    await expect(send(null, [free, houseAccounts.bank('TWD')], [null, null])).rejects.toThrow(opensNone)
    await expect(send(null, [held, free], [id, null])).rejects.toThrow(opensNone)
    await expect(send(holdKey(id), [held, free], [id, null])).rejects.toThrow('is reserved')
    expect(await balanceOf(db.poster, free)).toBe(50n)
  })

  it('throws on unknown accounts and misplaced holds', async () => {
    const lines = (account: string, hold?: string) => [
      { account: 'house/main/TWD/bank', amount: -1n },
      { account, amount: 1n, ...(hold ? { hold } : {}) },
    ]
    const send = (account: string, holdId?: string) =>
      db.poster.query(`SELECT * FROM ledger.post_many($1, $2, $3, $4, $5, $6, $7, $8)`, [
        ['test'],
        ['test'],
        [randomUUID()],
        [new Date().toISOString()],
        [1, 1],
        lines(account).map((line) => line.account),
        lines(account).map((line) => line.amount),
        [null, holdId ?? null],
      ])
    await expect(send('member/not-a-uuid/TWD/available')).rejects.toThrow('no such account')
    await expect(send(`member/${randomUUID()}/TWD/savings`)).rejects.toThrow('no such account')
    await expect(send(`member/${randomUUID()}/TWD/receivable`)).rejects.toThrow('no such account')
    await expect(send(`member/${randomUUID()}/TWD/held`)).rejects.toThrow('must name a hold')
    await expect(send(`member/${randomUUID()}/TWD/available`, randomUUID())).rejects.toThrow(
      'must name a hold',
    )
    await expect(send(`member/${randomUUID()}/USD/available`)).rejects.toThrow('does not balance')
  })
})

describe('holds', () => {
  const request = (id: string, account: ReturnType<typeof fees>, amount: bigint) => ({
    ...head(),
    holdId: id,
    account,
    amount,
  })

  it('are captured, released and closed exactly once', async () => {
    const [a, id] = [await fundedMember(db.poster, 1_000n), randomUUID()]
    const own = member(a).available('TWD')
    expect(await hold(db.poster, request(id, own, 600n))).toMatchObject({ ok: true })
    expect(
      await capture(db.poster, { ...request(id, own, 250n), to: fees('brokerage', 'TWD') }),
    ).toMatchObject({
      ok: true,
    })
    expect(await release(db.poster, request(id, own, 100n))).toMatchObject({ ok: true })
    expect(await findHold(db.poster, id)).toMatchObject({ amount: 600n, remaining: 250n, state: 'open' })
    expect((await openHolds(db.poster, 'member', a)).map(({ holdId }) => holdId)).toEqual([id])
    expect(await openHoldsById(db.poster, [randomUUID(), id])).toEqual([
      { holdId: id, account: member(a).held('TWD'), reference: expect.any(String), remaining: 250n },
    ])
    expect(await capture(db.poster, { ...request(id, own, 251n), to: fees('brokerage', 'TWD') })).toEqual({
      ok: false,
      reason: 'hold-exceeded',
      on: id,
    })
    const last = { ...head(), holdId: id }
    const released = await releaseRemaining(db.poster, last)
    expect(released).toMatchObject({ ok: true, replayed: false })
    expect(await releaseRemaining(db.poster, last)).toEqual({ ...released, replayed: true })
    expect(await releaseRemaining(db.poster, { ...head(), holdId: id })).toMatchObject({
      reason: 'hold-closed',
    })
    expect(await release(db.poster, request(id, own, 1n))).toMatchObject({ reason: 'hold-closed' })
    expect(await hold(db.poster, request(id, own, 1n))).toMatchObject({ reason: 'hold-exists' })
    expect(await findHold(db.poster, id)).toMatchObject({ remaining: 0n, state: 'closed' })
    expect(await balanceOf(db.poster, own)).toBe(750n)
    expect(await openHolds(db.poster, 'member', a)).toEqual([])
    expect(await openHoldsById(db.poster, [id])).toEqual([])
  })

  it('without a key open once', async () => {
    const [a, id] = [await fundedMember(db.poster, 1_000n), randomUUID()]
    const own = member(a).available('TWD')
    const unkeyed = { ...request(id, own, 600n), key: holdKey(id) }
    const opened = await hold(db.poster, unkeyed)
    if (!opened.ok) throw new Error(opened.reason)
    const exists = { ok: false, reason: 'hold-exists', on: id }
    expect(await hold(db.poster, unkeyed)).toEqual(exists)
    expect(await hold(db.poster, { ...unkeyed, amount: 1n })).toEqual(exists)
    await releaseRemaining(db.poster, { ...head(), holdId: id })
    expect(await hold(db.poster, unkeyed)).toEqual(exists)
    expect(await balanceOf(db.poster, own)).toBe(1_000n)
    const stored = await db.reader.query(
      `SELECT e.key, k.key AS stored FROM ledger.entries e LEFT JOIN ledger.keys k ON k.entry_id = e.id WHERE e.id = $1`,
      [opened.entryId],
    )
    expect(stored).toEqual([{ key: holdKey(id), stored: null }])
  })

  it('without a key are refused by themselves among keyed entries', async () => {
    const [a, id, key] = [await fundedMember(db.poster, 100n), randomUUID(), randomUUID()]
    const own = member(a).available('TWD')
    const unkeyed = (amount: bigint, holdId: string) =>
      entry({ ...head(), key: holdKey(holdId) })
        .hold(holdId, amount, own)
        .done()
    const keyed = entry(head('test.move', key)).move(10n, own, houseAccounts.bank('TWD')).done()
    const reasons = async (entries: Parameters<typeof postMany>[1]) =>
      (await postMany(db.poster, entries)).map((one) =>
        one.ok ? (one.replayed ? 'replayed' : 'posted') : one.reason,
      )
    expect(await reasons([unkeyed(30n, id), keyed, unkeyed(1n, id), unkeyed(90n, randomUUID())])).toEqual([
      'posted',
      'posted',
      'hold-exists',
      'insufficient',
    ])
    expect(await reasons([keyed, unkeyed(20n, randomUUID()), unkeyed(30n, id)])).toEqual([
      'replayed',
      'posted',
      'hold-exists',
    ])
    expect(await balanceOf(db.poster, own)).toBe(40n)
  })

  it('of one member cannot be released through another', async () => {
    const [a, b, id] = [
      await fundedMember(db.poster, 100n),
      await fundedMember(db.poster, 100n),
      randomUUID(),
    ]
    await hold(db.poster, request(id, member(a).available('TWD'), 50n))
    await hold(db.poster, request(randomUUID(), member(b).available('TWD'), 50n))
    expect(await release(db.poster, request(id, member(b).available('TWD'), 50n))).toMatchObject({
      reason: 'unknown-hold',
    })
    expect(await releaseRemaining(db.poster, { ...head(), holdId: randomUUID() })).toMatchObject({
      reason: 'unknown-hold',
    })
  })

  it('opened after a refused hold in one batch keep their account', async () => {
    const [poor, rich] = [await fundedMember(db.poster, 1n), await fundedMember(db.poster, 100n)]
    const [refused, opened] = [randomUUID(), randomUUID()]
    const outcomes = await postMany(db.poster, [
      entry(head()).hold(refused, 50n, member(poor).available('TWD')).done(),
      entry(head()).hold(opened, 50n, member(rich).available('TWD')).done(),
    ])
    expect(outcomes.map(({ ok }) => ok)).toEqual([false, true])
    expect(await findHold(db.poster, refused)).toBeNull()
    expect(await findHold(db.poster, opened)).toMatchObject({
      account: member(rich).held('TWD'),
      remaining: 50n,
    })
  })

  it('can be placed on a receivable and released back to it', async () => {
    const [a, id] = [randomUUID(), randomUUID()]
    const due = member(a).receivable('TWD', '2026-11-17')
    await post(db.poster, entry(head()).move(500n, houseAccounts.bank('TWD'), due).done())
    expect(await hold(db.poster, request(id, due, 300n))).toMatchObject({ ok: true })
    expect(await releaseRemaining(db.poster, { ...head(), holdId: id })).toMatchObject({ ok: true })
    expect(await balanceOf(db.poster, due)).toBe(500n)
    expect(
      (await balancesOf(db.poster, a)).map(({ kind, due: date, amount }) => [kind, date, amount]),
    ).toEqual([['receivable', '2026-11-17', 500n]])
  })
})

describe('reversal', () => {
  it('mirrors an entry exactly once', async () => {
    const a = await fundedMember(db.poster, 100n)
    const paid = await post(
      db.poster,
      entry(head()).move(40n, member(a).available('TWD'), fees('brokerage', 'TWD')).done(),
    )
    if (!paid.ok) throw new Error(paid.reason)
    const undo = { ...head('test.undo'), entryId: paid.entryId }
    const undone = await reverse(db.poster, undo)
    expect(undone).toMatchObject({ ok: true })
    expect(await reverse(db.poster, undo)).toEqual({ ...undone, replayed: true })
    expect(await reverse(db.poster, { ...undo, key: randomUUID() })).toMatchObject({
      reason: 'already-reversed',
    })
    expect(await balanceOf(db.poster, member(a).available('TWD'))).toBe(100n)
  })

  it('is refused while the money is spent and works afterwards', async () => {
    const a = randomUUID()
    const own = member(a).available('TWD')
    const funded = await post(db.poster, entry(head()).move(10n, houseAccounts.bank('TWD'), own).done())
    if (!funded.ok) throw new Error(funded.reason)
    await post(db.poster, entry(head()).move(10n, own, fees('brokerage', 'TWD')).done())
    const undo = { ...head('test.undo'), entryId: funded.entryId }
    expect(await reverse(db.poster, undo)).toMatchObject({ reason: 'insufficient' })
    await post(db.poster, entry(head()).move(10n, fees('brokerage', 'TWD'), own).done())
    expect(await reverse(db.poster, undo)).toMatchObject({ ok: true })
  })

  it('is refused for holds and unknown entries', async () => {
    const [a, id] = [await fundedMember(db.poster, 100n), randomUUID()]
    const held = await hold(db.poster, {
      ...head(),
      holdId: id,
      account: member(a).available('TWD'),
      amount: 5n,
    })
    if (!held.ok) throw new Error(held.reason)
    expect(await reverse(db.poster, { ...head(), entryId: held.entryId })).toMatchObject({
      reason: 'touches-hold',
    })
    expect(await reverse(db.poster, { ...head(), entryId: randomUUID() })).toMatchObject({
      reason: 'unknown-entry',
    })
  })
})

describe('accounts without a balance row', () => {
  it('have the balance of checkpoint plus later lines', async () => {
    const a = await fundedMember(db.poster, 1_000n)
    const name = `test-${a.slice(0, 8)}`
    const pay = () =>
      post(db.poster, entry(head()).move(7n, member(a).available('TWD'), fees(name, 'TWD')).done())
    const rows = await db.reader.query(
      `SELECT 1 FROM ledger.balances b JOIN ledger.accounts a ON a.id = b.account_id WHERE a.code = $1`,
      [fees(name, 'TWD')],
    )
    expect(rows).toEqual([])
    await pay()
    expect(await balanceOf(db.poster, fees(name, 'TWD'))).toBe(7n)
    await untilFinal((text) => db.reader.query(text))
    expect((await checkpoint(db.worker)).lines).toBeGreaterThan(0n)
    expect(await balanceOf(db.poster, fees(name, 'TWD'))).toBe(7n)
    await pay()
    expect(await balanceOf(db.poster, fees(name, 'TWD'))).toBe(14n)
    await untilFinal((text) => db.reader.query(text))
    await checkpoint(db.worker)
    expect((await checkpoint(db.worker)).lines).toBe(0n)
    expect(await balanceOf(db.poster, fees(name, 'TWD'))).toBe(14n)
  })

  it('are exact when a checkpoint runs during an open transaction', async () => {
    const slow = await fundedMember(db.poster, 100n)
    const quick = await fundedMember(db.poster, 100n)
    const name = `slow-${slow.slice(0, 8)}`
    const pay = (from: string) =>
      entry(head()).move(5n, member(from).available('TWD'), fees(name, 'TWD')).done()
    // The account must exist: a transaction that opens one blocks others on it until it commits.
    await post(db.poster, pay(quick))
    await db.poster.transaction(async (tx) => {
      await post(tx, pay(slow))
      // Commits first although it began later; the checkpoint runs between the two commits.
      await post(db.owner, pay(quick))
      await checkpoint(db.worker)
      expect(await balanceOf(db.worker, fees(name, 'TWD'))).toBe(10n)
    })
    expect(await balanceOf(db.poster, fees(name, 'TWD'))).toBe(15n)
    await checkpoint(db.worker)
    expect(await balanceOf(db.poster, fees(name, 'TWD'))).toBe(15n)
    expect(await checkInvariants(db.reader)).toEqual([])
  })

  it('the trial balance sums to zero per asset', async () => {
    const sums = new Map<string, bigint>()
    for (const { asset, total } of await trialBalance(db.poster))
      sums.set(asset, (sums.get(asset) ?? 0n) + total)
    expect([...sums.keys()]).toContain('TWD')
    expect([...sums.values()].every((sum) => sum === 0n)).toBe(true)
  })
})
