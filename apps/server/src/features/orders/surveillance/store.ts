import type { PairLink } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'

export interface PairRow {
  readonly firstMember: string
  readonly secondMember: string
}

/**
 * Counts the trades between members of one shard after its cursor and moves the cursor, at most `max` fills at once.
 * Settlement writes the fills of a shard in the order of its events, so none can appear behind the cursor.
 */
export async function countPairs(tx: Tx, shard: number, max: number): Promise<number> {
  const [row] = await tx.query<{ read: number }>(
    `WITH place AS (
       SELECT coalesce((SELECT c.event FROM app.pair_cursors c WHERE c.shard = $1 FOR UPDATE), 0) AS event
     ), bought AS MATERIALIZED (
       SELECT f.* FROM app.fills f, place
       WHERE f.shard = $1 AND f.event > place.event AND f.side = 'buy' ORDER BY f.event LIMIT $2
     ), pairs AS (
       SELECT least(b.member_id, s.member_id) AS first_member, greatest(b.member_id, s.member_id) AS second_member, b.date,
         count(*)::integer AS trades, sum(b.quantity) AS shares, sum(b.price::bigint * b.quantity) AS amount
       FROM bought b JOIN app.fills s ON s.shard = b.shard AND s.event = b.event AND s.side = 'sell'
         AND s.traded_at = b.traded_at
       WHERE s.member_id <> b.member_id GROUP BY 1, 2, 3
     ), counted AS (
       INSERT INTO app.pair_trades AS t (first_member, second_member, date, trades, shares, amount)
       SELECT first_member, second_member, date, trades, shares, amount FROM pairs
       ON CONFLICT (first_member, second_member, date) DO UPDATE SET trades = t.trades + excluded.trades,
         shares = t.shares + excluded.shares, amount = t.amount + excluded.amount
     ), moved AS (
       INSERT INTO app.pair_cursors AS c (shard, event)
       SELECT $1, max(event) FROM bought HAVING count(*) > 0
       ON CONFLICT (shard) DO UPDATE SET event = excluded.event
     )
     SELECT count(*)::integer AS read FROM bought`,
    [shard, max],
  )
  return row!.read
}

export interface CountedPair extends PairRow {
  readonly trades: number
  readonly shares: bigint
  readonly amount: bigint
}

/** Pairs with trades since `since` that are in no review. */
export const readUnreviewed = (tx: Tx, since: string, max: number): Promise<readonly CountedPair[]> =>
  tx.query<CountedPair>(
    `SELECT first_member AS "firstMember", second_member AS "secondMember", sum(trades - reviewed)::integer AS trades,
       sum(shares)::bigint AS shares, sum(amount)::bigint AS amount
     FROM app.pair_trades WHERE date >= $1::date
     GROUP BY first_member, second_member HAVING sum(trades - reviewed) > 0
     ORDER BY sum(trades - reviewed) DESC, first_member, second_member LIMIT $2`,
    [since, max],
  )

export async function markReviewed(tx: Tx, { firstMember, secondMember }: PairRow): Promise<void> {
  await tx.query(
    'UPDATE app.pair_trades SET reviewed = trades WHERE first_member = $1 AND second_member = $2 AND reviewed < trades',
    [firstMember, secondMember],
  )
}

/** What two members have in common. Networks are those they signed in from since `since`. */
export async function readLinks(
  tx: Tx,
  { firstMember, secondMember }: PairRow,
  since: Date,
): Promise<readonly PairLink[]> {
  const [row] = await tx.query<Readonly<Record<PairLink, boolean>>>(
    `SELECT EXISTS (SELECT FROM directory.owners a JOIN directory.owners b USING (owner_group)
         WHERE a.member_id = $1 AND b.member_id = $2) AS owner,
       EXISTS (SELECT FROM app.known_devices a JOIN app.known_devices b USING (cookie_hash)
         WHERE a.member_id = $1 AND b.member_id = $2) AS device,
       EXISTS (SELECT FROM app.sign_ins a JOIN app.sign_ins b USING (network)
         WHERE a.member_id = $1 AND a.at > $3 AND a.outcome = 'signed-in'
           AND b.member_id = $2 AND b.at > $3 AND b.outcome = 'signed-in') AS network`,
    [firstMember, secondMember, since],
  )
  return (['owner', 'device', 'network'] as const).filter((link) => row![link])
}

export async function readAccountsOf(tx: Tx, memberIds: readonly string[]): Promise<readonly string[]> {
  const rows = await tx.query<{ account: string }>(
    `SELECT m.account FROM unnest($1::uuid[]) WITH ORDINALITY AS u (id, n) JOIN app.members m ON m.id = u.id ORDER BY u.n`,
    [memberIds],
  )
  return rows.map(({ account }) => account)
}

export async function joinOwners(tx: Tx, memberIds: readonly string[]): Promise<void> {
  await tx.query(`SELECT directory.join_owners($1::uuid[], 'review')`, [memberIds])
}

/** Deletes days that no rule considers any more. */
export async function forgetPairs(tx: Tx, before: string): Promise<number> {
  const rows = await tx.query(`DELETE FROM app.pair_trades WHERE date < $1::date RETURNING 1`, [before])
  return rows.length
}
