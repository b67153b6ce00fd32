// Auctions on the real api and PostgreSQL: published by two operators, sealed bids, opened by the round, cleared, paid,
// forfeited, refunded. What each role is refused, and the books after every test. tests/faults/hostile-auctions.test.ts reads
// sealed bids.

import { createPublicKey, verify } from 'node:crypto'
import { requestBreaches } from '@fairlot/testkit/invariants/requests'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auctionsConsoleHandlers } from '../../apps/server/src/features/auctions/index.ts'
import { verifyTrees } from '../../apps/server/src/features/audit/index.ts'
import { reconcile } from '../../apps/server/src/features/funds/index.ts'
import { setRestriction } from '../../apps/server/src/features/members/index.ts'
import { newId } from '../../apps/server/src/platform/ids.ts'
import type { DataOf } from '../../packages/contract/src/routes.ts'
import { randomnessOf } from '../../packages/proof/src/beacon.ts'
import { type AuctionBook, checkAuction, sealContext, unhex } from '../../packages/proof/src/index.ts'
import { unseal } from '../../packages/proof/src/timelock.ts'
import { isOnTick } from '../../packages/rules/src/instruments/index.ts'
import {
  type AuctionHarness,
  openAuctionHarness,
  sha256,
  type TestAuction,
} from './support/auction-harness.ts'
import { openHours } from './support/fund-harness.ts'
import { openDb } from './support/open-db.ts'
import type { TestMember } from './support/start-test-api.ts'

let harness: AuctionHarness
beforeAll(async () => {
  harness = await openAuctionHarness()
})
afterAll(() => harness.stop())
beforeEach(() => harness.clock.set(openHours))
afterEach(async () => {
  harness.holdBeacon(false)
  expect(await requestBreaches(harness.api.database)).toEqual([])
  const { broken } = await harness.worker.transaction((tx) => reconcile(tx, harness.clock.now()))
  expect(broken).toEqual([])
})

const deposit = 10_000_000n
const fee = 40_000n
const lot = 1_000n
const bidIdOf = (reply: { body: { data: unknown } }): string =>
  (reply.body.data as { bid: { bidId: string } }).bid.bidId
const act = (member: TestMember, path: '/auctions/cancel' | '/auctions/pay', bidId: string) =>
  member.client.call(path, { bidId }, { key: true })
const noticesOf = async ({ memberId }: TestMember): Promise<readonly string[]> => {
  const { rows } = await harness.owner.query<{ code: string }>(
    `SELECT code FROM app.notices WHERE member_id = $1 AND code LIKE 'auction.%' ORDER BY sent_at, id`,
    [memberId],
  )
  return rows.map(({ code }) => code)
}

/** As a phone checks it. */
const check = (book: AuctionBook) =>
  checkAuction(
    {
      sha256,
      signed: async (key, text, signature) =>
        verify(
          null,
          Buffer.from(text),
          createPublicKey({ key: Buffer.from(key, 'base64'), format: 'der', type: 'spki' }),
          Buffer.from(signature, 'base64'),
        ),
      randomness: (chain, round) => randomnessOf(sha256, chain, round),
      unsealed: async ({ bidId, fingerprint, sealed }, auctionId) => {
        const context = sealContext(auctionId, bidId, fingerprint)
        const text = await unseal(sha256, book.beacon, unhex(sealed), context)
        return text && new TextDecoder().decode(text)
      },
      isOnTick: (price) => isOnTick('stock', Number(price)),
    },
    book,
  )

describe('an auction', () => {
  test('gives lots to the highest prices; each winner pays their own', async () => {
    const auction = await harness.auction({ lots: 10, maxLots: 1 })
    const members: TestMember[] = []
    for (let n = 0; n < 12; n += 1) {
      const member = await harness.member()
      const sent = await harness.bid(member, auction, { price: BigInt(6_000 + 10 * n), lots: 1 })
      expect([sent.http, sent.body.msg]).toEqual([200, 'done.bid-sealed'])
      members.push(member)
    }
    const [lowest, , last] = members
    const first = members.at(-1)!
    const before = await harness.available(lowest!)
    expect(await harness.held(lowest!)).toBe(deposit + fee)

    await harness.open(auction)
    const book = await harness.book(auction)
    expect(await check(book as AuctionBook)).toEqual({
      terms: 'right',
      list: 'right',
      beacon: 'right',
      bids: 'right',
      result: 'right',
    })
    expect((await harness.read(first, auction)).auction).toMatchObject({
      state: 'paying',
      result: { lowest: '6020', highest: '6110', lots: 10 },
      mine: { awarded: 1 },
    })
    expect(await harness.held(lowest!)).toBe(0n)
    expect(await harness.available(lowest!)).toBe(before + deposit)
    expect(await noticesOf(lowest!)).toEqual(['auction.not-won'])
    expect(await noticesOf(first)).toEqual(['auction.won'])
    const { bands } = await harness.read(first, auction)
    expect([bands[0], bands.at(-2), bands.at(-1)]).toEqual([
      { from: '6100', to: '6110', asked: 2, awarded: 2 },
      { from: '6020', to: '6020', asked: 1, awarded: 1 },
      { from: '6000', to: '6010', asked: 2, awarded: 0 },
    ])
    const listed = async (member: TestMember, view: 'waiting' | 'won' | 'ended') =>
      ((await member.client.call('/auctions/bids', { view })).body.data as DataOf<'/auctions/bids'>).bids.map(
        ({ state }) => state,
      )
    expect([await listed(first, 'won'), await listed(first, 'ended')]).toEqual([['payment-due'], []])
    expect([await listed(lowest!, 'won'), await listed(lowest!, 'ended')]).toEqual([[], ['not-won']])

    const price = 6_110n * lot
    expect(await harness.held(first)).toBe(price / 2n)
    const [bid] = (await harness.read(first, auction)).bids
    expect(bid).toMatchObject({ state: 'payment-due', rank: 1, awarded: 1, due: (price / 2n).toString() })
    const stranger = await act(last!, '/auctions/pay', bid!.bidId)
    expect([stranger.http, stranger.body.msg]).toEqual([404, 'order.not-found'])
    const paid = await act(first, '/auctions/pay', bid!.bidId)
    expect([paid.http, paid.body.msg]).toEqual([200, 'done.bid-paid'])
    expect((await act(first, '/auctions/pay', bid!.bidId)).body.msg).toBe('auction.not-due')
    expect(await harness.held(first)).toBe(price)

    // The last winner does not pay.
    const kept = (6_020n * lot) / 2n
    expect(await harness.held(last!)).toBe(kept)
    harness.clock.set(auction.payBy.toISOString())
    await harness.advance()
    expect(await harness.held(last!)).toBe(0n)
    expect(await noticesOf(last!)).toEqual(['auction.won', 'auction.forfeited'])
    const { auction: ended, bids } = await harness.read(last!, auction)
    expect([ended.state, bids[0]!.state]).toEqual(['settled', 'forfeited'])
    expect(await harness.held(first)).toBe(price)
    const key = harness.api.config.secrets.auditKey().publicKey.export({ format: 'der', type: 'spki' })
    const reader = openDb({ url: harness.api.database.readerUrl, poolSize: 1, applicationName: 'test' })
    expect(await verifyTrees(reader, [key])).toMatchObject({ ok: true })
    await reader.close()
  })

  test('breaks ties by lot and gives no person more than the cap', async () => {
    const auction = await harness.auction()
    const members: TestMember[] = []
    for (let n = 0; n < 11; n += 1) {
      const member = await harness.member()
      for (const lots of [2, 1])
        expect((await harness.bid(member, auction, { price: 7_000n, lots })).http).toBe(200)
      members.push(member)
    }
    await harness.open(auction)
    const book = await harness.book(auction)
    expect((await check(book as AuctionBook)).result).toBe('right')
    const perPerson = Map.groupBy(book.bids, ({ person }) => person)
    expect(perPerson.size).toBe(11)
    const sums = [...perPerson.values()].map((bids) => bids.reduce((sum, { awarded }) => sum + awarded, 0))
    expect(Math.max(...sums)).toBe(2)
    expect(sums.reduce((sum, each) => sum + each, 0)).toBe(20)
  })

  test('leaves out bids that break the terms or do not open', async () => {
    const auction = await harness.auction()
    const good = await harness.member()
    await harness.bid(good, auction, { price: 6_000n, lots: 1 })
    const wrong: readonly (readonly [string, TestMember])[] = [
      ['price', await bidder(auction, { price: 5_990n, lots: 1 })],
      ['price', await bidder(auction, { price: 6_005n, lots: 1 })],
      ['lots', await bidder(auction, { price: 6_000n, lots: 3 })],
      ['ceiling', await bidder(auction, { price: 20_100n, lots: 1 })],
      ['sealed', await bidder(auction, { price: 6_000n, lots: 1 }, await otherBid(auction))],
    ]
    await harness.open(auction)
    const book = await harness.book(auction)
    expect(await check(book as AuctionBook)).toMatchObject({ list: 'right', bids: 'right', result: 'right' })
    for (const [problem, member] of wrong) {
      const [bid] = (await harness.read(member, auction)).bids
      expect(bid).toMatchObject({ state: 'invalid', problem, awarded: 0, held: '0' })
      expect(await harness.held(member)).toBe(0n)
      expect(await noticesOf(member)).toEqual(['auction.invalid'])
    }
    expect((await harness.read(good, auction)).bids[0]).toMatchObject({ state: 'payment-due', awarded: 1 })
  })

  const bidder = async (
    auction: TestAuction,
    bid: { readonly price: bigint; readonly lots: number },
    over: object = {},
  ): Promise<TestMember> => {
    const member = await harness.member()
    expect((await harness.bid(member, auction, bid, over)).http).toBe(200)
    return member
  }
  /** A fingerprint with the sealed text of another bid. */
  const otherBid = async (auction: TestAuction) => {
    const { sealed } = await harness.seal(auction, { price: 9_000n, lots: 1 })
    return { sealed }
  }
})

describe('a bid', () => {
  test('is refused outside the window, the terms and the rules', async () => {
    const member = await harness.member()
    const auction = await harness.auction()
    const good = { price: 6_000n, lots: 1 }
    const msg = async (over: object, by = member) => (await harness.bid(by, auction, good, over)).body.msg
    expect(await msg({ auctionId: newId() })).toBe('stock.not-found')
    expect(await msg({ ceiling: '5000000' })).toBe('auction.ceiling')
    expect(await msg({ ceiling: '20000100' })).toBe('auction.ceiling')
    expect(await msg({ sealed: 'ab'.repeat(200) })).toBe('input.invalid')
    expect(await msg({ fundPassword: '111222' })).toBe('password.wrong-fund')
    expect(await msg({ ceiling: '900000000000' })).toBe('balance.insufficient')
    expect(await msg({}, await harness.api.member())).toBe('identity.complete-first')
    const { fingerprint } = await harness.seal(auction, good)
    expect(await msg({ fingerprint })).toBe('done.bid-sealed')
    // A copy of another bid's fingerprint.
    expect(await msg({ fingerprint }, await harness.member())).toBe('input.invalid')
    harness.clock.set(auction.closesAt.toISOString())
    expect(await msg({})).toBe('auction.closed')
  })

  test('counts once, however often it is sent', async () => {
    const auction = await harness.auction()
    const member = await harness.member()
    const { bid, fingerprint, sealed } = await harness.seal(auction, { price: 6_000n, lots: 1 })
    const same = { bidId: bid.bidId, fingerprint, sealed }
    const replies = await Promise.all(
      [1, 2, 3].map(() => harness.bid(member, auction, { price: 6_000n, lots: 1 }, same)),
    )
    expect(replies.map(({ body }) => body.msg)).toEqual([
      'done.bid-sealed',
      'done.bid-sealed',
      'done.bid-sealed',
    ])
    expect(await harness.held(member)).toBe(deposit + fee)
    expect((await harness.read(member, auction)).bids).toHaveLength(1)
    const waiting = await member.client.call('/auctions/bids', { view: 'waiting' })
    expect(waiting.body.data).toMatchObject({
      bids: [{ bidId: bid.bidId, price: null, lots: null }],
      next: null,
    })
    expect((await harness.book(auction)).bids).toEqual([])
  })

  test('is cancelled until the close; each bid pays the fee', async () => {
    const auction = await harness.auction()
    const member = await harness.member()
    const before = await harness.available(member)
    const first = bidIdOf(await harness.bid(member, auction, { price: 6_000n, lots: 1 }))
    const stranger = await harness.member()
    expect((await act(stranger, '/auctions/cancel', first)).body.msg).toBe('order.not-found')
    const cancelled = await act(member, '/auctions/cancel', first)
    expect([cancelled.http, cancelled.body.msg]).toEqual([200, 'done.bid-cancelled'])
    expect(await harness.available(member)).toBe(before - fee)
    expect((await act(member, '/auctions/cancel', first)).body.msg).toBe('auction.closed')
    const second = bidIdOf(await harness.bid(member, auction, { price: 6_500n, lots: 1 }))
    expect(await harness.available(member)).toBe(before - fee - deposit - fee)
    harness.clock.set(auction.closesAt.toISOString())
    expect((await act(member, '/auctions/cancel', second)).body.msg).toBe('auction.closed')
    await harness.open(auction)
    expect((await harness.book(auction)).bids).toHaveLength(1)
    expect((await harness.read(member, auction)).bids.map(({ state }) => state)).toEqual([
      'payment-due',
      'cancelled',
    ])
  })

  test('of a person restricted a second before the close is refunded', async () => {
    const auction = await harness.auction()
    const barred = await harness.member()
    const before = await harness.available(barred)
    await harness.bid(barred, auction, { price: 9_000n, lots: 1 })
    harness.clock.set(new Date(auction.closesAt.getTime() - 1_000).toISOString())
    const deps = {
      bus: harness.api.api.runtime.bus,
      subjects: { own: (id: string) => `test.own.${id}` } as never,
    }
    await harness.worker.transaction((tx) =>
      setRestriction(
        tx,
        {
          memberId: barred.memberId,
          kind: 'no-trading',
          reason: 'identity-doubt',
          operators: ['op-1', 'op-2'],
          now: harness.clock.now(),
          requestId: 'test',
        },
        deps,
      ),
    )
    harness.clock.set(auction.closesAt.toISOString())
    await harness.advance()
    expect(await harness.available(barred)).toBe(before)
    expect(await noticesOf(barred)).toEqual(['auction.void'])
    await harness.open(auction)
    expect((await harness.book(auction)).bids).toEqual([])
  })
})

describe('all money goes back', () => {
  const bidOne = async () => {
    const auction = await harness.auction()
    const member = await harness.member()
    const before = await harness.available(member)
    await harness.bid(member, auction, { price: 6_000n, lots: 1 })
    return { auction, member, before }
  }

  test('when two operators remove the auction, until its close', async () => {
    const { auction, member, before } = await bidOne()
    await harness.remove(auction.auctionId)
    await harness.advance()
    expect(await harness.available(member)).toBe(before)
    const { auction: shown, bids } = await harness.read(member, auction)
    expect([shown.state, shown.isRemoved, bids[0]!.voidReason]).toEqual(['void', true, 'removed'])
    const other = await bidOne()
    harness.clock.set(other.auction.closesAt.toISOString())
    await harness.advance()
    await expect(harness.remove(other.auction.auctionId)).rejects.toThrow('offer.closed')
  })

  test('when the list is not signed before the round', async () => {
    const { auction, member, before } = await bidOne()
    harness.clock.set(auction.opensAt.toISOString())
    await harness.advance()
    expect(await harness.available(member)).toBe(before)
    const { auction: shown, bids } = await harness.read(member, auction)
    expect([shown.state, bids[0]!.voidReason]).toEqual(['void', 'not-listed'])
  })
})

test('an auction waits for its round and opens by itself', async () => {
  const auction = await harness.auction()
  const member = await harness.member()
  await harness.bid(member, auction, { price: 6_000n, lots: 1 })
  harness.holdBeacon(true)
  await harness.open(auction)
  expect((await harness.read(member, auction)).auction.state).toBe('closed')
  harness.holdBeacon(false)
  await harness.advance()
  expect((await harness.read(member, auction)).auction.state).toBe('paying')
})

describe('the database', () => {
  const refused = (db: 'worker' | 'owner', sql: string, values: readonly unknown[]) =>
    (db === 'worker' ? harness.worker.query(sql, values) : harness.owner.query(sql, [...values])).then(
      () => 'accepted',
      (error: { code?: string }) => error.code,
    )

  test('keeps terms, lists and opened bids as they are', async () => {
    const auction = await harness.auction()
    const member = await harness.member()
    const id = bidIdOf(await harness.bid(member, auction, { price: 6_000n, lots: 1 }))
    const check = '23514'
    const right = '42501'
    expect(
      await refused('owner', 'UPDATE app.auctions SET lots = 1 WHERE id = $1', [auction.auctionId]),
    ).toBe(check)
    expect(
      await refused('worker', 'UPDATE app.auctions SET lots = 1 WHERE id = $1', [auction.auctionId]),
    ).toBe(right)
    expect(await refused('owner', 'UPDATE app.auction_bids SET ceiling = 9 WHERE id = $1', [id])).toBe(check)
    expect(await refused('owner', 'DELETE FROM app.auction_bids WHERE id = $1', [id])).toBe(check)
    // Nothing is opened before the round.
    const invent = `UPDATE app.auction_bids SET problem = 'sealed' WHERE id = $1`
    expect(await refused('worker', invent, [id])).toBe(check)
    await harness.open(auction)
    // Another price has another fingerprint.
    expect(await refused('worker', 'UPDATE app.auction_bids SET price = 7000 WHERE id = $1', [id])).toBe(
      check,
    )
    expect(
      await refused('worker', 'UPDATE app.auction_bids SET awarded = 0, kept = 0 WHERE id = $1', [id]),
    ).toBe(check)
    const pay = `UPDATE app.auction_bids SET state = 'paid', paid_at = now() WHERE id = $1`
    expect(await refused('worker', pay, [id])).toBe(right)
  })
})

test('an auction needs valid terms, a free code and two operators', async () => {
  const msg = async (over: object): Promise<string> => {
    const answer = await harness.propose(over)
    return answer.ok ? 'ok' : answer.msg
  }
  expect(await msg({ floorPrice: '0' })).toBe('auction.terms')
  expect(await msg({ maxLots: 3 })).toBe('auction.terms')
  expect(await msg({ reason: '' })).toBe('proposal.why')
  const auction = await harness.auction()
  expect(await msg({ symbol: auction.symbol })).toBe('offer.symbol-taken')
  const listed = await auctionsConsoleHandlers({ db: harness.console }).published({}, {} as never)
  if (!listed.ok) throw new Error(listed.msg)
  expect(listed.data.auctions.find(({ auctionId }) => auctionId === auction.auctionId)).toMatchObject({
    state: 'bidding',
    capLots: 2,
    counts: { bids: 0 },
    result: null,
  })
})
