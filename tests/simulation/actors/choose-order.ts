// Chooses a member's next action: mostly sensible, sometimes beyond their means, based on what their phone shows.

import type { QuoteRow } from './rows.ts'
import type { Phone, Simulation } from './simulation.ts'
import type { OrderRequest, RiskLimitsRequest } from './requests.ts'

const lot = 1_000

export function chooseOrder(simulation: Simulation, phone: Phone): OrderRequest | undefined {
  const { scheduler } = simulation
  const { random } = scheduler
  const dice = random.next()
  const open = [...phone.kept.orders.values()].filter(({ state }) => state === 'entrusted')
  if (dice < 0.2 && open.length > 0) return { kind: 'cancel', orderId: random.pick(open).orderId }
  if (dice < 0.32 && open.length > 0) return replaceOf(simulation, phone)
  const held = [...phone.kept.positions.values()].filter(({ shares, closing }) => shares > closing)
  if (dice < 0.66 && held.length > 0) return closeOf(simulation, phone)
  // A used id with another body: it is refused, and nothing happens.
  const used = [...phone.sent.keys()]
  const isSecond = used.length > 0 && random.chance(0.03)
  const direction = random.chance(0.3) ? 'short' : 'long'
  const { symbol } = random.pick(simulation.instruments)
  // Rarely by a member who may not: the phone shows it, the server must refuse it.
  const dayTrade = random.chance(simulation.eligible.has(phone.memberId) ? 0.25 : 0.08)
  return {
    kind: 'place',
    orderId: isSecond ? random.pick(used) : random.uuid(scheduler.clockOf(phone.process)),
    symbol,
    direction,
    multiple: direction === 'short' || dayTrade ? 100 : random.pick([100, 100, 200, 250] as const),
    dayTrade,
    ...entryOf(simulation, symbol, direction === 'long' ? 'buy' : 'sell'),
    // Sometimes more than the member can pay for.
    quantity: lot * (random.chance(0.04) ? 300 : 1 + random.below(6)),
  }
}

/** Mostly trading is allowed: a member who was stopped starts again. */
export function chooseRiskLimits({ scheduler: { random } }: Simulation): RiskLimitsRequest {
  return {
    kind: 'risk-limits',
    stopped: random.chance(0.15),
    // Minor units: from any loss at all to one that needs several closes.
    lossLimit: random.pick([null, 1n, 100_000n, 1_000_000n]),
  }
}

function replaceOf(simulation: Simulation, phone: Phone): OrderRequest {
  const { random, clockOf } = simulation.scheduler
  const order = random.pick([...phone.kept.orders.values()].filter(({ state }) => state === 'entrusted'))
  return {
    kind: 'replace',
    orderId: order.orderId,
    newOrderId: random.uuid(clockOf(phone.process)),
    ...entryOf(simulation, order.symbol, random.chance(0.5) ? 'buy' : 'sell'),
    quantity: random.chance(0.6) ? order.left : lot * (1 + random.below(5)),
  }
}

function closeOf(simulation: Simulation, phone: Phone): OrderRequest {
  const { random, clockOf } = simulation.scheduler
  const position = random.pick(
    [...phone.kept.positions.values()].filter(({ shares, closing }) => shares > closing),
  )
  const lots = (position.shares - position.closing) / lot
  return {
    kind: 'close',
    orderId: random.uuid(clockOf(phone.process)),
    positionId: position.positionId,
    ...entryOf(simulation, position.symbol, position.direction === 'long' ? 'sell' : 'buy'),
    quantity: lot * (random.chance(0.5) ? lots : 1 + random.below(lots)),
  }
}

function entryOf(
  { store, scheduler: { random }, instruments }: Simulation,
  symbol: string,
  side: 'buy' | 'sell',
): { price?: number; validity: 'ROD' | 'IOC' | 'FOK'; acknowledged: boolean } {
  const validity = random.chance(0.75) ? 'ROD' : random.chance(0.5) ? 'IOC' : 'FOK'
  const acknowledged = random.chance(0.8)
  if (random.chance(0.2)) return { validity, acknowledged }
  const { tick, reference } = instruments.find((instrument) => instrument.symbol === symbol)!
  const quote = store.read<QuoteRow>('market.quotes', symbol)
  const around = quote?.last ?? quote?.reference ?? reference
  // Often a price that fills, sometimes one that rests, rarely one the venue would refuse.
  const away = random.below(9) - 5
  return { validity, acknowledged, price: around - (around % tick) + (side === 'buy' ? away : -away) * tick }
}
