// The ledger as a verifier reads it: from its tables, with the rights of the reading role. It does not call the
// builder's functions, because an attacker who changes rows could change those functions too.

import type { Tx } from '#platform/db'
import { readPages } from '#platform/read-pages'
import type { Leg } from '../fills/store.ts'
import type { WrittenLine } from '../trees/store.ts'

export const readLedgerLines = (
  tx: Tx,
  after: string | null,
  upTo: string,
): AsyncGenerator<readonly WrittenLine[]> =>
  readPages<WrittenLine>(
    tx,
    `SELECT l.entry_id::text AS "entryId", l.line_no AS "lineNo", e.event, e.reference, e.reverses::text AS reverses,
       a.code AS account, l.asset, l.amount, l.seq, l.balance_after AS "balanceAfter", l.hold_id::text AS "holdId",
       floor(extract(epoch FROM l.posted_at) * 1000)::bigint AS "postedMs"
     FROM ledger.lines l
     JOIN ledger.accounts a ON a.id = l.account_id
     JOIN ledger.entries e ON e.id = l.entry_id AND e.posted_at = l.posted_at
     WHERE ($1::pg_snapshot IS NULL OR NOT pg_visible_in_snapshot(l.tx::text::xid8, $1))
       AND pg_visible_in_snapshot(l.tx::text::xid8, $2::pg_snapshot)
     ORDER BY l.entry_id, l.line_no`,
    [after, upTo],
  )

export interface MemberSum {
  readonly asset: string
  readonly owner: string
  readonly owned: bigint
  readonly owed: bigint
}

/** Members' holdings and debts at that moment, summed from the lines and not from balance rows. */
export async function readSumsOfLines(tx: Tx, asOf: string): Promise<readonly MemberSum[]> {
  const rows = await tx.query<Readonly<Record<keyof MemberSum, string>>>(
    `SELECT a.asset, a.owner_id AS owner, coalesce(sum(l.amount) FILTER (WHERE c.lowest = 0), 0)::text AS owned,
       coalesce(-sum(l.amount) FILTER (WHERE c.highest = 0), 0)::text AS owed
     FROM ledger.lines l
     JOIN ledger.accounts a ON a.id = l.account_id
     JOIN ledger.chart c ON c.owner_kind = a.owner_kind AND c.kind = a.kind
     WHERE a.owner_kind = 'member' AND pg_visible_in_snapshot(l.tx::text::xid8, $1::pg_snapshot)
     GROUP BY a.asset, a.owner_id`,
    [asOf],
  )
  return rows.map(({ owned, owed, ...row }) => ({ ...row, owned: BigInt(owned), owed: BigInt(owed) }))
}

/** By position in the whole ledger, not by the time in an entry's id: this finds a line moved to another month. */
export async function readLegsOfEntries(
  tx: Tx,
  entries: readonly string[],
): Promise<ReadonlyMap<string, readonly Leg[]>> {
  const rows = await tx.query<Leg>(
    `SELECT l.entry_id::text AS "entryId", a.code AS account, l.asset, l.amount
     FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
     WHERE l.entry_id = ANY ($1::uuid[]) ORDER BY l.entry_id, l.line_no`,
    [entries],
  )
  return Map.groupBy(rows, ({ entryId }) => entryId)
}

/** Sorted, hex. */
export async function readTicketsOfDraw(tx: Tx, drawId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ ticketId: string }>(
    `SELECT encode(id, 'hex') AS "ticketId" FROM app.draw_tickets WHERE draw_id = $1::uuid ORDER BY id`,
    [drawId],
  )
  return rows.map(({ ticketId }) => ticketId)
}

/** The lines of `listedText` in packages/proof. Bids that left before the close are not in the list. */
export async function readBidsOfAuction(tx: Tx, auctionId: string): Promise<readonly string[]> {
  const rows = await tx.query<{ line: string }>(
    `SELECT concat_ws(' ', encode(fingerprint, 'hex'), encode(sha256(sealed), 'hex'), id, encode(person, 'hex'), ceiling) AS line
     FROM app.auction_bids WHERE auction_id = $1::uuid AND state NOT IN ('cancelled', 'void') ORDER BY fingerprint`,
    [auctionId],
  )
  return rows.map(({ line }) => line)
}
