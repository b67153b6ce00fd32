// The facts of a world, as app.lock_order_facts and app.read_member_facts read them from its rows.

import { type AccountCode, lending, member, stock } from '@fairlot/ledger'
import {
  type BatchFacts,
  type FreeBalance,
  type MemberFacts,
  type MoreMemberFacts,
  sharesKey,
} from '../../../apps/server/src/features/orders/intake/facts.ts'
import { rateWindowMs } from '../../../apps/server/src/features/orders/intake/decide-batch.ts'
import {
  type OrderWorld,
  worldDate,
  worldDays,
  worldDue,
  worldNow,
  type WorldMember,
} from './order-worlds.ts'

export function worldFacts(world: OrderWorld): BatchFacts {
  const { drafts, orders, positions, members } = world
  const ids = new Set(drafts.map(({ id }) => id))
  const replaced = new Set(drafts.map(({ replaces }) => replaces))
  const closed = new Set(drafts.map(({ positionId }) => positionId))
  return {
    known: new Map(
      orders
        .filter(({ id }) => ids.has(id))
        .map((order) => [
          order.id,
          { ...order, terms: '0'.repeat(64), date: worldDate, placedMs: order.placedAt.getTime(), held: 0n },
        ]),
    ),
    replaced: new Map(orders.filter(({ id }) => replaced.has(id)).map((order) => [order.id, order])),
    positions: new Map(
      positions.filter(({ id }) => closed.has(id)).map((position) => [position.id, position]),
    ),
    members: new Map(members.map((one) => [one.id, memberFacts(world, one)])),
    lendable: new Map(
      worldDays.map(({ symbol }) => [symbol, world.balances.get(lending.available(stock(symbol))) ?? 0n]),
    ),
    shares: new Map(
      members.flatMap(({ id }) =>
        worldDays.map(({ symbol }) => [
          sharesKey(id, symbol),
          free(world, [
            member(id).available(stock(symbol)),
            ...worldDue.map((on) => member(id).receivable(stock(symbol), on)),
          ]),
        ]),
      ),
    ),
  }
}

const free = ({ balances }: OrderWorld, accounts: readonly AccountCode[]): FreeBalance[] =>
  accounts.flatMap((account) => {
    const amount = balances.get(account) ?? 0n
    return amount > 0n ? [{ account, amount }] : []
  })

function memberFacts(
  world: OrderWorld,
  { id, stopped, lossLimit, ownerGroup, ...one }: WorldMember,
): MemberFacts {
  const own = world.orders.filter(({ memberId, purpose }) => memberId === id && purpose === 'open')
  return {
    id,
    available: world.balances.get(member(id).available('TWD')) ?? 0n,
    stopped,
    lossLimit,
    recent: own.filter(({ placedAt }) => placedAt.getTime() > worldNow.getTime() - rateWindowMs).length,
    ownerGroup,
    isFollowed: false,
    more: moreFacts(world, id, own, one),
  }
}

function moreFacts(
  world: OrderWorld,
  id: string,
  own: OrderWorld['orders'],
  { realised, called, mayDayTrade }: Pick<WorldMember, 'realised' | 'called' | 'mayDayTrade'>,
): MoreMemberFacts {
  const cash = [...world.balances].filter(([account]) => account.startsWith(`member/${id}/TWD/`))
  const dayTrades = own.filter(
    ({ dayTrade, placedAt }) => dayTrade && placedAt.getTime() > worldNow.getTime() - 3 * 86_400_000,
  )
  return {
    cash: cash.reduce((sum, [, amount]) => sum + amount, 0n),
    receivables: free(
      world,
      worldDue.map((on) => member(id).receivable('TWD', on)),
    ),
    holdings: world.positions
      .filter(({ memberId }) => memberId === id)
      .map(({ direction, shares, loan, openedValue, openedShares, symbol }) => {
        const day = worldDays.find((one) => one.symbol === symbol)!
        return { direction, shares, loan, openedValue, openedShares, price: day.last ?? day.reference }
      }),
    openOrders: own
      .filter(({ state }) => state === 'entrusted')
      .map(({ direction, multiple, left, worstPrice }) => ({
        direction,
        multiple,
        quantity: left,
        worstPrice,
      })),
    dayTrades: dayTrades.map(({ filledValue, left, worstPrice }) => ({
      filledValue,
      quantity: left,
      worstPrice,
    })),
    realised,
    called,
    mayDayTrade,
  }
}
