// History: one entry as its owner sees it, an owner's balances at a moment, an account's first line.

import type { Balance } from './balances.ts'
import type { AccountCode, Asset } from './chart.ts'
import type { Executor } from './executor.ts'

export interface OwnLine {
  readonly lineNo: number
  readonly asset: Asset
  readonly kind: string
  readonly due: string | null
  readonly amount: bigint
  /** Balance of this account right after the line. */
  readonly balanceAfter: bigint
}

export interface OwnEntry {
  readonly event: string
  readonly reference: string
  readonly postedAt: Date
  /** Only the owner's lines: the other side belongs to another owner. */
  readonly lines: readonly OwnLine[]
}

interface OwnLineRow {
  readonly line_no: number
  readonly event: string
  readonly reference: string
  readonly asset: Asset
  readonly kind: string
  readonly due: string | null
  readonly amount: string
  readonly balance_after: string
  readonly posted_ms: string
}

/** Returns undefined when the entry does not exist or has no line of the member. Callers cannot tell which. */
export async function ownEntry(
  tx: Executor,
  memberId: string,
  entryId: string,
): Promise<OwnEntry | undefined> {
  const rows = await tx.query<OwnLineRow>(
    `SELECT line_no, event, reference, asset, kind, due::text, amount::text, balance_after::text, posted_ms::text
     FROM ledger.entry_of('member', $1, $2)`,
    [memberId, entryId],
  )
  const [first] = rows
  if (!first) return undefined
  return {
    event: first.event,
    reference: first.reference,
    postedAt: new Date(Number(first.posted_ms)),
    lines: rows.map((row) => ({
      lineNo: row.line_no,
      asset: row.asset,
      kind: row.kind,
      due: row.due,
      amount: BigInt(row.amount),
      balanceAfter: BigInt(row.balance_after),
    })),
  }
}

/** The member's balances right before a moment, without empty accounts. */
export async function balancesAt(tx: Executor, memberId: string, at: Date): Promise<Balance[]> {
  const rows = await tx.query<{
    account: AccountCode
    asset: Asset
    kind: string
    due: string | null
    amount: string
  }>(
    `SELECT account, asset, kind, due::text, amount::text FROM ledger.balances_at('member', $1, $2)
     ORDER BY asset, kind, due`,
    [memberId, at],
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}

export interface FirstLine {
  readonly entryId: string
  readonly event: string
  readonly reference: string
  readonly amount: bigint
  readonly balanceAfter: bigint
  readonly postedAt: Date
}

/** The first line of an account; undefined when nothing was ever posted to it. */
export async function firstLineOf(tx: Executor, account: AccountCode): Promise<FirstLine | undefined> {
  const [row] = await tx.query<{
    entry_id: string
    event: string
    reference: string
    amount: string
    balance_after: string
    posted_ms: string
  }>(
    `SELECT entry_id::text, event, reference, amount::text, balance_after::text, posted_ms::text
     FROM ledger.first_line_of($1)`,
    [account],
  )
  if (!row) return undefined
  return {
    entryId: row.entry_id,
    event: row.event,
    reference: row.reference,
    amount: BigInt(row.amount),
    balanceAfter: BigInt(row.balance_after),
    postedAt: new Date(Number(row.posted_ms)),
  }
}

/** The sum per kind of event on one account since a moment. */
export async function sumsSince(
  tx: Executor,
  account: AccountCode,
  since: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const rows = await tx.query<{ event: string; amount: string }>(
    'SELECT event, amount::text FROM ledger.sums_since($1, $2)',
    [account, since],
  )
  return new Map(rows.map(({ event, amount }) => [event, BigInt(amount)]))
}

export interface Change {
  readonly asset: Asset
  readonly kind: string
  readonly event: string
  readonly amount: bigint
}

/** What was posted to a member's accounts since a moment, added up by asset, kind of account and event. */
export async function changesSince(tx: Executor, memberId: string, since: Date): Promise<Change[]> {
  const rows = await tx.query<{ asset: Asset; kind: string; event: string; amount: string }>(
    `SELECT asset, kind, event, amount::text FROM ledger.changes_since('member', $1, $2) ORDER BY asset, kind, event`,
    [memberId, since],
  )
  return rows.map(({ amount, ...row }) => ({ ...row, amount: BigInt(amount) }))
}

/** How many lines the member's accounts have: it names one state of them, and only grows. */
export async function positionOf(tx: Executor, memberId: string): Promise<bigint> {
  const [row] = await tx.query<{ position: string }>(
    `SELECT ledger.position_of('member', $1)::text AS position`,
    [memberId],
  )
  return BigInt(row!.position)
}
