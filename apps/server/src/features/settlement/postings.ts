// The ledger entries of trading: facts in, balanced entry out; nothing here writes. Each side of a trade settles by
// itself against the clearing account of its settlement date. docs/features/settlement.md has the table.

import {
  type AccountCode,
  type Asset,
  clearing,
  entry,
  type Entry,
  type EntryBuilder,
  type EntryHead,
  fees,
  houseAccounts,
  lending,
  type Line,
  member,
  seat,
  type SettlementDate,
  stock,
  tax,
} from '@fairlot/ledger'

/** The value and the costs of a fill; computed in `amounts.ts`. */
interface FillCosts {
  readonly value: bigint
  readonly fee: bigint
  readonly tax: bigint
}

/** An amount of one held part. */
export interface Taken {
  readonly holdId: string
  readonly account: AccountCode
  readonly amount: bigint
}

interface Side {
  readonly head: EntryHead
  readonly memberId: string
  readonly symbol: string
  readonly quantity: number
  readonly due: SettlementDate
  /** Released because it can no longer be needed. */
  readonly released: readonly Taken[]
}

export interface OpeningSide extends Side {
  readonly amounts: FillCosts & { readonly borrowFee: bigint; readonly loan: bigint; readonly margin: bigint }
  readonly captured: readonly Taken[]
}

const cash = 'TWD'

/**
 * The member's own part and the fee come from the hold, the loan from the pool; the shares arrive on the settlement
 * date.
 */
export function openLong({
  poolTopUp,
  ...side
}: OpeningSide & {
  /** The operator's money, when the pool cannot cover the loan. */
  readonly poolTopUp: bigint
}): Entry {
  const { head, memberId, symbol, quantity, due, amounts } = side
  const { value, fee, loan } = amounts
  const owner = member(memberId)
  const building = entry(head)
  building.move(poolTopUp, houseAccounts.capital(cash), lending.available(cash))
  captureTo(building, side.captured, [
    [value - loan, clearing.settling(cash, due)],
    [fee, fees('brokerage', cash)],
  ])
  building
    .move(loan, lending.available(cash), clearing.settling(cash, due))
    .move(loan, owner.loan(cash), lending.lent(cash))
    .move(BigInt(quantity), clearing.settling(stock(symbol), due), owner.receivable(stock(symbol), due))
  return finish(release(building, side.released))
}

/** Margin and proceeds after costs become collateral; the pool's shares go to the buyer. */
export function openShort({
  lent,
  ...side
}: OpeningSide & {
  /** From the pool's shares held for the order. */
  readonly lent: readonly Taken[]
}): Entry {
  const { head, memberId, symbol, quantity, due, amounts } = side
  const { value, fee, borrowFee } = amounts
  const owner = member(memberId)
  const asset = stock(symbol)
  const from = clearing.settling(cash, due)
  const building = entry(head)
  captureTo(building, side.captured, [[amounts.margin, owner.collateral(cash)]])
  captureTo(building, lent, [[BigInt(quantity), clearing.settling(asset, due)]])
  building
    .move(BigInt(quantity), owner.loan(asset), lending.lent(asset))
    .move(fee, from, fees('brokerage', cash))
    .move(amounts.tax, from, tax('transaction', cash))
    .move(borrowFee, from, fees('borrow', cash))
    .move(value - fee - amounts.tax - borrowFee, from, owner.collateral(cash))
  return finish(release(building, side.released))
}

export interface ClosingSide extends Side {
  /** Loan, interest and collateral of the closed shares. */
  readonly amounts: FillCosts & {
    readonly loan: bigint
    readonly interest: bigint
    readonly collateral: bigint
  }
  /** A long: its shares. A short: cash beyond the collateral. */
  readonly captured: readonly Taken[]
  /** The shortfall of the close: first from available cash; the remainder is owed on the settlement date. */
  readonly fromAvailable: bigint
  readonly owed: bigint
}

/** The value pays costs, loan and interest; the remainder arrives on the settlement date. */
export function closeLong(side: ClosingSide): Entry {
  const { head, memberId, symbol, quantity, due, amounts } = side
  const { value, fee, loan, interest } = amounts
  const owner = member(memberId)
  const from = clearing.settling(cash, due)
  const building = entry(head)
  captureTo(building, side.captured, [[BigInt(quantity), clearing.settling(stock(symbol), due)]])
  building
    .move(fee, from, fees('brokerage', cash))
    .move(amounts.tax, from, tax('transaction', cash))
    .move(loan, from, lending.available(cash))
    .move(loan, lending.lent(cash), owner.loan(cash))
    .move(interest, from, owner.interest(cash))
  missing(building, side, from)
  const remaining = value + side.fromAvailable + side.owed - fee - amounts.tax - loan - interest
  building.move(remaining, from, owner.receivable(cash, due))
  return finish(release(building, side.released))
}

/** The collateral, then the order's hold, pays value and fee; the shares return to the pool. */
export function closeShort(side: ClosingSide): Entry {
  const { head, memberId, symbol, quantity, due, amounts } = side
  const { value, fee, collateral } = amounts
  const owner = member(memberId)
  const asset = stock(symbol)
  const to = clearing.settling(cash, due)
  const captured = side.captured.reduce((sum, { amount }) => sum + amount, 0n)
  const building = entry(head).move(collateral, owner.collateral(cash), to)
  captureTo(building, side.captured, [[captured, to]])
  missing(building, side, to)
  const remaining = collateral + captured + side.fromAvailable + side.owed - value - fee
  building
    .move(fee, to, fees('brokerage', cash))
    .move(remaining, to, owner.receivable(cash, due))
    .move(BigInt(quantity), clearing.settling(asset, due), lending.available(asset))
    .move(BigInt(quantity), lending.lent(asset), owner.loan(asset))
  return finish(release(building, side.released))
}

/** Releases the remaining parts of an order's hold. */
export const releaseRemaining = (head: EntryHead, released: readonly Taken[]): Entry =>
  finish(release(entry(head), released))

/** Holds amounts of free accounts, part by part. */
export function hold(head: EntryHead, holdParts: readonly Taken[]): Entry {
  const building = entry(head)
  for (const { holdId, account, amount } of holdParts) building.hold(holdId, amount, account)
  return finish(building)
}

export interface SeatMove {
  readonly ledgerId: string
  readonly asset: Asset
  readonly due: SettlementDate
  /** The seat's gain; negative when it delivers. */
  readonly amount: bigint
}

/**
 * The seats' sides of trades with members, of one settlement transaction. Institutions pay no fees here and settle at
 * once. An account in `short` cannot pay: its seat owes the amount on the settlement date.
 */
export function seatTrades(
  head: EntryHead,
  moves: readonly SeatMove[],
  short: ReadonlySet<AccountCode>,
): Entry {
  const building = entry(head)
  for (const { ledgerId, asset, due, amount } of moves) {
    const owner = seat(ledgerId)
    const free = owner.available(asset)
    const own = amount < 0n && short.has(free) ? owner.payable(asset, due) : free
    building.line({ account: own, amount }).line({ account: clearing.settling(asset, due), amount: -amount })
  }
  return finish(building)
}

export interface SeatNet {
  readonly ledgerId: string
  readonly asset: Asset
  readonly amount: bigint
}

/** What seats owe one another from trades between themselves; per asset it sums to zero. */
export function seatNets(
  head: EntryHead,
  nets: readonly SeatNet[],
  short: ReadonlySet<AccountCode>,
  due: SettlementDate,
): Entry {
  const building = entry(head)
  for (const { ledgerId, asset, amount } of nets) {
    const account = seat(ledgerId).available(asset)
    const isShort = amount < 0n && short.has(account)
    building.line({ account: isShort ? seat(ledgerId).payable(asset, due) : account, amount })
  }
  return building.done()
}

/** A day's interest of a loan: owed by the member, earned by the house. */
export const accrueInterest = (head: EntryHead, memberId: string, amount: bigint): Entry =>
  entry(head).move(amount, member(memberId).interest(cash), houseAccounts.interest(cash)).done()

/** The settlement date has come: receivables become free. */
export const arrive = (
  head: EntryHead,
  amounts: readonly { readonly account: AccountCode; readonly to: AccountCode; readonly amount: bigint }[],
): Entry => {
  const building = entry(head)
  for (const { account, to, amount } of amounts) building.move(amount, account, to)
  return finish(building)
}

/** A short day trade that was not covered: the other half of the tax, and the fee for shares borrowed overnight. */
export const keepShort = (
  head: EntryHead,
  memberId: string,
  { taxDue, feeDue }: { readonly taxDue: bigint; readonly feeDue: bigint },
): Entry =>
  entry(head)
    .move(taxDue, member(memberId).collateral(cash), tax('transaction', cash))
    .move(feeDue, member(memberId).collateral(cash), fees('borrow', cash))
    .done()

/** Cash for the lending pool, from the operator's own. */
export const poolCash = (head: EntryHead, amount: bigint): Entry =>
  entry(head).move(amount, houseAccounts.capital(cash), lending.available(cash)).done()

/** Shares for the lending pool, from the house's inventory. */
export const poolShares = (head: EntryHead, houseSeat: string, asset: Asset, shares: bigint): Entry =>
  entry(head).move(shares, seat(houseSeat).available(asset), lending.available(asset)).done()

/** Distributes what was taken, part by part, to its targets, in order. */
function captureTo(
  building: EntryBuilder,
  taken: readonly Taken[],
  targets: readonly (readonly [amount: bigint, to: AccountCode])[],
): void {
  const queue = targets.filter(([amount]) => amount > 0n).map(([amount, to]) => ({ amount, to }))
  for (const { holdId, account, amount } of taken) {
    let left = amount
    while (left > 0n) {
      const target = queue[0]
      if (!target) throw new Error(`more is captured from ${account} than the entry uses`)
      const part = target.amount < left ? target.amount : left
      building.capture(holdId, part, account, target.to)
      left -= part
      target.amount -= part
      if (target.amount === 0n) queue.shift()
    }
  }
  if (queue.length > 0) throw new Error(`${queue[0]!.to} lacks ${queue[0]!.amount} of the hold`)
}

function release(building: EntryBuilder, released: readonly Taken[]): EntryBuilder {
  for (const { holdId, account, amount } of released) building.release(holdId, amount, account)
  return building
}

/** One line per account and hold: clearing would otherwise have one for each use of the value. */
function finish(building: EntryBuilder): Entry {
  const { lines, ...head } = building.done()
  const merged = new Map<string, Line>()
  for (const line of lines) {
    const place = line.hold === undefined ? line.account : `${line.account} ${line.hold}`
    const before = merged.get(place)
    merged.set(place, before ? { ...before, amount: before.amount + line.amount } : line)
  }
  return { ...head, lines: [...merged.values()].filter(({ amount }) => amount !== 0n) }
}

function missing(building: EntryBuilder, side: ClosingSide, to: AccountCode): void {
  const owner = member(side.memberId)
  building
    .move(side.fromAvailable, owner.available(cash), to)
    .move(side.owed, owner.payable(cash, side.due), to)
}
