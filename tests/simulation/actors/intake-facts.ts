// The facts for intake's decision, read from the store: the instrument's day from the reader of the log, and the
// member's own rows under the member's lock.

import { type AccountCode, lending, member, stock } from '@fairlot/ledger'
import type { Decision, OwnFacts } from '../../../apps/server/src/features/orders/intake/decide.ts'
import type { DayFacts, OrderDraft } from '../../../apps/server/src/features/orders/intake/draft.ts'
import { balanceOf } from '../world/ledger.ts'
import type { Transaction } from '../world/store.ts'
import type { HoldingRow, OrderRow, QuoteRow } from './rows.ts'
import { type EnteringRequest, idOf } from './requests.ts'
import type { Simulation } from './simulation.ts'

type Refused = Extract<Decision<OrderDraft>, { ok: false }>
const refusal = (msg: Refused['refusal']['msg']): Refused => ({ ok: false, refusal: { msg } })

function dayOf(simulation: Simulation, tx: Transaction, symbol: string): DayFacts | undefined {
  const instrument = simulation.instruments.find((listed) => listed.symbol === symbol)
  const quote = tx.get<QuoteRow>('market.quotes', symbol)
  if (!instrument || !quote) return undefined
  const { state, date, reference, upper, lower, last } = quote
  return {
    symbol,
    kind: instrument.kind,
    limited: true,
    state: state as DayFacts['state'],
    date,
    reference,
    upper,
    lower,
    last: last ?? null,
    coverBegun: false,
    terms: simulation.terms,
    termsHash: simulation.termsHash,
  }
}

export function draftOf(
  simulation: Simulation,
  tx: Transaction,
  memberId: string,
  request: EnteringRequest,
  old: OrderRow | undefined,
  positionId: string | undefined,
  nowMs: number,
): Decision<OrderDraft> {
  const { quantity, validity, price } = request
  const common = {
    orderId: idOf(request),
    memberId,
    origin: 'member' as const,
    price,
    quantity,
    validity,
    terms: simulation.termsHash,
    acknowledged: ['far-price', 'equity-share'] as const,
    ...(old && { replaces: { orderId: old.id, left: old.left } }),
  }
  if (positionId !== undefined) {
    const position = tx.get<HoldingRow>('positions', positionId)
    if (position?.memberId !== memberId) return refusal('order.not-found')
    const day = dayOf(simulation, tx, position.symbol)
    if (!day) return refusal('stock.no-price')
    const closing = { ...position, positionId, closeAskedAt: null }
    return simulation.cores.decideClose(day, closing, { ...common, positionId }, nowMs)
  }
  const like = request.kind === 'place' ? request : old
  const day = like && dayOf(simulation, tx, like.symbol)
  if (!like || !day) return refusal('stock.no-price')
  const { direction, multiple, dayTrade } = like
  return simulation.cores.decideOpen(day, { ...common, direction, multiple, dayTrade })
}

/** Every account the order may hold something on: locked before any of them is read. */
export function accountsOf(tx: Transaction, { memberId, symbol }: OrderDraft): AccountCode[] {
  const owner = member(memberId)
  const asset = stock(symbol)
  return [
    owner.available('TWD'),
    owner.available(asset),
    lending.available(asset),
    ...dated(tx, memberId, 'TWD').map(({ account }) => account),
    ...dated(tx, memberId, asset).map(({ account }) => account),
  ]
}

function dated(tx: Transaction, memberId: string, asset: string) {
  const start = `member/${memberId}/${asset}/receivable@`
  const found: { account: AccountCode; due: string; amount: bigint }[] = []
  for (const [account, amount] of tx.rows<bigint>('balances'))
    if (account.startsWith(start) && amount > 0n)
      found.push({ account: account as AccountCode, due: account.slice(start.length), amount })
  return found.toSorted((a, b) => (a.due < b.due ? -1 : 1))
}

export function ownFacts(
  simulation: Simulation,
  tx: Transaction,
  draft: OrderDraft,
  old: OrderRow | undefined,
): OwnFacts {
  const { memberId, symbol } = draft
  const owner = member(memberId)
  const asset = stock(symbol)
  const position = draft.purpose === 'close' ? tx.get<HoldingRow>('positions', draft.positionId) : undefined
  const available = balanceOf(tx, owner.available('TWD'))
  return {
    available,
    receivables: dated(tx, memberId, 'TWD'),
    shares: balanceOf(tx, owner.available(asset)),
    shareReceivables: dated(tx, memberId, asset),
    lendable: balanceOf(tx, lending.available(asset)),
    stopped: null,
    lossLimit: null,
    lostToday: 0n,
    recent: 0,
    owed: -balanceOf(tx, owner.loan('TWD')),
    equity: available,
    called: false,
    mayDayTrade: simulation.eligible.has(memberId),
    dayTraded: 0n,
    ...(position && { position }),
    ...(old?.state === 'entrusted' && !old.cancelAsked && { replaced: { left: old.left } }),
  }
}
