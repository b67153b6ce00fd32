// Holds: money or shares held for one order or request. They are ordinary entries whose lines on a held account name
// the hold; the ledger stores each hold's remaining amount and closes it at zero.

import type { AccountCode } from './chart.ts'
import { entry, type EntryHead } from './entry.ts'
import type { Executor } from './executor.ts'
import { type OutcomeRow, type PostOutcome, toOutcome } from './outcome.ts'
import { post } from './post.ts'

export interface HoldRequest extends EntryHead {
  /** A UUID the caller can repeat on a retry: the id of the order or request. */
  readonly holdId: string
  readonly amount: bigint
  /** The available or receivable account it is held on. */
  readonly account: AccountCode
}

export const hold = (tx: Executor, { holdId, amount, account, ...head }: HoldRequest): Promise<PostOutcome> =>
  post(tx, entry(head).hold(holdId, amount, account).done())

/** Moves all or part of a hold to `to`. The remainder stays held. */
export const capture = (
  tx: Executor,
  { holdId, amount, account, to, ...head }: HoldRequest & { readonly to: AccountCode },
): Promise<PostOutcome> => post(tx, entry(head).capture(holdId, amount, account, to).done())

/** Returns a part of a hold. */
export const release = (
  tx: Executor,
  { holdId, amount, account, ...head }: HoldRequest,
): Promise<PostOutcome> => post(tx, entry(head).release(holdId, amount, account).done())

/** Returns the remainder of a hold and closes it; the amount is read under the lock. */
export async function releaseRemaining(
  tx: Executor,
  { holdId, event, reference, key, postedAt }: EntryHead & { readonly holdId: string },
): Promise<PostOutcome> {
  const [row] = await tx.query<OutcomeRow>(
    `SELECT outcome, entry_id::text, posted_ms::text, refused_on FROM ledger.release_remaining($1, $2, $3, $4, $5)`,
    [holdId, event, reference, key, postedAt.toISOString()],
  )
  if (!row) throw new Error('the ledger returned no row')
  return toOutcome(row)
}

export interface Hold {
  readonly holdId: string
  /** The held account with the amount. */
  readonly account: AccountCode
  readonly reference: string
  readonly amount: bigint
  readonly remaining: bigint
  readonly state: 'open' | 'closed'
  readonly openedAt: Date
}

interface HoldRow {
  readonly hold_id: string
  readonly account: AccountCode
  readonly reference: string
  readonly amount: string
  readonly remaining: string
  readonly state: 'open' | 'closed'
  readonly opened_ms: string
}

export async function findHold(tx: Executor, holdId: string): Promise<Hold | null> {
  const [row] = await tx.query<HoldRow>(
    `SELECT hold_id::text, account, reference, amount::text, remaining::text, state, opened_ms::text
     FROM ledger.hold_of($1)`,
    [holdId],
  )
  return row ? toHold(row) : null
}

/** Every open hold of one owner: their sum is exactly the owner's held balances. */
export async function openHolds(tx: Executor, owner: 'member' | 'seat', ownerId: string): Promise<Hold[]> {
  const rows = await tx.query<HoldRow>(
    `SELECT hold_id::text, account, reference, amount::text, remaining::text, state, opened_ms::text
     FROM ledger.open_holds($1, $2) ORDER BY opened_ms DESC, hold_id`,
    [owner, ownerId],
  )
  return rows.map(toHold)
}

export type OpenHold = Pick<Hold, 'holdId' | 'account' | 'reference' | 'remaining'>

/** Those of these holds that are open. */
export async function openHoldsById(tx: Executor, holds: readonly string[]): Promise<OpenHold[]> {
  const rows = await tx.query<{ holdId: string; account: AccountCode; reference: string; remaining: string }>(
    `SELECT hold_id::text AS "holdId", account, reference, remaining::text FROM ledger.open_holds_by_id($1::uuid[])
     ORDER BY hold_id`,
    [holds],
  )
  return rows.map((row) => ({ ...row, remaining: BigInt(row.remaining) }))
}

const toHold = (row: HoldRow): Hold => ({
  holdId: row.hold_id,
  account: row.account,
  reference: row.reference,
  amount: BigInt(row.amount),
  remaining: BigInt(row.remaining),
  state: row.state,
  openedAt: new Date(Number(row.opened_ms)),
})
