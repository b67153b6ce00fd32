// Random accounts and a batch of orders they place, from a seed. Pure: the same seed gives the same world everywhere.

import { type AccountCode, lending, member, stock } from '@fairlot/ledger'
import { seededRandom } from '@fairlot/testkit'
import { termsOf } from '../../../packages/rules/src/orders/index.ts'
import {
  type ClosingPosition,
  decideClose,
  decideOpen,
} from '../../../apps/server/src/features/orders/intake/decide.ts'
import type {
  DayFacts,
  OrderDraft,
  OrderOrigin,
} from '../../../apps/server/src/features/orders/intake/draft.ts'
import { hashOfTerms } from '../../../apps/server/src/features/orders/terms/current-terms.ts'

const terms = termsOf('practice')
const termsHash = hashOfTerms(terms)

export const worldDate = '2026-11-16'
export const worldNow = new Date('2026-11-16T02:00:00Z')
export const worldDue = ['2026-11-17', '2026-11-18'] as const

export const worldDays: readonly DayFacts[] = [
  { symbol: '2330', reference: 10_000, upper: 11_000, lower: 9_000, last: 10_100 },
  { symbol: '2317', reference: 2_000, upper: 2_200, lower: 1_800, last: null },
].map((day) => ({
  ...day,
  kind: 'stock',
  limited: true,
  state: 'continuous',
  date: worldDate,
  coverBegun: false,
  terms,
  termsHash,
}))

export interface WorldMember {
  readonly id: string
  readonly stopped: 'member' | 'rule' | null
  readonly lossLimit: bigint | null
  readonly realised: bigint
  readonly called: boolean
  readonly mayDayTrade: boolean
  readonly ownerGroup: string | null
}

export interface WorldPosition {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly direction: 'long' | 'short'
  readonly openedShares: number
  readonly shares: number
  readonly closing: number
  readonly openedValue: bigint
  readonly loan: bigint
  readonly collateral: bigint
}

/** An order of the past. */
export interface WorldOrder extends Pick<
  OrderDraft,
  | 'id'
  | 'memberId'
  | 'symbol'
  | 'side'
  | 'purpose'
  | 'positionId'
  | 'direction'
  | 'multiple'
  | 'dayTrade'
  | 'price'
  | 'quantity'
  | 'validity'
  | 'worstPrice'
  | 'origin'
  | 'replaces'
> {
  readonly left: number
  readonly filledValue: bigint
  readonly placedAt: Date
  readonly state: 'entrusted' | 'cancelled'
  readonly cancelAsked: boolean
}

export interface OrderWorld {
  readonly members: readonly WorldMember[]
  readonly positions: readonly WorldPosition[]
  readonly orders: readonly WorldOrder[]
  readonly balances: ReadonlyMap<AccountCode, bigint>
  readonly drafts: readonly OrderDraft[]
}

export function orderWorld(seed: number): OrderWorld {
  const maker = new Maker(seed)
  return maker.world()
}

const lot = 1_000
const cashOfLot = 10_000_000n

class Maker {
  readonly #random: () => number
  readonly #members: WorldMember[] = []
  readonly #positions: WorldPosition[] = []
  readonly #orders: WorldOrder[] = []
  readonly #balances = new Map<AccountCode, bigint>()
  /** Alone, an order may use receivables and may find the lending pool empty. */
  #isAlone = false

  constructor(seed: number) {
    this.#random = seededRandom(seed)
  }

  world(): OrderWorld {
    this.#isAlone = this.#chance(0.4)
    const count = this.#isAlone ? 1 : 2 + this.#below(5)
    const members = 1 + this.#below(this.#isAlone ? 2 : 3)
    for (let n = 0; n < members; n += 1) this.#addMember()
    for (const { symbol } of worldDays)
      this.#give(
        lending.available(stock(symbol)),
        this.#isAlone ? BigInt(lot * this.#below(8)) : BigInt(lot * 10_000),
      )
    const drafts: OrderDraft[] = []
    for (let n = 0; n < count; n += 1) {
      const draft = this.#draft()
      if (!draft) continue
      if (this.#chance(0.04)) this.#addKnown(draft)
      drafts.push(draft)
    }
    return {
      members: this.#members,
      positions: this.#positions,
      orders: this.#orders,
      balances: this.#balances,
      drafts,
    }
  }

  #addMember(): void {
    const id = this.#id()
    const owner = member(id)
    const recent = this.#chance(0.08) ? terms.orderRateLimit - this.#below(3) : this.#below(3)
    this.#members.push({
      id,
      stopped: this.#chance(0.05) ? this.#pick(['member', 'rule'] as const) : null,
      lossLimit: this.#chance(0.15) ? 100_000n : null,
      realised: this.#chance(0.3) ? BigInt(this.#pick([-250_000, -100_000, -99_999, 40_000])) : 0n,
      called: this.#chance(0.06),
      mayDayTrade: this.#chance(0.7),
      ownerGroup: this.#chance(0.1) ? this.#id() : null,
    })
    this.#give(owner.available('TWD'), this.#money(40))
    if (this.#isAlone)
      for (const on of worldDue)
        if (this.#chance(0.4)) this.#give(owner.receivable('TWD', on), this.#money(6))
    for (let n = this.#below(4); n > 0; n -= 1) this.#addPosition(id)
    for (let n = 0; n < recent; n += 1) this.#addOrder(id, 1_000 * (1 + this.#below(9)), false)
    for (let n = this.#below(3); n > 0; n -= 1)
      this.#addOrder(id, this.#pick([5_000, 60_000, 3_600_000, 4 * 86_400_000]), true)
  }

  #addPosition(memberId: string): void {
    const { symbol, reference } = this.#pick(worldDays)
    const direction = this.#pick(['long', 'short'] as const)
    const openedShares = lot * (1 + this.#below(6))
    const shares = lot * (1 + this.#below(openedShares / lot))
    const closing = lot * this.#below(shares / lot + 1)
    const openedValue = BigInt(openedShares) * BigInt(reference)
    const loan = direction === 'long' && this.#chance(0.4) ? cashOfLot * BigInt(this.#below(600)) : 0n
    const collateral =
      direction === 'short' ? BigInt(shares) * BigInt(reference + this.#below(reference)) : 0n
    const position = {
      id: this.#id(),
      memberId,
      symbol,
      direction,
      openedShares,
      shares,
      closing,
      openedValue,
      loan,
      collateral,
    }
    this.#positions.push(position)
    const owner = member(memberId)
    if (loan > 0n) this.#give(owner.loan('TWD'), -loan)
    if (collateral > 0n) this.#give(owner.collateral('TWD'), collateral)
    if (direction === 'short') return
    const free = shares - closing
    const arrived = lot * this.#below(free / lot + 1)
    this.#give(owner.available(stock(symbol)), BigInt(arrived))
    this.#give(owner.receivable(stock(symbol), this.#pick(worldDue)), BigInt(free - arrived))
  }

  /** Open orders can be replaced; the others only count. */
  #addOrder(memberId: string, ageMs: number, isOpen: boolean): void {
    const id = this.#id()
    const { symbol, lower, upper } = this.#pick(worldDays)
    const held = this.#positions.filter((position) => position.memberId === memberId && position.closing > 0)
    const closes = isOpen && held.length > 0 && this.#chance(0.4) ? this.#pick(held) : undefined
    const direction = closes?.direction ?? this.#pick(['long', 'long', 'short'] as const)
    const isLong = direction === 'long'
    const quantity = closes ? closes.closing : lot * (1 + this.#below(9))
    const price = this.#chance(0.8) ? lower! : null
    this.#orders.push({
      id,
      memberId,
      symbol: closes?.symbol ?? symbol,
      side: isLong === (closes === undefined) ? 'buy' : 'sell',
      purpose: closes ? 'close' : 'open',
      positionId: closes?.id ?? id,
      direction,
      multiple: isLong && !closes ? this.#pick([100, 200, 250]) : 100,
      dayTrade: !closes && this.#chance(0.3),
      price,
      quantity,
      validity: 'ROD',
      worstPrice: price ?? upper!,
      origin: this.#chance(0.8) ? 'member' : 'conditional',
      replaces: null,
      left: isOpen ? quantity - lot * this.#below(quantity / lot) : 0,
      filledValue: this.#chance(0.3) ? this.#money(3) : 0n,
      placedAt: new Date(worldNow.getTime() - ageMs),
      state: isOpen ? 'entrusted' : 'cancelled',
      cancelAsked: isOpen && this.#chance(0.15),
    })
  }

  /** Its id was used before: by the same order, or by another. */
  #addKnown(draft: OrderDraft): void {
    const quantity = this.#chance(0.7) ? draft.quantity : draft.quantity + lot
    this.#orders.push({
      ...draft,
      quantity,
      left: 0,
      filledValue: 0n,
      placedAt: new Date(worldNow.getTime() - 20_000),
      state: 'cancelled',
      cancelAsked: false,
    })
  }

  #draft(): OrderDraft | undefined {
    const { id: memberId } = this.#pick(this.#members)
    const day = this.#pick(worldDays)
    const request = {
      orderId: this.#id(),
      memberId,
      price: this.#pick([undefined, day.reference, day.lower!, day.upper!]),
      validity: this.#pick(['ROD', 'IOC'] as const),
      acknowledged: this.#chance(0.7) ? (['equity-share', 'far-price'] as const) : (['far-price'] as const),
    }
    const replaced = this.#chance(0.15) ? this.#openOrder(memberId) : undefined
    const replaces = replaced && { orderId: replaced.id, left: replaced.left }
    if (replaced?.purpose === 'close' || (!replaced && this.#chance(0.35)))
      return this.#close({ ...request, replaces }, replaced)
    const direction = replaced?.direction ?? this.#pick(['long', 'long', 'short'] as const)
    const decision = decideOpen(dayOf(replaced?.symbol ?? day.symbol), {
      ...request,
      price: replaced ? undefined : request.price,
      replaces,
      origin: this.#pick(['member', 'member', 'member', 'conditional'] as const),
      direction,
      multiple: direction === 'long' ? this.#pick([100, 100, 200, 250]) : 100,
      dayTrade: this.#chance(0.25),
      quantity: lot * (1 + this.#below(this.#chance(0.3) ? 300 : 12)),
    })
    return decision.ok ? decision.taken : undefined
  }

  #close(
    request: {
      readonly orderId: string
      readonly memberId: string
      readonly price: number | undefined
      readonly validity: 'ROD' | 'IOC'
      readonly replaces: { readonly orderId: string; readonly left: number } | undefined
    },
    replaced: WorldOrder | undefined,
  ): OrderDraft | undefined {
    const own = this.#positions.filter(({ memberId }) => memberId === request.memberId)
    const all = this.#chance(0.05) ? this.#positions : own
    const position =
      this.#positions.find(({ id }) => id === replaced?.positionId) ??
      (all.length > 0 ? this.#pick(all) : undefined)
    if (!position) return undefined
    const { symbol, direction, shares } = position
    const closing: ClosingPosition = {
      positionId: this.#chance(0.04) ? this.#id() : position.id,
      symbol,
      direction,
      multiple: 100,
      dayTrade: false,
      state: 'preparing-to-close',
      shares,
      // Free lots are decided under lock.
      closing: 0,
      openedOn: '2026-11-13',
      sellableOn: '2026-11-13',
      unlocksAt: 0,
      closeAskedAt: null,
    }
    const origin: OrderOrigin = this.#pick(['member', 'conditional', 'liquidation', 'auto-cover'])
    const decision = decideClose(
      dayOf(symbol),
      closing,
      {
        ...request,
        price: undefined,
        origin,
        positionId: closing.positionId,
        quantity: lot * (1 + this.#below(shares / lot)),
        acknowledged: ['far-price'],
      },
      worldNow.getTime(),
    )
    return decision.ok ? decision.taken : undefined
  }

  #openOrder(memberId: string): WorldOrder | undefined {
    const open = this.#orders.filter(
      (order) => order.state === 'entrusted' && (order.memberId === memberId || this.#chance(0.05)),
    )
    return open.length > 0 ? this.#pick(open) : undefined
  }

  #give(account: AccountCode, amount: bigint): void {
    if (amount !== 0n) this.#balances.set(account, (this.#balances.get(account) ?? 0n) + amount)
  }

  #money(lots: number): bigint {
    return cashOfLot * BigInt(this.#below(lots)) + BigInt(this.#below(1_000_000))
  }

  #below(count: number): number {
    return Math.floor(this.#random() * count)
  }

  #chance(share: number): boolean {
    return this.#random() < share
  }

  #pick<Item>(items: readonly Item[]): Item {
    return items[this.#below(items.length)]!
  }

  /** Begins with the time, as an order's id must. Ids sort by their random digits, as the recorded answers need. */
  #id(): string {
    const hex = Array.from({ length: 4 }, () =>
      this.#below(0x1_0000_0000).toString(16).padStart(8, '0'),
    ).join('')
    const time = worldNow.getTime().toString(16).padStart(12, '0')
    return `${time.slice(0, 8)}-${time.slice(8)}-7${hex.slice(0, 3)}-8${hex.slice(3, 6)}-${hex.slice(6, 18)}`
  }
}

const dayOf = (symbol: string): DayFacts => worldDays.find((day) => day.symbol === symbol)!
