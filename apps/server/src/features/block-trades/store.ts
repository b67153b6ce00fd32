import type { BlockListingState, BlockRejection, BlockState } from '@fairlot/contract/block-trades'
import type { Tx } from '#platform/db'

export interface ListingRow {
  readonly id: string
  readonly seatId: string
  readonly seatTw: string
  readonly seatEn: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly price: number
  readonly shares: number
  readonly leftShares: number
  readonly minShares: number
  readonly maxShares: number
  readonly date: string
  readonly closesAt: Date
  readonly holdId: string
  readonly state: BlockListingState
  /** The last trade or the day's reference, and that reference; null before the first quote. */
  readonly market: number | null
  readonly reference: number | null
}

const listingColumns = `l.id, l.seat_id AS "seatId", s.name_tw AS "seatTw", s.name_en AS "seatEn", l.symbol, i.name_tw AS "nameTw",
  i.name_en AS "nameEn", l.price, l.shares, l.left_shares AS "leftShares", l.min_shares AS "minShares",
  l.max_shares AS "maxShares", l.date::text AS date,
  l.closes_at AS "closesAt", l.hold_id AS "holdId", l.state, coalesce(q.last, q.reference) AS market, q.reference`
const listingSource = `app.block_listings l JOIN app.instruments i ON i.symbol = l.symbol JOIN app.seats s ON s.ledger_id = l.seat_id
  LEFT JOIN settlement.prices q ON q.symbol = l.symbol`

/** Of this trading day, and earlier ones that still wait for a decision. */
export const readListings = (tx: Tx, date: string): Promise<readonly ListingRow[]> =>
  tx.query<ListingRow>(
    `SELECT ${listingColumns} FROM ${listingSource} WHERE l.date = $1 OR l.state <> 'closed' ORDER BY l.symbol, l.listed_at, l.id`,
    [date],
  )

export async function readListing(tx: Tx, id: string): Promise<ListingRow | undefined> {
  const [row] = await tx.query<ListingRow>(`SELECT ${listingColumns} FROM ${listingSource} WHERE l.id = $1`, [
    id,
  ])
  return row
}

export interface ListingPassword {
  readonly mac: Buffer
  readonly key: string
}

/** The keyed hash; the console has no right to read it. */
export async function readListingPassword(tx: Tx, id: string): Promise<ListingPassword | undefined> {
  const [row] = await tx.query<ListingPassword>(
    'SELECT password_mac AS mac, password_key AS key FROM app.block_listings WHERE id = $1',
    [id],
  )
  return row
}

/** One application of a member, and one to a listing, after the other: counts and shares left stay true. */
export async function lockApplying(tx: Tx, memberId: string, listingId: string): Promise<void> {
  await tx.query(
    `SELECT pg_advisory_xact_lock(hashtextextended(u.name, 0))
     FROM unnest(ARRAY['block trades ' || $1, 'block listing ' || $2]) WITH ORDINALITY AS u (name, n) ORDER BY u.n`,
    [memberId, listingId],
  )
}

export interface NewListing {
  readonly id: string
  readonly seatId: string
  readonly symbol: string
  readonly price: number
  readonly shares: number
  readonly minShares: number
  readonly maxShares: number
  readonly passwordMac: Buffer
  readonly passwordKey: string
  readonly date: string
  readonly closesAt: Date
  readonly holdId: string
  readonly reviewId: string
  readonly listedAt: Date
}

export async function insertListing(tx: Tx, row: NewListing): Promise<void> {
  await tx.query(
    `INSERT INTO app.block_listings (id, seat_id, symbol, price, shares, left_shares, min_shares, max_shares, password_mac,
       password_key, date, closes_at, hold_id, review_id, listed_at)
     VALUES ($1, $2, $3, $4, $5, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)`,
    [
      row.id,
      row.seatId,
      row.symbol,
      row.price,
      row.shares,
      row.minShares,
      row.maxShares,
      row.passwordMac,
      row.passwordKey,
      row.date,
      row.closesAt,
      row.holdId,
      row.reviewId,
      row.listedAt,
    ],
  )
}

/** False when it has ended already. */
export async function startClosing(tx: Tx, id: string): Promise<boolean> {
  const rows = await tx.query(
    `UPDATE app.block_listings SET state = 'closing' WHERE id = $1 AND state = 'open' RETURNING 1`,
    [id],
  )
  return rows.length === 1
}

/** Ends what is past its time; returns how many listings. */
export async function endListings(tx: Tx, now: Date): Promise<number> {
  const [row] = await tx.query<{ ended: number }>('SELECT app.end_block_listings($1) AS ended', [now])
  return row!.ended
}

/** A listing past its time, or one that closes. */
export const isListingToEnd = `EXISTS (SELECT FROM app.block_listings
  WHERE state <> 'closed' AND (state = 'closing' OR closes_at <= $1))`

/** Closing, and nothing of it waits for a decision any more; locked. */
export const lockDecidedListings = (
  tx: Tx,
  limit: number,
): Promise<readonly { id: string; seatId: string; symbol: string; holdId: string; leftShares: number }[]> =>
  tx.query(
    `SELECT l.id, l.seat_id AS "seatId", l.symbol, l.hold_id AS "holdId", l.left_shares AS "leftShares"
     FROM app.block_listings l
     WHERE l.state = 'closing'
       AND NOT EXISTS (SELECT FROM app.block_applications a WHERE a.listing_id = l.id AND a.state = 'pending')
     ORDER BY l.id LIMIT $1 FOR UPDATE SKIP LOCKED`,
    [limit],
  )

export async function closeListing(tx: Tx, id: string, now: Date): Promise<void> {
  await tx.query(`UPDATE app.block_listings SET state = 'closed', closed_at = $2 WHERE id = $1`, [id, now])
}

/** How many passwords of listings in force still use each pepper key. */
export const countListingsByPepper = (tx: Tx): Promise<readonly { keyId: string; count: number }[]> =>
  tx.query(
    `SELECT password_key AS "keyId", count(*)::integer AS count FROM app.block_listings WHERE state = 'open' GROUP BY 1`,
  )

export interface ApplicationRow {
  readonly id: string
  readonly memberId: string
  readonly listingId: string
  readonly symbol: string
  readonly nameTw: string
  readonly nameEn: string
  readonly seatId: string
  readonly listingHoldId: string
  readonly price: number
  readonly market: number | null
  readonly shares: number
  readonly fee: bigint
  readonly holdId: string
  readonly date: string
  readonly settlesOn: string
  readonly sellableOn: string
  readonly state: BlockState
  readonly rejectionReason: BlockRejection | null
  readonly note: string | null
  readonly sentAt: Date
  readonly promisedAt: Date
  readonly closesAt: Date
  readonly decidedAt: Date | null
  readonly entryId: string | null
  readonly isSecond: boolean
}

const columns = `a.id, a.member_id AS "memberId", a.listing_id AS "listingId", l.symbol, i.name_tw AS "nameTw", i.name_en AS "nameEn",
  l.seat_id AS "seatId", l.hold_id AS "listingHoldId", a.price, a.market_price AS market, a.shares, a.fee, a.hold_id AS "holdId",
  a.date::text AS date, a.settles_on::text AS "settlesOn", a.sellable_on::text AS "sellableOn", a.state,
  a.rejection_reason AS "rejectionReason", a.note, a.sent_at AS "sentAt", a.promised_at AS "promisedAt",
  l.closes_at AS "closesAt", a.decided_at AS "decidedAt", a.entry_id AS "entryId",
  a.state = 'pending' AND EXISTS (SELECT FROM app.reviews r WHERE r.kind = 'block-trade' AND r.subject = a.id::text
    AND r.state = 'second') AS "isSecond"`
const source = `app.block_applications a JOIN app.block_listings l ON l.id = a.listing_id JOIN app.instruments i ON i.symbol = l.symbol`

export async function readApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<ApplicationRow>(`SELECT ${columns} FROM ${source} WHERE a.id = $1`, [id])
  return row
}

export async function lockApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<ApplicationRow>(
    `SELECT ${columns} FROM ${source} WHERE a.id = $1 FOR UPDATE OF a`,
    [id],
  )
  return row
}

export const listApplicationRows = (
  tx: Tx,
  memberId: string,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly ApplicationRow[]> =>
  tx.query<ApplicationRow>(
    `SELECT ${columns} FROM ${source}
     WHERE a.member_id = $1 AND ($2::timestamptz IS NULL OR (a.sent_at, a.id) < ($2, $3::uuid))
     ORDER BY a.sent_at DESC, a.id DESC LIMIT $4`,
    [memberId, before?.at ?? null, before?.id ?? null, limit],
  )

/** Sent on this trading day, without rejected ones; and what is held for pending ones of any day. */
export async function sumApplications(
  tx: Tx,
  memberId: string,
  date: string,
): Promise<{ readonly used: number; readonly held: bigint }> {
  const [row] = await tx.query<{ used: number; held: bigint }>(
    `SELECT (count(*) FILTER (WHERE date = $2 AND state <> 'rejected'))::integer AS used,
       coalesce(sum(price::bigint * shares + fee) FILTER (WHERE state = 'pending'), 0)::bigint AS held
     FROM app.block_applications WHERE member_id = $1 AND (state = 'pending' OR date = $2)`,
    [memberId, date],
  )
  return row!
}

export interface NewApplication {
  readonly id: string
  readonly memberId: string
  readonly listingId: string
  readonly price: number
  readonly market: number | null
  readonly shares: number
  readonly fee: bigint
  readonly holdId: string
  readonly date: string
  readonly settlesOn: string
  readonly sellableOn: string
  readonly sentAt: Date
  readonly promisedAt: Date
}

export async function insertApplication(tx: Tx, row: NewApplication): Promise<void> {
  await tx.query(
    `INSERT INTO app.block_applications (id, member_id, listing_id, price, market_price, shares, fee, hold_id, date, settles_on,
       sellable_on, sent_at, promised_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      row.id,
      row.memberId,
      row.listingId,
      row.price,
      row.market,
      row.shares,
      row.fee,
      row.holdId,
      row.date,
      row.settlesOn,
      row.sellableOn,
      row.sentAt,
      row.promisedAt,
    ],
  )
}

export async function rejectPending(
  tx: Tx,
  id: string,
  end: {
    readonly rejectionReason: BlockRejection
    readonly note: string | null
    readonly entryId: string
    readonly at: Date
  },
): Promise<void> {
  await tx.query(
    `UPDATE app.block_applications SET state = 'rejected', rejection_reason = $2, note = $3, entry_id = $4, decided_at = $5
     WHERE id = $1`,
    [id, end.rejectionReason, end.note, end.entryId, end.at],
  )
}

/** A database function writes it: the api may not write the columns of a decision. */
export async function cancelPending(
  tx: Tx,
  taken: { readonly id: string; readonly memberId: string; readonly entryId: string; readonly at: Date },
): Promise<void> {
  const [row] = await tx.query<{ taken: boolean }>(
    'SELECT app.cancel_block_application($1, $2, $3, $4) AS taken',
    [taken.id, taken.memberId, taken.entryId, taken.at],
  )
  if (!row!.taken) throw new Error(`block trade ${taken.id} cannot be cancelled`)
}

/** The holding, the settlement dates and the state, checked against the entry and the votes. */
export async function bookTrade(
  tx: Tx,
  trade: { readonly id: string; readonly reviewId: string; readonly entryId: string; readonly at: Date },
): Promise<void> {
  await tx.query('SELECT app.book_block_trade($1, $2, $3, $4)', [
    trade.id,
    trade.reviewId,
    trade.entryId,
    trade.at,
  ])
}

export interface SeatRow {
  readonly code: string
  readonly seatId: string
  readonly nameTw: string
  readonly nameEn: string
}

export const readSeats = (tx: Tx): Promise<readonly SeatRow[]> =>
  tx.query<SeatRow>(
    `SELECT code, ledger_id AS "seatId", name_tw AS "nameTw", name_en AS "nameEn" FROM app.seats WHERE kind <> 'pool' ORDER BY code`,
  )

export interface StockToday {
  readonly nameTw: string
  readonly nameEn: string
  readonly date: string | null
  readonly reference: number | null
  readonly upper: number | null
  readonly lower: number | null
  readonly market: number | null
}

/** Undefined for a symbol that does not trade. */
export async function readStockToday(tx: Tx, symbol: string): Promise<StockToday | undefined> {
  const [row] = await tx.query<StockToday>(
    `SELECT i.name_tw AS "nameTw", i.name_en AS "nameEn", q.date::text AS date, q.reference, q.upper, q.lower,
       coalesce(q.last, q.reference) AS market
     FROM app.instruments i LEFT JOIN settlement.prices q ON q.symbol = i.symbol
     WHERE i.symbol = $1 AND i.delisted_on IS NULL`,
    [symbol],
  )
  return row
}
