// The pure cores of intake and settlement as the simulation calls them, with the planted bugs around them. Each bug
// keeps entries balanced where it can, so that finding it needs more than "the lines do not sum to zero".

import { type Entry, fees, houseAccounts, lending, type Line, member, tax } from '@fairlot/ledger'
import { heldFor, interest, type TradingTerms } from '@fairlot/rules/orders'
import {
  type BatchDecision,
  decideBatch,
} from '../../../apps/server/src/features/orders/intake/decide-batch.ts'
import {
  type Decision,
  decideClose,
  decideOpen,
} from '../../../apps/server/src/features/orders/intake/decide.ts'
import type { DayFacts, OrderDraft } from '../../../apps/server/src/features/orders/intake/draft.ts'
import type {
  BatchFacts,
  MemberFacts,
  MoreMemberFacts,
} from '../../../apps/server/src/features/orders/intake/facts.ts'
import type {
  SettlementPosition,
  SettlementInput,
} from '../../../apps/server/src/features/settlement/settlement-input.ts'
import { accrueInterest, arrive, seatNets } from '../../../apps/server/src/features/settlement/postings.ts'
import { settle, type Settled } from '../../../apps/server/src/features/settlement/settle.ts'
import type { SettlementEvent } from '../../../apps/server/src/features/settlement/event-orders.ts'
import type { PlantedBug } from '../planted-bugs.ts'
import type { HoldingRow } from './rows.ts'

export interface Cores {
  readonly decideOpen: typeof decideOpen
  readonly decideClose: typeof decideClose
  readonly decideBatch: typeof decideBatch
  settle(input: SettlementInput, events: readonly SettlementEvent[]): Settled
  readonly arrive: typeof arrive
  readonly seatNets: typeof seatNets
  readonly accrueInterest: typeof accrueInterest
  interestOf(position: HoldingRow, through: string): { amount: bigint; position: Partial<HoldingRow> }
}

export function makeCores(terms: TradingTerms, planted: PlantedBug | undefined): Cores {
  return {
    decideOpen: (day, request) => spoilDraft(decideOpen(day, request), day, planted),
    decideClose,
    decideBatch: (drafts, facts, now) =>
      planted === 'batch-blind'
        ? decideAlone(drafts, facts, now)
        : decideBatch(drafts, spoilFacts(facts, planted), now),
    settle: (input, events) => spoil(settle(input, events), input, planted),
    arrive,
    seatNets,
    accrueInterest,
    interestOf(position, through) {
      const before = daysBetween(position.openedOn, position.interestThrough)
      const after = Math.max(before + 1, daysBetween(position.openedOn, through))
      const amount = interest(terms, position.loan, after) - interest(terms, position.loan, before)
      return { amount, position: { interest: position.interest + amount, interestThrough: through } }
    },
  }
}

export const daysBetween = (from: string, to: string): number =>
  Math.round((Date.parse(to) - Date.parse(from)) / 86_400_000)

function spoilDraft(
  decision: Decision<OrderDraft>,
  { terms, reference }: DayFacts,
  planted: PlantedBug | undefined,
): Decision<OrderDraft> {
  if (!decision.ok || planted !== 'hold-too-little' || decision.taken.direction !== 'short') return decision
  const { direction, multiple, quantity, price } = decision.taken
  const cash = heldFor(terms, {
    direction,
    multiple,
    worstPrice: price ?? reference,
    left: quantity,
    filled: 0n,
  })
  return { ok: true, taken: { ...decision.taken, cash } }
}

function spoilFacts(facts: BatchFacts, planted: PlantedBug | undefined): BatchFacts {
  const each = (change: Partial<MemberFacts>): BatchFacts => ({
    ...facts,
    members: new Map([...facts.members].map(([id, known]) => [id, { ...known, ...change }])),
  })
  const eachMore = (change: (more: MoreMemberFacts) => Partial<MoreMemberFacts>): BatchFacts => ({
    ...facts,
    members: new Map(
      [...facts.members].map(([id, known]) => [
        id,
        known.more ? { ...known, more: { ...known.more, ...change(known.more) } } : known,
      ]),
    ),
  })
  switch (planted) {
    case 'skip-dedupe':
      return { ...facts, known: new Map() }
    case 'stop-ignored':
      return each({ stopped: null })
    case 'loss-ignored':
      return each({ lossLimit: null })
    case 'rate-ignored':
      return each({ recent: 0 })
    case 'group-forgotten':
      return each({ ownerGroup: null })
    case 'line-ignores-orders':
      return eachMore(() => ({ openOrders: [] }))
    case 'quota-ignores-orders':
      return eachMore(({ dayTrades }) => ({
        dayTrades: dayTrades.map((order) => ({ ...order, quantity: 0 })),
      }))
    case 'call-ignored':
      return eachMore(() => ({ called: false }))
    default:
      return facts
  }
}

function decideAlone(drafts: readonly OrderDraft[], facts: BatchFacts, now: Date): BatchDecision {
  const alone = drafts.map((draft) => decideBatch([draft], facts, now))
  const missing = new Set(alone.flatMap((one) => (one.complete ? [] : one.missing)))
  return missing.size > 0
    ? { complete: false, missing: [...missing] }
    : { complete: true, decisions: alone.flatMap((one) => (one.complete ? one.decisions : [])) }
}

function spoil(settled: Settled, input: SettlementInput, planted: PlantedBug | undefined): Settled {
  switch (planted) {
    case 'release-twice':
      return { ...settled, entries: settled.entries.flatMap(releasedAgain) }
    case 'forget-fee':
      return { ...settled, entries: settled.entries.map(withoutFee) }
    case 'tax-wrong-side':
      return { ...settled, entries: settled.entries.map(taxedBuyer) }
    case 'loan-not-repaid':
      return { ...settled, entries: settled.entries.map(loanPaidOut) }
    case 'lent-not-returned':
      return { ...settled, entries: settled.entries.map(lentAway) }
    case 'capture-wrong-part':
      return { ...settled, orders: settled.orders.map(swappedParts) }
    case 'off-by-one-lot':
      return { ...settled, made: settled.made.map((made) => ({ ...made, shares: made.shares + 1_000 })) }
    case 'closed-with-shares':
      return { ...settled, positions: settled.positions.map(closedEarly) }
    case 'closing-forgotten':
      return { ...settled, positions: settled.positions.map((after) => closingKept(after, input)) }
    default:
      return settled
  }
}

const owner = (lines: readonly Line[]): string | undefined =>
  lines.find(({ account }) => account.startsWith('member/'))?.account.split('/')[1]

function releasedAgain(entry: Entry): Entry[] {
  return entry.event === 'order.released' ? [entry, { ...entry, key: `${entry.key}/again` }] : [entry]
}

function withoutFee(entry: Entry): Entry {
  const memberId = owner(entry.lines)
  if (entry.event !== 'trade.open-long' || memberId === undefined) return entry
  const brokerage = fees('brokerage', 'TWD')
  const lines = entry.lines.map((line) =>
    line.account === brokerage ? { ...line, account: member(memberId).available('TWD') } : line,
  )
  return { ...entry, lines }
}

function taxedBuyer(entry: Entry): Entry {
  const memberId = owner(entry.lines)
  if (entry.event !== 'trade.open-long' || memberId === undefined) return entry
  const amount = 100n
  return {
    ...entry,
    lines: [
      ...entry.lines,
      { account: member(memberId).available('TWD'), amount: -amount },
      { account: tax('transaction', 'TWD'), amount },
    ],
  }
}

function loanPaidOut(entry: Entry): Entry {
  const memberId = owner(entry.lines)
  if (entry.event !== 'trade.close-long' || memberId === undefined) return entry
  const loan = entry.lines.find(({ account }) => account === member(memberId).loan('TWD'))
  if (!loan) return entry
  const lines = entry.lines.filter(
    ({ account }) => account !== member(memberId).loan('TWD') && account !== lending.lent('TWD'),
  )
  return {
    ...entry,
    lines: lines.map((line) =>
      line.account === lending.available('TWD')
        ? { ...line, account: member(memberId).available('TWD') }
        : line,
    ),
  }
}

function lentAway(entry: Entry): Entry {
  if (entry.event !== 'trade.close-short') return entry
  return {
    ...entry,
    lines: entry.lines.map((line) =>
      line.account.startsWith('lending/pool/stk:') && line.account.endsWith('/available')
        ? { ...line, account: houseAccounts.issue(line.account.split('/')[2] as 'TWD') }
        : line,
    ),
  }
}

function swappedParts(order: Settled['orders'][number]): Settled['orders'][number] {
  const [first, second] = order.holdParts
  if (!first || !second || first.remaining === second.remaining) return order
  const swapped = [
    { ...first, remaining: second.remaining },
    { ...second, remaining: first.remaining },
  ]
  return { ...order, holdParts: [...swapped, ...order.holdParts.slice(2)] }
}

function closedEarly(position: SettlementPosition): SettlementPosition {
  const isPart = position.shares > 0 && position.openCloses === 0 && position.closedValue > 0n
  return isPart ? { ...position, state: 'closed', closedAt: position.openedAt } : position
}

function closingKept(position: SettlementPosition, input: SettlementInput): SettlementPosition {
  const before = input.positions.get(position.id)
  return before && position.openCloses < before.openCloses && position.shares > 0
    ? { ...position, closing: Math.min(before.closing, position.shares) }
    : position
}
