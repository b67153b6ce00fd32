// What a conditional order holds while it waits: the shares it would sell, or the cash it would need beyond a short's
// own collateral. Its row names the holds, just as an order names its holds.

import {
  type AccountCode,
  type Balance,
  balancesOf,
  entry,
  freeTwin,
  holdKey,
  openHoldsById,
  post,
  stock,
} from '@fairlot/ledger'
import { brokerage, type Direction, type TradingTerms, valueAt } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { ConditionalRow } from './store.ts'

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
export function sourcesOf(balances: readonly Balance[], asset: string, amount: bigint): Source[] | undefined {
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

/** Returns the ids of the holds, for its row. Undefined, and nothing is held, when the member does not have enough. */
export async function reserve(
  tx: Tx,
  { id, memberId, symbol, need, now }: Reserving,
): Promise<readonly string[] | undefined> {
  if (need.shares === 0 && need.cash === 0n) return []
  const balances = await balancesOf(tx, memberId)
  const wanted = [
    { asset: stock(symbol), amount: BigInt(need.shares) },
    { asset: 'TWD', amount: need.cash },
  ].filter(({ amount }) => amount > 0n)
  const sources: Source[] = []
  for (const { asset, amount } of wanted) {
    const found = sourcesOf(balances, asset, amount)
    if (!found) return undefined
    sources.push(...found)
  }
  return holdSources(tx, id, sources, now)
}

/**
 * Holds these amounts for the conditional order in one entry of the ledger. Returns the ids of the holds, undefined when
 * the ledger refused.
 */
export async function holdSources(
  tx: Tx,
  id: string,
  sources: readonly Source[],
  now: Date,
): Promise<readonly string[] | undefined> {
  // New ids each time: it may have been released before, and a hold id is used once. Its row's lock prevents a second
  // reservation.
  const holds = sources.map(() => newId())
  const builder = entry({
    event: 'conditional.held',
    reference: id,
    key: holdKey(holds.at(-1)!),
    postedAt: now,
  })
  for (const [index, { amount, account }] of sources.entries()) builder.hold(holds[index]!, amount, account)
  const posted = await post(tx, builder.done())
  return posted.ok ? holds : undefined
}

/**
 * Releases everything it holds: it ended, or an order replaces it in the same transaction. A hold that its row names but
 * that was opened for something else stays.
 */
export async function unreserve(
  tx: Tx,
  { id, holds }: Pick<ConditionalRow, 'id' | 'holds'>,
  now: Date,
): Promise<void> {
  const open = (await openHoldsById(tx, holds)).filter(({ reference }) => reference === id)
  if (open.length === 0) return
  const builder = entry({
    event: 'conditional.released',
    reference: id,
    key: `conditional:${id}:${open[0]!.holdId}:released`,
    postedAt: now,
  })
  for (const { holdId, remaining, account } of open) builder.release(holdId, remaining, freeTwin(account))
  const posted = await post(tx, builder.done())
  if (!posted.ok) throw new Error(`conditional order ${id}: the ledger refused to release its hold`)
}
