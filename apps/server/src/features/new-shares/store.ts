import type {
  OfferStage,
  OfferState,
  OfferView,
  PaymentMode,
  RecordView,
  SubscriptionState,
  VoidReason,
} from '@fairlot/contract/new-shares'
import type { Tx } from '#platform/db'

interface Texts {
  readonly tw: string
  readonly en: string
}

export interface OfferRow {
  readonly id: string
  readonly symbol: string
  readonly name: Texts
  readonly industry: Texts
  readonly price: bigint
  readonly lots: number
  readonly minShares: number
  readonly maxPerMember: number
  readonly paymentMode: PaymentMode
  readonly fee: bigint
  readonly pe: number | null
  readonly industryPe: number | null
  readonly announcesAt: Date
  readonly opensAt: Date
  readonly closesAt: Date
  readonly drawsAt: Date
  readonly payBy: Date
  readonly issuesOn: string
  readonly listsOn: string
  readonly state: OfferState
  readonly stage: OfferStage | null
  readonly isRemoved: boolean
  readonly drawId: string | null
  readonly applications: number
}

const termColumns = `o.id, o.symbol, o.name, o.industry, o.price, o.lots, o.min_shares AS "minShares",
  o.max_per_member AS "maxPerMember", o.payment_mode AS "paymentMode", o.fee, o.pe, o.industry_pe AS "industryPe",
  o.announces_at AS "announcesAt", o.opens_at AS "opensAt", o.closes_at AS "closesAt", o.draws_at AS "drawsAt",
  o.pay_by AS "payBy", o.issues_on::text AS "issuesOn", o.lists_on::text AS "listsOn", o.state, o.stage,
  o.removed_at IS NOT NULL AS "isRemoved", o.draw_id AS "drawId"`

/** Until the close the applications are counted; from then on the number is the draw's. */
export const offerColumns = `${termColumns},
  coalesce(o.drawn_from, (SELECT count(*)::integer FROM app.subscriptions c WHERE c.offer_id = o.id AND c.state = 'waiting'))
    AS applications`

export async function readOffer(tx: Tx, offerId: string): Promise<OfferRow | undefined> {
  const [row] = await tx.query<OfferRow>(`SELECT ${offerColumns} FROM app.offers o WHERE o.id = $1`, [
    offerId,
  ])
  return row
}

export type OfferTermsRow = Omit<OfferRow, 'applications'>

/** Without the count: an applicant among a hundred thousand does not wait for it. */
export async function readOfferTerms(tx: Tx, offerId: string): Promise<OfferTermsRow | undefined> {
  const [row] = await tx.query<OfferTermsRow>(`SELECT ${termColumns} FROM app.offers o WHERE o.id = $1`, [
    offerId,
  ])
  return row
}

export interface ListedOfferRow extends OfferRow {
  readonly mineId: string | null
  readonly mineState: SubscriptionState | null
  readonly mineShares: number | null
}

/** An offer is listed from its announcement on. */
export const listOffers = (tx: Tx, memberId: string, view: OfferView): Promise<readonly ListedOfferRow[]> =>
  tx.query<ListedOfferRow>(
    `SELECT ${offerColumns}, m.id AS "mineId", m.state AS "mineState", m.shares AS "mineShares"
     FROM app.offers o LEFT JOIN LATERAL (
       SELECT s.id, s.state, s.shares FROM app.subscriptions s
       WHERE s.offer_id = o.id AND s.member_id = $1 AND s.state <> 'cancelled' ORDER BY s.nth DESC LIMIT 1
     ) AS m ON true
     WHERE CASE $2 WHEN 'open' THEN o.state <> 'ended' WHEN 'waiting' THEN o.stage = 'waiting-draw'
       ELSE o.stage <> 'waiting-draw' END
     ORDER BY CASE WHEN $2 = 'drawn' THEN NULL ELSE o.closes_at END, o.closes_at DESC, o.id LIMIT 50`,
    [memberId, view],
  )

export interface ApplicationRow {
  readonly id: string
  readonly offerId: string
  readonly memberId: string
  readonly symbol: string
  readonly name: Texts
  readonly price: bigint
  readonly paymentMode: PaymentMode
  readonly shares: number
  readonly amount: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly held: bigint
  readonly state: SubscriptionState
  readonly voidReason: VoidReason | null
  readonly ticketId: string
  readonly drawId: string
  readonly place: number | null
  readonly places: number
  readonly drawnFrom: number | null
  readonly appliedAt: Date
  readonly closesAt: Date
  readonly drawsAt: Date
  readonly listsOn: string
  readonly decidedAt: Date | null
  readonly payBy: Date | null
  readonly paidAt: Date | null
  readonly paidBy: 'member' | 'rule' | null
  readonly deliveredAt: Date | null
}

/** What the hold of an application must contain. */
const heldNow = `CASE WHEN s.state = 'waiting' THEN s.fee ELSE 0 END
  + CASE WHEN s.state = 'paid' OR o.payment_mode = 'prepaid' AND s.state IN ('waiting', 'won', 'payment-due')
      THEN s.amount ELSE 0 END`

const applicationColumns = `s.id, s.offer_id AS "offerId", s.member_id AS "memberId", o.symbol, o.name, o.price,
  o.payment_mode AS "paymentMode", s.shares, s.amount, s.fee, s.hold_id AS "holdId", ${heldNow} AS held, s.state,
  s.void_reason AS "voidReason", s.ticket_id AS "ticketId", o.draw_id AS "drawId", s.place,
  o.lots * 1000 / o.min_shares AS places, o.drawn_from AS "drawnFrom", s.applied_at AS "appliedAt",
  o.closes_at AS "closesAt", o.draws_at AS "drawsAt", o.lists_on::text AS "listsOn", s.decided_at AS "decidedAt",
  s.pay_by AS "payBy", s.paid_at AS "paidAt", s.paid_by AS "paidBy",
  s.delivered_at AS "deliveredAt"`
const applicationSource = 'app.subscriptions s JOIN app.offers o ON o.id = s.offer_id'

export async function readApplication(tx: Tx, id: string): Promise<ApplicationRow | undefined> {
  const [row] = await tx.query<ApplicationRow>(
    `SELECT ${applicationColumns} FROM ${applicationSource} WHERE s.id = $1`,
    [id],
  )
  return row
}

export const readOwnOf = (tx: Tx, memberId: string, offerId: string): Promise<readonly ApplicationRow[]> =>
  tx.query<ApplicationRow>(
    `SELECT ${applicationColumns} FROM ${applicationSource} WHERE s.offer_id = $2 AND s.member_id = $1
     ORDER BY s.applied_at DESC, s.id DESC LIMIT 20`,
    [memberId, offerId],
  )

const drawnStates = `('won', 'payment-due', 'paid', 'delivered', 'unpaid', 'not-won')`

export const listApplications = (
  tx: Tx,
  memberId: string,
  view: RecordView,
  before: { readonly at: Date; readonly id: string } | null,
  limit: number,
): Promise<readonly ApplicationRow[]> =>
  tx.query<ApplicationRow>(
    `SELECT ${applicationColumns} FROM ${applicationSource}
     WHERE s.member_id = $1 AND ($2 = 'applications' OR s.state IN ${drawnStates})
       AND ($3::timestamptz IS NULL OR (s.applied_at, s.id) < ($3, $4::uuid))
     ORDER BY s.applied_at DESC, s.id DESC LIMIT $5`,
    [memberId, view, before?.at ?? null, before?.id ?? null, limit],
  )

export interface RecordSums {
  readonly applications: number
  readonly draws: number
  readonly won: number
  /** Hundredths of a win. */
  readonly expected: number
  readonly held: bigint
}

export async function sumApplications(tx: Tx, memberId: string): Promise<RecordSums> {
  const [row] = await tx.query<RecordSums>(
    `SELECT count(*)::integer AS applications,
       count(*) FILTER (WHERE s.state IN ${drawnStates})::integer AS draws,
       count(*) FILTER (WHERE s.state IN ${drawnStates} AND s.state <> 'not-won')::integer AS won,
       coalesce(round(100 * sum(least(1, (o.lots * 1000 / o.min_shares)::numeric / nullif(o.drawn_from, 0)))
         FILTER (WHERE s.state IN ${drawnStates})), 0)::integer AS expected,
       coalesce(sum(${heldNow}), 0)::bigint AS held
     FROM ${applicationSource} WHERE s.member_id = $1`,
    [memberId],
  )
  return row!
}

/** Of this person for this offer, cancelled and void ones excluded. */
export async function countOwn(tx: Tx, memberId: string, offerId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    `SELECT count(*)::integer AS count FROM app.subscriptions
     WHERE offer_id = $2 AND member_id = $1 AND state NOT IN ('cancelled', 'void')`,
    [memberId, offerId],
  )
  return row!.count
}

/** Applications of one member wait for each other: the count above stays true until the commit. */
export async function lockApplicant(tx: Tx, memberId: string): Promise<void> {
  await tx.query(`SELECT pg_advisory_xact_lock(hashtextextended('subscription ' || $1::text, 0))`, [memberId])
}

export interface NewApplication {
  readonly id: string
  readonly offerId: string
  readonly memberId: string
  readonly nth: number
  readonly shares: number
  readonly amount: bigint
  readonly fee: bigint
  readonly holdId: string
  readonly ticketId: string
  readonly appliedAt: Date
}

export async function insertApplication(tx: Tx, row: NewApplication): Promise<void> {
  await tx.query(
    `INSERT INTO app.subscriptions (id, offer_id, member_id, nth, shares, amount, fee, hold_id, ticket_id, applied_at)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      row.id,
      row.offerId,
      row.memberId,
      row.nth,
      row.shares,
      row.amount,
      row.fee,
      row.holdId,
      row.ticketId,
      row.appliedAt,
    ],
  )
}

/** A database function writes it: the api may not write the state. False when it is too late. */
export async function cancelWaiting(
  tx: Tx,
  asked: { readonly id: string; readonly memberId: string; readonly entryId: string; readonly at: Date },
): Promise<boolean> {
  const [row] = await tx.query<{ did: boolean }>('SELECT app.cancel_subscription($1, $2, $3, $4) AS did', [
    asked.id,
    asked.memberId,
    asked.entryId,
    asked.at,
  ])
  return row!.did
}

/** False when it is not due, or no longer. */
export async function payDue(
  tx: Tx,
  asked: {
    readonly id: string
    readonly memberId: string
    readonly payHoldId: string | null
    readonly at: Date
  },
): Promise<boolean> {
  const [row] = await tx.query<{ did: boolean }>('SELECT app.pay_subscription($1, $2, $3, $4) AS did', [
    asked.id,
    asked.memberId,
    asked.payHoldId,
    asked.at,
  ])
  return row!.did
}

export interface ListingRow {
  readonly symbol: string
  readonly reference: number
}

/** A database function copies what two operators approved: the worker may not write instruments. */
export const insertListings = (tx: Tx, now: Date): Promise<readonly ListingRow[]> =>
  tx.query<ListingRow>('SELECT symbol, reference FROM app.list_new_shares($1)', [now])

/** Of the offer and of the auction, where a code has both. */
export async function setInventories(
  tx: Tx,
  rows: readonly { readonly symbol: string; readonly entryId: string }[],
): Promise<void> {
  await tx.query(
    `WITH given AS (SELECT u.* FROM unnest($1::text[], $2::uuid[]) AS u (symbol, entry_id)),
       offered AS (UPDATE app.offers o SET inventory_id = g.entry_id FROM given g WHERE o.symbol = g.symbol)
     UPDATE app.auctions a SET inventory_id = g.entry_id FROM given g WHERE a.symbol = g.symbol`,
    [rows.map(({ symbol }) => symbol), rows.map(({ entryId }) => entryId)],
  )
}
