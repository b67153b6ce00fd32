import {
  type Asset,
  type Balance,
  balancesAt,
  balancesOf,
  statement,
  type StatementLine,
} from '@fairlot/ledger'
import { addDays, taipeiMidnight } from '@fairlot/rules/calendar'
import { findMember } from '#features/members'
import type { Tx } from '#platform/db'
import { readToday, securedOf } from '../account.ts'
import type { MarketFacts } from '../deps.ts'
import { showFigures } from '../read-figures.ts'
import { showPosition } from '../show-position.ts'
import { readClosedHoldings, readOpenHoldings } from '../store.ts'
import {
  readFillsBetween,
  readOrders,
  readRoots,
  type SignedRoot,
  type StatementFill,
  type StatementOrder,
} from './store.ts'

export type StatementPart = 'ledger' | 'orders' | 'positions' | 'evidence'

export interface StatementWanted {
  readonly from: string
  readonly to: string
  readonly parts: readonly StatementPart[]
}

/** The maximum number of lines in one file: longer periods are requested in two. */
export const maxLines = 5_000

export interface Gathered {
  readonly account: string
  readonly from: string
  readonly to: string
  readonly madeAt: Date
  readonly simulated: boolean
  readonly parts: readonly StatementPart[]
  /** Right before the first day and right after the last: everything of an asset, less debts. */
  readonly opening: ReadonlyMap<Asset, bigint>
  readonly closing: ReadonlyMap<Asset, bigint>
  /** Oldest first. */
  readonly ledger: readonly StatementLine[]
  readonly orders: readonly StatementOrder[]
  readonly fills: readonly StatementFill[]
  readonly positions: readonly ReturnType<typeof showPosition>[]
  readonly roots: readonly SignedRoot[]
  /** The summary figures when the statement was made. */
  readonly figures: Awaited<ReturnType<typeof showFigures>>
}

/** Returns undefined when the statement would not fit into one file. */
export async function gather(
  tx: Tx,
  facts: MarketFacts,
  memberId: string,
  { from, to, parts }: StatementWanted,
  now: Date,
): Promise<Gathered | undefined> {
  const start = new Date(taipeiMidnight(from))
  const end = new Date(taipeiMidnight(addDays(to, 1)))
  const wants = (part: StatementPart): boolean => parts.includes(part)
  const member = await findMember(tx, memberId)
  const opening = totals(await balancesAt(tx, memberId, start))
  const closing = totals(await balancesAt(tx, memberId, end))
  const ledger = wants('ledger') ? await readLines(tx, memberId, start, end) : []
  const wantsOrders = wants('orders') || wants('evidence')
  const orders = wantsOrders ? await readOrders(tx, memberId, start, end, maxLines + 1) : []
  const fills = wantsOrders ? await readFillsBetween(tx, memberId, start, end, maxLines + 1) : []
  const today = await readToday(tx, facts, now)
  const open = wants('positions') ? await readOpenHoldings(tx, memberId) : []
  const closed = wants('positions')
    ? await readClosedHoldings(tx, memberId, { from: start, until: end, before: null, limit: maxLines + 1 })
    : []
  const roots = wants('evidence') ? await readRoots(tx, from, to) : []
  if (ledger.length + orders.length + fills.length + open.length + closed.length > maxLines) return undefined
  const secured = open.map(securedOf)
  return {
    account: member!.account,
    from,
    to,
    madeAt: now,
    simulated: facts.money === 'practice',
    parts,
    opening,
    closing,
    ledger,
    orders,
    fills,
    positions: [...open, ...closed].map((row) => showPosition(row, today, secured)),
    roots,
    figures: await showFigures(tx, facts, memberId, now),
  }
}

const linesPerRead = 500

/** Every line of every asset in the period, oldest first; stops reading when they no longer fit one file. */
async function readLines(tx: Tx, memberId: string, from: Date, until: Date): Promise<StatementLine[]> {
  const lines: StatementLine[] = []
  // Undated accounts are listed even when empty, so every asset ever owned is among them.
  const assets = new Set((await balancesOf(tx, memberId)).map(({ asset }) => asset))
  for (const asset of assets) {
    let before: string | null = cursorAt(until)
    while (before !== null && lines.length <= maxLines) {
      const page = await statement(tx, { ownerId: memberId, asset, before, limit: linesPerRead })
      const inside = page.lines.filter(({ postedAt }) => postedAt >= from)
      lines.push(...inside)
      before = inside.length === page.lines.length ? page.next : null
    }
  }
  return lines.toSorted((a, b) => compare(a.entryId, b.entryId) || lineNo(a) - lineNo(b))
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
const lineNo = ({ lineId }: StatementLine): number => Number(lineId.slice(lineId.indexOf('.') + 1))

/** The first position that an entry of this moment could have: everything earlier is below. */
function cursorAt(moment: Date): string {
  const hex = moment.getTime().toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-000000000000.0`
}

function totals(balances: readonly Balance[]): ReadonlyMap<Asset, bigint> {
  const sums = new Map<Asset, bigint>()
  for (const { asset, amount } of balances) sums.set(asset, (sums.get(asset) ?? 0n) + amount)
  return sums
}
