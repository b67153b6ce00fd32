// What a conditional order holds while it waits: the shares it would sell, or the cash it would need beyond a short's
// own collateral. The holds have its id, just as an order's holds have the order's.

import { type AccountCode, type Balance, balancesOf, entry, post, stock } from '@fairlot/ledger'
import { brokerage, type Direction, type TradingTerms, valueAt } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import { holdId } from '../hold-id.ts'
import { insertHoldParts, type NewHoldPart, readHoldParts, setRemaining } from './store.ts'

export interface Need {
  readonly shares: number
  readonly cash: bigint
}

/** The most that closing `quantity` shares can need: in the worst case a short buys back at the day's worst price. */
export function needOf(
  terms: TradingTerms,
  position: { readonly direction: Direction; readonly shares: number; readonly collateral: bigint },
  quantity: number,
  worstPrice: number | null,
): Need {
  if (position.direction === 'long') return { shares: quantity, cash: 0n }
  if (worstPrice === null) return { shares: 0, cash: 0n }
  const value = valueAt(worstPrice, quantity)
  const free = (position.collateral * BigInt(quantity)) / BigInt(position.shares)
  const cash = value + brokerage(terms, value) - free
  return { shares: 0, cash: cash > 0n ? cash : 0n }
}

interface Source {
  readonly account: AccountCode
  readonly amount: bigint
}

/** Free balance first, then receivables of the next settlement dates; undefined when the total is not enough. */
function sourcesOf(balances: readonly Balance[], asset: string, amount: bigint): Source[] | undefined {
  const usable = balances
    .filter((one) => one.asset === asset && (one.kind === 'available' || one.kind === 'receivable'))
    .toSorted((a, b) => ((a.due ?? '') < (b.due ?? '') ? -1 : 1))
  const sources: Source[] = []
  let left = amount
  for (const { account, amount: there } of usable) {
    if (left === 0n) break
    if (there <= 0n) continue
    const some = there < left ? there : left
    sources.push({ account, amount: some })
    left -= some
  }
  return left === 0n ? sources : undefined
}

export interface Reserving {
  readonly id: string
  readonly memberId: string
  readonly symbol: string
  readonly need: Need
  readonly now: Date
}

/** Returns false and holds nothing when the member does not have enough. */
export async function reserve(tx: Tx, { id, memberId, symbol, need, now }: Reserving): Promise<boolean> {
  if (need.shares === 0 && need.cash === 0n) return true
  const balances = await balancesOf(tx, memberId)
  const wanted = [
    { asset: stock(symbol), amount: BigInt(need.shares) },
    { asset: 'TWD', amount: need.cash },
  ].filter(({ amount }) => amount > 0n)
  const sources: Source[] = []
  for (const { asset, amount } of wanted) {
    const found = sourcesOf(balances, asset, amount)
    if (!found) return false
    sources.push(...found)
  }
  // Parts are numbered on: it may have been released before, and a hold id is used once.
  const before = await readHoldParts(tx, id)
  const first = before.length === 0 ? 0 : before.at(-1)!.part + 1
  const holdParts: NewHoldPart[] = sources.map(({ account, amount }, index) => ({
    part: first + index,
    holdId: holdId(id, first + index),
    account,
    amount,
  }))
  const builder = entry({
    event: 'conditional.held',
    reference: id,
    key: `conditional:${id}:${first}:held`,
    postedAt: now,
  })
  for (const { holdId, amount, account } of holdParts) builder.hold(holdId, amount, account)
  const posted = await post(tx, builder.done())
  if (!posted.ok) return false
  await insertHoldParts(tx, id, holdParts)
  return true
}

/** Releases everything it holds: it ended, or an order replaces it in the same transaction. */
export async function unreserve(tx: Tx, id: string, now: Date): Promise<void> {
  const holdParts = (await readHoldParts(tx, id)).filter(({ remaining }) => remaining > 0n)
  if (holdParts.length === 0) return
  const builder = entry({
    event: 'conditional.released',
    reference: id,
    key: `conditional:${id}:${holdParts.at(-1)!.part}:released`,
    postedAt: now,
  })
  for (const { holdId, remaining, account } of holdParts) builder.release(holdId, remaining, account)
  const posted = await post(tx, builder.done())
  if (!posted.ok) throw new Error(`conditional order ${id}: the ledger refused to release its hold`)
  for (const { part } of holdParts) await setRemaining(tx, id, part, 0n)
}
