// Decides a batch of orders from facts read under lock. Pure: no SQL, no clock, no randomness. The api, the worker and
// the simulation run this function. A new kind of order is a new case here.
//
// Each order is accepted or refused by itself and sees the effect of those before it: what they hold, owe and close.

import { type AccountCode, entry, type Entry, holdKey, lending, member, stock } from '@fairlot/ledger'
import {
  checkEquityShare,
  insufficient,
  lineFull,
  noShares,
  type OrderRefusal,
  quotaFull,
  valueAt,
} from '@fairlot/rules/orders'
import { dayTradingQuota } from '@fairlot/rules/day-trading'
import { dayTradedOf, equityOf, owedOf } from './debts.ts'
import type { OrderDraft } from './draft.ts'
import {
  type BatchFacts,
  type FreeBalance,
  type KnownOrder,
  type MemberFacts,
  type MoreMemberFacts,
  type PositionFacts,
  sharesKey,
} from './facts.ts'
import {
  dailyLoss,
  duplicateId,
  marginCalled,
  notEligible,
  notHolding,
  notPending,
  stopped,
  tooMany,
} from './refusals.ts'
import { type Lead, leadOf } from './leads.ts'
import { firstStepsOf } from '../first-steps.ts'
import { holdId } from '../hold-id.ts'
import type { Step } from '../step-chain.ts'

/** Too many opening orders within this time stop the member. */
export const rateWindowMs = 10_000

export interface HoldPart {
  readonly holdId: string
  readonly account: AccountCode
  readonly amount: bigint
}

export interface TakenOrder {
  readonly draft: OrderDraft
  /** Cash held. */
  readonly held: bigint
  readonly heldShares: number
  readonly holdParts: readonly HoldPart[]
  /** Null when nothing has to be held. */
  readonly entry: Entry | null
  /** The first of its timeline. They follow from its row and are not stored. */
  readonly steps: readonly Step[]
  /** Shares of its position that it closes and that no other order closes. */
  readonly closing: number
  /** It leads a block: 0 for a purchase, else the mentor's free shares of the position before this sale. */
  readonly mentorShares?: number
}

export type OrderDecision =
  | { readonly outcome: 'placed'; readonly taken: TakenOrder }
  /** The same order was placed before. */
  | { readonly outcome: 'replayed'; readonly known: KnownOrder }
  | {
      readonly outcome: 'refused'
      readonly refusal: OrderRefusal
      /** Too many orders: no further order opens, and the open ones are cancelled. */
      readonly stopsMember?: true
    }

export type BatchDecision =
  | { readonly complete: true; readonly decisions: readonly OrderDecision[] }
  /** These members' `more` facts are needed first. */
  | { readonly complete: false; readonly missing: readonly string[] }

const refused = (refusal: OrderRefusal): OrderDecision => ({ outcome: 'refused', refusal })

/** Orders that certainly need their owner's `more` facts, so that they can be read with the others. */
export const needsMore = ({ purpose, dayTrade, debt }: OrderDraft): boolean =>
  purpose === 'open' && (dayTrade || debt > 0n)

export function decideBatch(drafts: readonly OrderDraft[], facts: BatchFacts, now: Date): BatchDecision {
  const batch = new Batch(facts)
  const decisions = drafts.map((draft) => decideOrder(batch, draft, now))
  const missing = [...batch.missing]
  return missing.length > 0 ? { complete: false, missing } : { complete: true, decisions }
}

/** The facts as they are after the orders decided so far. */
class Batch {
  readonly missing = new Set<string>()
  readonly #facts: BatchFacts
  readonly #members = new Map<string, RunningMember>()
  readonly #closing = new Map<string, number>()
  readonly #taken = new Map<AccountCode, bigint>()

  constructor(facts: BatchFacts) {
    this.#facts = facts
  }

  get facts(): BatchFacts {
    return this.#facts
  }

  member(id: string): RunningMember {
    let running = this.#members.get(id)
    if (!running) {
      const facts = this.#facts.members.get(id)
      if (!facts) throw new Error(`no facts of member ${id} were read`)
      running = { facts, recent: facts.recent, stopped: facts.stopped, debt: 0n, dayTraded: 0n }
      this.#members.set(id, running)
    }
    return running
  }

  /** Undefined until they have been read; the batch is then decided again. */
  more({ facts }: RunningMember): MoreMemberFacts | undefined {
    if (!facts.more) this.missing.add(facts.id)
    return facts.more
  }

  free({ account, amount }: FreeBalance): bigint {
    return amount - (this.#taken.get(account) ?? 0n)
  }

  take(parts: readonly FreeBalance[]): void {
    for (const { account, amount } of parts)
      this.#taken.set(account, (this.#taken.get(account) ?? 0n) + amount)
  }

  closing({ id, closing }: PositionFacts): number {
    return closing + (this.#closing.get(id) ?? 0)
  }

  close(positionId: string, shares: number): void {
    this.#closing.set(positionId, (this.#closing.get(positionId) ?? 0) + shares)
  }
}

interface RunningMember {
  readonly facts: MemberFacts
  recent: number
  stopped: 'member' | 'rule' | null
  /** Of the orders accepted in this batch. */
  debt: bigint
  dayTraded: bigint
}

type Needs =
  | { readonly ok: true; readonly cash: bigint; readonly shares: bigint; readonly closing: number }
  | { readonly ok: false; readonly decision: OrderDecision }

const no = (refusal: OrderRefusal): Needs => ({ ok: false, decision: refused(refusal) })

function decideOrder(batch: Batch, draft: OrderDraft, now: Date): OrderDecision {
  const known = batch.facts.known.get(draft.id)
  if (known) return isSame(known, draft) ? { outcome: 'replayed', known } : refused(duplicateId)
  const replacedLeft = leftOfReplaced(batch, draft)
  if (replacedLeft === undefined) return refused(notPending)
  const lead = leadOf(batch, draft)
  if (lead && 'msg' in lead) return refused(lead)
  const needs =
    draft.purpose === 'open' ? needsOfOpen(batch, draft) : needsOfClose(batch, draft, replacedLeft)
  if (!needs.ok) return needs.decision
  const held = holdFor(batch, draft, needs)
  if ('msg' in held) return refused(held)
  return accept(batch, draft, { ...needs, ...lead }, held, now)
}

const isSame = (known: KnownOrder, draft: OrderDraft): boolean =>
  known.memberId === draft.memberId &&
  known.symbol === draft.symbol &&
  known.purpose === draft.purpose &&
  known.positionId === draft.positionId &&
  known.direction === draft.direction &&
  known.multiple === draft.multiple &&
  known.dayTrade === draft.dayTrade &&
  known.quantity === draft.quantity &&
  known.validity === draft.validity &&
  (known.price === draft.price || (draft.isDayPriced === true && known.price !== null)) &&
  known.replaces === draft.replaces

/** Null when it replaces none, undefined when the named order cannot be replaced. */
function leftOfReplaced({ facts }: Batch, draft: OrderDraft): number | null | undefined {
  if (draft.replaces === null) return null
  const old = facts.replaced.get(draft.replaces)
  const isReplaceable =
    old?.memberId === draft.memberId &&
    old.purpose === draft.purpose &&
    old.symbol === draft.symbol &&
    (draft.purpose === 'open' || old.positionId === draft.positionId) &&
    old.state === 'entrusted' &&
    !old.cancelAsked
  return isReplaceable ? old.left : undefined
}

function needsOfOpen(batch: Batch, draft: OrderDraft): Needs {
  const owner = batch.member(draft.memberId)
  return (
    refuseByRiskLimits(batch, owner, draft) ??
    refuseByDebt(batch, owner, draft) ??
    refuseByQuota(batch, owner, draft) ??
    refuseByEquityShare(batch, owner, draft) ?? {
      ok: true,
      cash: draft.cash,
      shares: draft.direction === 'short' ? BigInt(draft.quantity) : 0n,
      closing: 0,
    }
  )
}

/** The order's outcome does not matter while a fact is missing: the batch is decided again. */
const undecided: Needs = { ok: false, decision: refused(notPending) }

function refuseByRiskLimits(batch: Batch, owner: RunningMember, draft: OrderDraft): Needs | undefined {
  if (!draft.riskLimited) return undefined
  if (owner.stopped !== null) return no(stopped(owner.stopped))
  const { lossLimit } = owner.facts
  if (lossLimit !== null) {
    const more = batch.more(owner)
    if (!more) return undecided
    if (-more.realised >= lossLimit) return no(dailyLoss(lossLimit))
  }
  if (owner.recent < draft.orderRateLimit) return undefined
  owner.stopped = 'rule'
  return { ok: false, decision: { outcome: 'refused', refusal: stopped('rule'), stopsMember: true } }
}

function refuseByDebt(batch: Batch, owner: RunningMember, draft: OrderDraft): Needs | undefined {
  if (!needsMore(draft)) return undefined
  const more = batch.more(owner)
  if (!more) return undecided
  if (draft.dayTrade && !more.mayDayTrade) return no(notEligible)
  if (draft.debt === 0n) return undefined
  if (more.called) return no(marginCalled)
  const left = BigInt(draft.line) - owedOf(more) - owner.debt
  return draft.debt > left ? no(lineFull(left)) : undefined
}

function refuseByQuota(batch: Batch, owner: RunningMember, draft: OrderDraft): Needs | undefined {
  if (!draft.dayTrade) return undefined
  const more = batch.more(owner)
  if (!more) return undecided
  const quota = dayTradingQuota(
    { dayTradeGross: draft.quota, dayTradeEquityTimes: draft.quotaTimes },
    equityOf(more),
  )
  const left = quota - dayTradedOf(more) - owner.dayTraded
  return valueAt(draft.worstPrice, draft.quantity) > left ? no(quotaFull(left)) : undefined
}

function refuseByEquityShare(batch: Batch, owner: RunningMember, draft: OrderDraft): Needs | undefined {
  const { equityShare, cash } = draft
  if (equityShare === null) return undefined
  // An order within the share of free cash alone is fine. Most are, so the full equity is rarely needed.
  const free = batch.free({ account: member(draft.memberId).available('TWD'), amount: owner.facts.available })
  if (cash * 1_000_000n <= free * BigInt(equityShare)) return undefined
  const more = batch.more(owner)
  if (!more) return undecided
  const refusal = checkEquityShare({ equityShare }, cash, equityOf(more))
  return refusal && no(refusal)
}

function needsOfClose(batch: Batch, draft: OrderDraft, replacedLeft: number | null): Needs {
  const position = batch.facts.positions.get(draft.positionId)
  if (position?.memberId !== draft.memberId || position.symbol !== draft.symbol || position.shares === 0)
    return no(notHolding)
  if (replacedLeft !== null) {
    if (draft.quantity > replacedLeft) return no(tooMany(draft.quantity, replacedLeft))
    // It takes over the hold of the old order once the venue has replaced it; until then the old one may still fill.
    return { ok: true, cash: 0n, shares: 0n, closing: 0 }
  }
  const free = position.shares - batch.closing(position)
  if (draft.quantity > free) return no(tooMany(draft.quantity, free))
  const closing = draft.quantity
  if (draft.direction === 'long') return { ok: true, cash: 0n, shares: BigInt(draft.quantity), closing }
  const needed = draft.cash - (position.collateral * BigInt(draft.quantity)) / BigInt(position.shares)
  return { ok: true, cash: needed > 0n ? needed : 0n, shares: 0n, closing }
}

interface Hold {
  readonly cash: bigint
  readonly parts: readonly FreeBalance[]
}

/** Cash, then shares of the owner or of the lending pool. */
function holdFor(batch: Batch, draft: OrderDraft, needs: Extract<Needs, { ok: true }>): Hold | OrderRefusal {
  const owner = batch.member(draft.memberId)
  const cash = takeCash(batch, owner, needs.cash)
  // A forced buy-back happens whether its owner can pay or not: the free cash is held, and a shortfall is owed.
  if (cash.missing > 0n && !isForced(draft)) return insufficient(cash.missing)
  const held = { cash: needs.cash - cash.missing, parts: cash.parts }
  if (needs.shares === 0n) return held
  if (draft.purpose === 'open') {
    const account = lending.available(stock(draft.symbol))
    const lendable = batch.free({ account, amount: batch.facts.lendable.get(draft.symbol) ?? 0n })
    if (needs.shares > lendable) return noShares(Number(lendable))
    return { ...held, parts: [...held.parts, { account, amount: needs.shares }] }
  }
  const owned = batch.facts.shares.get(sharesKey(draft.memberId, draft.symbol)) ?? []
  const shares = takeFrom(batch, owned, needs.shares)
  // No action of a member can cause this.
  if (shares.missing > 0n) throw new Error(`position ${draft.positionId} has more shares than its owner`)
  return { ...held, parts: [...held.parts, ...shares.parts] }
}

function takeCash(batch: Batch, owner: RunningMember, need: bigint): Sources {
  if (need === 0n) return { parts: [], missing: 0n }
  const available = { account: member(owner.facts.id).available('TWD'), amount: owner.facts.available }
  if (batch.free(available) >= need) return takeFrom(batch, [available], need)
  const more = batch.more(owner)
  return takeFrom(batch, more ? [available, ...more.receivables] : [available], need)
}

interface Sources {
  readonly parts: readonly FreeBalance[]
  readonly missing: bigint
}

function takeFrom(batch: Batch, sources: readonly FreeBalance[], need: bigint): Sources {
  const parts: FreeBalance[] = []
  let missing = need
  for (const source of sources) {
    const free = batch.free(source)
    const amount = free < missing ? free : missing
    if (amount > 0n) {
      parts.push({ account: source.account, amount })
      missing -= amount
    }
  }
  return { parts, missing }
}

const isForced = ({ purpose, origin }: OrderDraft): boolean =>
  purpose === 'close' && (origin === 'liquidation' || origin === 'auto-cover')

function accept(
  batch: Batch,
  draft: OrderDraft,
  { shares, closing, mentorShares }: Extract<Needs, { ok: true }> & Partial<Lead>,
  { cash, parts }: Hold,
  now: Date,
): OrderDecision {
  const owner = batch.member(draft.memberId)
  batch.take(parts)
  if (closing > 0) batch.close(draft.positionId, closing)
  if (draft.purpose === 'open') {
    owner.debt += draft.debt
    if (draft.dayTrade) owner.dayTraded += valueAt(draft.worstPrice, draft.quantity)
    if (draft.riskLimited) owner.recent += 1
  }
  const holdParts = parts.map((part, index) => ({ holdId: holdId(draft.id, index + 1), ...part }))
  const heldShares = Number(shares)
  const taken: TakenOrder = {
    draft: withOwnerGroup(draft, owner.facts.ownerGroup),
    held: cash,
    heldShares,
    holdParts,
    entry: holdParts.length === 0 ? null : holdEntry(draft.id, holdParts, now),
    steps: firstStepsOf({ ...draft, heldCash: cash, heldShares }, now),
    closing,
    ...(mentorShares !== undefined && { mentorShares }),
  }
  return { outcome: 'placed', taken }
}

/** The venue lets no two orders of one owner group trade with each other. */
const withOwnerGroup = (draft: OrderDraft, ownerGroup: string | null): OrderDraft =>
  ownerGroup === null
    ? draft
    : { ...draft, command: `${draft.command.slice(0, -1)},"group":"owner:${ownerGroup}"}` }

function holdEntry(orderId: string, holdParts: readonly HoldPart[], postedAt: Date): Entry {
  const building = entry({
    event: 'order.held',
    reference: orderId,
    key: holdKey(holdParts.at(-1)!.holdId),
    postedAt,
  })
  for (const part of holdParts) building.hold(part.holdId, part.amount, part.account)
  return building.done()
}
