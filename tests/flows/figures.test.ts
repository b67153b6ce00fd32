// The summary figures on a real market: one answer, the other routes beside it, and SQL that does not know the figures.

import { afterEach, expect, test, vi } from 'vitest'
import { type MarginVenue, openMarginVenue } from './support/margin-venue.ts'
import type { TestMember } from './support/start-test-api.ts'

vi.setConfig({ testTimeout: 90_000 })

let market: MarginVenue
afterEach(async () => {
  try {
    expect(await market.venue.breaches()).toEqual([])
  } finally {
    await market.stop()
  }
})

const sum = (amounts: Iterable<string>): bigint => {
  let total = 0n
  for (const amount of amounts) total += BigInt(amount)
  return total
}

const costsOf = (trade: Readonly<Record<string, string>>): string[] =>
  ['value', 'fee', 'tax', 'borrowFee', 'loan', 'interest', 'collateral', 'owed'].map((name) => trade[name]!)

/** Everything that shows a figure must show the same one. */
async function expectAgreement(member: TestMember) {
  const account = await market.call(member, '/positions/account')
  const [row] = await market.venue.sql.query<{ total: string; free: string; held: string; incoming: string }>(
    `SELECT app.equity_of($1::uuid)::text AS total,
       coalesce(sum(b.balance) FILTER (WHERE a.kind = 'available'), 0)::text AS free,
       coalesce(sum(b.balance) FILTER (WHERE a.kind LIKE 'held%'), 0)::text AS held,
       coalesce(sum(b.balance) FILTER (WHERE a.kind = 'receivable'), 0)::text AS incoming
     FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
     WHERE a.owner_kind = 'member' AND a.owner_id = $1::text AND a.asset = 'TWD'`,
    [member.memberId],
  )
  const { terms, day } = account
  expect({
    total: account.total,
    free: terms.available,
    held: terms.held,
    incoming: terms.unsettled,
  }).toEqual(row)
  expect(sum(Object.values<string>(terms)).toString()).toBe(account.total)
  expect(sum(account.allocation.map(({ amount }: { amount: string }) => amount)).toString()).toBe(
    account.total,
  )
  expect(BigInt(day.profit)).toBe(BigInt(account.total) - BigInt(day.opening) - BigInt(day.paidIn))
  expect(sum([day.realised, day.unrealised, day.rebates]).toString()).toBe(day.profit)
  const ticket = await market.call(member, '/orders/terms', { symbol: '2330' })
  expect([ticket.buyingPower, ticket.equity]).toEqual([account.buyingPower, account.total])
  const offer = await market.call(member, '/withdrawals/offer')
  expect(offer.withdrawable).toBe(account.withdrawable)
  const { positions } = await market.call(member, '/positions/listPositions', { which: 'open' })
  expect(sum(positions.map(({ unrealised }: { unrealised: string }) => unrealised)).toString()).toBe(
    account.unrealised,
  )
  const profit = await market.call(member, '/positions/profit', { range: 'all' })
  // The range of everything: what was before today, and today.
  const { before } = profit
  expect(sum([before.unrealised, day.unrealised]).toString()).toBe(account.unrealisedBefore)
  expect(sum([profit.opening, before.paidIn, before.profit, day.paidIn, day.profit]).toString()).toBe(
    account.total,
  )
  const { month, records } = await market.call(member, '/funds/records', { tab: 'transaction' })
  expect(BigInt(month.now)).toBe(sum([terms.available, terms.held, terms.unsettled]))
  expect(sum([month.start, month.storedValue, month.withdrawal, month.transaction])).toBe(BigInt(month.now))
  expect(sum(records.map(({ amount }: { amount: string }) => amount)).toString()).toBe(month.transaction)
  for (const { entryId, amount } of records) {
    const entry = await market.call(member, '/funds/entry', { entryId })
    expect(entry.change).toBe(amount)
    if (entry.trade !== null) expect(sum(costsOf(entry.trade)).toString()).toBe(amount)
  }
  const { totals } = await market.call(member, '/positions/listPositions', {
    which: 'closed',
    month: market.date().slice(0, 7),
  })
  expect(totals.realised).toBe(sum([before.realised, day.realised]).toString())
  expect(BigInt(totals.gross) - BigInt(totals.costs) - BigInt(totals.interest)).toBe(BigInt(totals.realised))
  const file = await market.call(member, '/positions/statement', {
    from: market.date(),
    to: market.date(),
    format: 'json',
    language: 'tw',
    parts: [],
  })
  const { figures } = JSON.parse(Buffer.from(file.base64, 'base64').toString())
  expect(figures).toMatchObject({ total: account.total, terms, quote: account.quote, ledger: account.ledger })
  return { account, totals, records }
}

test('figures of every route agree through trades, debts and partial closes', async () => {
  market = await openMarginVenue()
  const member = await market.member()
  // The first quotes of the day are settled, so that none arrives between two requests.
  await market.untilIdle()
  await expectAgreement(member)
  await market.venue.seat('maker-1', '2330', 'sell', 10_000, 3)
  const long = await market.venue.open(member.memberId, {
    symbol: '2330',
    multiple: 250,
    price: 10_000,
    lots: 3,
  })
  await market.untilIdle()
  const bought = await expectAgreement(member)
  expect(bought.account.day).toMatchObject({ realised: '0', profit: bought.account.unrealisedBefore })

  await market.venue.seat('maker-1', '2317', 'buy', 10_000, 2)
  const short = await market.venue.open(member.memberId, {
    symbol: '2317',
    direction: 'short',
    price: 10_000,
    lots: 2,
  })
  await market.venue.open(member.memberId, { symbol: '2330', price: 9_500, lots: 1 })
  await market.untilIdle()
  const shorted = await expectAgreement(member)
  expect(BigInt(shorted.account.terms.held)).toBeGreaterThan(0n)
  expect(BigInt(shorted.account.parts.borrowedShares)).toBe(-20_000_000n)

  await market.nextDay({ 2330: 10_300, 2317: 9_900 })
  await market.accrue()
  await market.nextDay({ 2330: 10_400 })
  await market.venue.seat('maker-2', '2330', 'buy', 10_400, 1)
  await market.venue.close(long, { price: 10_400, lots: 1 })
  await market.venue.seat('maker-2', '2317', 'sell', 9_900, 1)
  await market.venue.close(short, { price: 9_900, lots: 1 })
  await market.untilIdle()
  const partly = await expectAgreement(member)
  // Both positions are still open: the month and the day have the results of their closed parts.
  expect(partly.totals).toMatchObject({ count: 2 })
  expect(partly.account.day.realised).toBe(partly.totals.realised)
  expect(BigInt(partly.totals.realised)).not.toBe(0n)
  expect(BigInt(partly.totals.interest)).toBeGreaterThan(0n)

  // Interest paid by hand is a result at once, of the day and of the month.
  const { cashLoans, interest } = partly.account.parts
  const debt = -BigInt(cashLoans) - BigInt(interest)
  const topUp = { amount: debt.toString(), positionId: long }
  expect(await market.call(member, '/positions/topUp', topUp, true)).toMatchObject({ applied: topUp.amount })
  const repaid = await expectAgreement(member)
  expect(repaid.account.parts).toMatchObject({ cashLoans: '0', interest: '0' })
  expect(BigInt(partly.account.day.realised) - BigInt(repaid.account.day.realised)).toBe(-BigInt(interest))
})

test('an answer names its quote and its position of the ledger', async () => {
  market = await openMarginVenue()
  const member = await market.member()
  const first = await market.call(member, '/positions/account')
  expect(first.ledger).toBe('1')
  await market.trade('2330', 10_000)
  await market.untilIdle()
  const priced = await market.call(member, '/positions/account')
  expect(priced.quote).not.toBe(first.quote)
  expect(priced.ledger).toBe('1')
  await market.venue.open(member.memberId, { symbol: '2330', price: 9_500, lots: 1 })
  expect((await market.call(member, '/positions/account')).ledger).toBe('3')
})

test('a planted difference between ledger and positions is found', async () => {
  market = await openMarginVenue()
  const member = await market.member()
  await market.venue.seat('maker-1', '2330', 'sell', 10_000, 1)
  const positionId = await market.venue.open(member.memberId, { symbol: '2330', price: 10_000, lots: 1 })
  await market.untilIdle()
  const set = (by: number) =>
    market.venue.sql.query('UPDATE app.positions SET borrow_fee = borrow_fee + $2 WHERE id = $1', [
      positionId,
      by,
    ])
  await set(1)
  expect((await market.venue.breaches()).map(({ invariant }) => invariant)).toContain('I31')
  await set(-1)
})
