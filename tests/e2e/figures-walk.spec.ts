// Random actions of one member. After each, every screen that shows a summary figure is read. The shown figures equal one
// answer of the server, and that answer equals the ledger's balances as SQL adds them up.

import { randomUUID } from 'node:crypto'
import type { Page } from '@playwright/test'
import { newId } from '../../apps/member/src/shell/send-once/new-id.ts'
import type { DataOf } from '../../packages/contract/src/index.ts'
import { amountsOf, compareScreens, keepAnswer } from './support/figures.ts'
import { hold, placeOrder, type Position } from './support/hold.ts'
import { letSell } from './support/holdings.ts'
import { callApi, type Member, type Session } from './support/member.ts'
import {
  fundPassword,
  openOperatorVotes,
  until,
  uploadPicture,
  usableCard,
  verifyMember,
  type Votes,
} from './support/money.ts'
import { expect, proveOnly, test, twoAppearances } from './support/test.ts'
import { apiOf, type Api } from './support/trading.ts'

const count = 40
const SYMBOLS = { tw: ['2890', '1402', '1303'], en: ['2354', '2834', '1326'] } as const

interface Walker {
  readonly api: Api
  readonly member: Member
  readonly session: Session
  readonly page: Page
  readonly votes: Votes
  readonly card: string
  /** The next number of the seeded series, below `limit`. */
  readonly below: (limit: number) => number
  readonly symbols: readonly string[]
}

/** Returns false when the action is not possible now. */
type Action = (walker: Walker) => Promise<boolean>

const terms = (api: Api, symbol: string) => api.ask<DataOf<'/orders/terms'>>('/orders/terms', { symbol })
const pick = <Item>({ below }: Walker, items: readonly Item[]): Item => items[below(items.length)]!

const actions: Readonly<Record<string, Action>> = {
  async buy(walker) {
    const multiple = pick(walker, [100, 200, 250] as const)
    await hold(walker.api, { symbol: pick(walker, walker.symbols), lots: 1 + walker.below(3), multiple })
    return true
  },
  async short(walker) {
    await hold(walker.api, {
      symbol: pick(walker, walker.symbols),
      lots: 1 + walker.below(2),
      direction: 'short',
    })
    return true
  },
  async rest(walker) {
    await placeOrder(walker.api, {
      symbol: pick(walker, walker.symbols),
      lots: 1 + walker.below(4),
      price: 'limit-down',
    })
    return true
  },
  async cancel({ api }) {
    const [order] = await api.open()
    if (order === undefined) return false
    await api.ask('/orders/cancelOrder', { orderId: order.orderId })
    await until(async () => !(await api.open()).some(({ orderId }) => orderId === order.orderId))
    return true
  },
  async close(walker) {
    const open = (await walker.api.positions('open')).filter(({ shares, closing }) => shares > closing)
    if (open.length === 0) return false
    const position = pick(walker, open)
    await letSell(position.positionId)
    await closeOneLot(walker.api, position)
    return true
  },
  /** Asks for a withdrawal, or cancels the one that waits. */
  async withdraw({ api, session, page, card }) {
    const { withdrawals } = await api.ask<DataOf<'/withdrawals/list'>>('/withdrawals/list', {})
    const waiting = withdrawals.find(({ state }) => state === 'pending')
    const call = (path: string, body: object) =>
      callApi(page.context().request, path, body, { session, key: true })
    if (waiting) await call('/withdrawals/cancel', { withdrawalId: waiting.withdrawalId })
    else {
      const amount = '1234500'
      await call('/withdrawals/create', {
        withdrawalId: randomUUID(),
        bankAccountId: card,
        amount,
        fundPassword,
      })
    }
    return true
  },
  async deposit({ api, session, page, votes, below }) {
    const request = page.context().request
    const { channels } = await api.ask<DataOf<'/deposits/channels'>>('/deposits/channels', {})
    const channel = channels.find(
      ({ currency, state, needsPassword }) => currency === 'TWD' && state === 'open' && !needsPassword,
    )!
    const before = BigInt((await api.account()).terms.available)
    const amount = 1_000_000n * BigInt(1 + below(10))
    const receipt = await uploadPicture(request, session)
    const { deposit } = await callApi<DataOf<'/deposits/create'>>(
      request,
      '/deposits/create',
      { channelId: channel.channelId, amount: String(amount), receipt },
      { session, key: true },
    )
    await votes.vote(0, 'deposit', deposit.depositId, 'approve', 'e2e')
    await votes.vote(1, 'deposit', deposit.depositId, 'approve', 'e2e')
    await until(async () => BigInt((await api.account()).terms.available) === before + amount)
    return true
  },
}

async function closeOneLot(api: Api, { positionId, symbol, direction, shares }: Position): Promise<void> {
  const { lower, upper, hash } = await terms(api, symbol)
  await api.ask('/orders/closePosition', {
    orderId: newId(),
    positionId,
    price: direction === 'long' ? lower : upper,
    quantity: 1_000,
    validity: 'ROD',
    terms: hash,
    acknowledged: ['far-price'],
  })
  await until(async () => {
    const found = (await api.positions('open')).find((one) => one.positionId === positionId)
    return (found?.shares ?? 0) === shares - 1_000
  })
}

/** What the ledger says of the figures that no price changes. */
async function ledgerFigures(
  { owner }: Votes,
  { memberId }: Member,
): Promise<Readonly<Record<string, string>>> {
  const { rows } = await owner.query(
    `SELECT coalesce(sum(b.balance) FILTER (WHERE a.kind = 'available'), 0)::text AS available,
       coalesce(sum(b.balance) FILTER (WHERE a.kind LIKE 'held%'), 0)::text AS held,
       coalesce(sum(b.balance) FILTER (WHERE a.kind = 'receivable'), 0)::text AS unsettled,
       coalesce(sum(b.balance) FILTER (WHERE a.kind = 'collateral'), 0)::text AS collateral,
       coalesce(sum(b.balance) FILTER (WHERE a.kind IN ('available', 'receivable')), 0)::text AS "buyingPower"
     FROM ledger.accounts a JOIN ledger.balances b ON b.account_id = a.id
     WHERE a.owner_kind = 'member' AND a.owner_id = $1 AND a.asset = 'TWD'`,
    [memberId],
  )
  return rows[0] as Record<string, string>
}

test(
  'every screen shows the same figures after each random action',
  { tag: [twoAppearances, proveOnly] },
  async ({ page, open, member, lang }) => {
    test.setTimeout(count * 30_000 + 60_000)
    const session = await open('/user/language')
    const api = apiOf(page, session)
    const votes = await openOperatorVotes()
    await verifyMember(page.context().request, session, member, votes)
    const card = await usableCard(page.context().request, session, votes)
    let seed = lang === 'tw' ? 20261117 : 71116202
    const below = (limit: number): number => {
      seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0
      return (seed >>> 16) % limit
    }
    const walker: Walker = { api, member, session, page, votes, card, below, symbols: SYMBOLS[lang] }
    const kept = await keepAnswer(page)
    const names = Object.keys(actions)
    const done: string[] = []
    let compared = 0
    while (done.length < count) {
      const name = names[below(names.length)]!
      if (!(await actions[name]!(walker))) continue
      done.push(name)
      kept.next()
      compared += await compareScreens(page, kept, `${done.length}-${name}`)
      const account = kept.answer()
      const sum = Object.values(account.terms).reduce((total, term) => total + BigInt(term), 0n)
      expect(sum, `the terms add up to the total after ${done.join(', ')}`).toBe(BigInt(account.total))
      const ledger = await ledgerFigures(votes, member)
      expect(amountsOf(account), `the answer equals the ledger after ${done.join(', ')}`).toMatchObject(
        ledger,
      )
    }
    expect(compared).toBeGreaterThanOrEqual(count * 20)
    await votes.owner.end()
  },
)
