import type { DrawKind, DrawState, VoidReason } from '@fairlot/contract/draws'
import { reminderMs } from '@fairlot/rules/draws'
import type { Tx } from '#platform/db'

export interface NewDraw {
  readonly id: string
  readonly kind: DrawKind
  readonly subjectId: string
  readonly title: { readonly tw: string; readonly en: string }
  readonly places: number
  readonly terms: string
  readonly termsHash: string
  readonly commitment: string
  readonly closesAt: Date
  readonly round: number
  readonly roundAt: Date
  readonly releaseBy: Date
  readonly fallbackRound: number
  readonly fallbackAt: Date
  readonly fallbackReleaseBy: Date
  readonly announcedAt: Date
  readonly keyId: string
  readonly publicKey: string
  readonly signature: string
  readonly sealed: string
}

export async function insertDraw(tx: Tx, draw: NewDraw): Promise<void> {
  await Promise.all([
    tx.query(
      `INSERT INTO app.draws (id, kind, subject_id, title, places, terms, terms_hash, commitment, closes_at, round, round_at,
         release_by, fallback_round, fallback_at, fallback_release_by, announced_at, key_id, public_key, signature)
       VALUES ($1, $2, $3, $4, $5, $6, decode($7, 'hex'), decode($8, 'hex'), $9, $10, $11, $12, $13, $14, $15, $16, $17,
         decode($18, 'base64'), decode($19, 'base64'))`,
      [
        draw.id,
        draw.kind,
        draw.subjectId,
        JSON.stringify(draw.title),
        draw.places,
        draw.terms,
        draw.termsHash,
        draw.commitment,
        draw.closesAt,
        draw.round,
        draw.roundAt,
        draw.releaseBy,
        draw.fallbackRound,
        draw.fallbackAt,
        draw.fallbackReleaseBy,
        draw.announcedAt,
        draw.keyId,
        draw.publicKey,
        draw.signature,
      ],
    ),
    tx.query(`INSERT INTO app.draw_secrets (draw_id, sealed) VALUES ($1, $2)`, [draw.id, draw.sealed]),
  ])
}

export interface StateRow {
  readonly state: DrawState
  readonly closesAt: Date
  readonly places: number
  readonly voidReason: VoidReason | null
}

export async function readState(tx: Tx, drawId: string): Promise<StateRow | undefined> {
  const [row] = await tx.query<StateRow>(
    `SELECT state, closes_at AS "closesAt", places, void_reason AS "voidReason" FROM app.draws WHERE id = $1`,
    [drawId],
  )
  return row
}

export interface LockedDraw {
  readonly state: DrawState
  readonly terms: string
  readonly termsHash: string
  readonly closesAt: Date
  readonly fallbackReleaseBy: Date
  readonly tickets: number | null
  readonly root: string | null
  /** Null until the release. */
  readonly secret: string | null
  readonly releaseRound: number | null
}

/** Waits for tickets that are being issued, and holds the draw until the transaction ends. */
export async function lockDraw(tx: Tx, drawId: string): Promise<LockedDraw | undefined> {
  const [row] = await tx.query<LockedDraw>(
    `SELECT state, terms, encode(terms_hash, 'hex') AS "termsHash", closes_at AS "closesAt",
       fallback_release_by AS "fallbackReleaseBy", tickets, encode(root, 'hex') AS root, encode(secret, 'hex') AS secret,
       release_round::float8 AS "releaseRound"
     FROM app.draws WHERE id = $1 FOR UPDATE`,
    [drawId],
  )
  return row
}

// The worker has to close it, make it void, or decide it.
const due = `(state = 'committed' AND closes_at <= $1 OR state = 'closed' AND fallback_release_by <= $1
  OR state = 'released' AND CASE WHEN release_round = round THEN round_at ELSE fallback_at END <= $1)`

export const readDue = (
  tx: Tx,
  now: Date,
): Promise<readonly { readonly id: string; readonly state: DrawState }[]> =>
  tx.query<{ id: string; state: DrawState }>(
    `SELECT id, state FROM app.draws
     WHERE ${due} ORDER BY closes_at LIMIT 20`,
    [now],
  )

/** A condition: one of them is due. */
export const isDrawDue = `EXISTS (SELECT FROM app.draws WHERE ${due})`

/** Reviews of a release that were not reminded of, with the deadline that is near. */
const unreminded = `app.draws d JOIN app.reviews r ON r.kind = 'draw-release' AND r.subject = d.id::text AND r.state = 'second'
  CROSS JOIN LATERAL (SELECT CASE WHEN d.release_by > $1 THEN d.release_by ELSE d.fallback_release_by END AS by) AS x
  WHERE d.state = 'closed' AND x.by > $1 AND x.by <= $1::timestamptz + interval '${reminderMs} milliseconds'
    AND NOT EXISTS (SELECT FROM app.review_pushes p WHERE p.review_id = r.id AND p.state = r.state)`

export const readUnreminded = (
  tx: Tx,
  now: Date,
): Promise<readonly { readonly drawId: string; readonly reviewId: string; readonly decideBy: Date }[]> =>
  tx.query<{ drawId: string; reviewId: string; decideBy: Date }>(
    `SELECT d.id AS "drawId", r.id AS "reviewId", x.by AS "decideBy" FROM ${unreminded} ORDER BY x.by LIMIT 20`,
    [now],
  )

/** A condition: a second operator has to be reminded. */
export const isUnreminded = `EXISTS (SELECT FROM ${unreminded})`

export const setClosed = (
  tx: Tx,
  closed: {
    readonly drawId: string
    readonly tickets: number
    readonly root: string
    readonly now: Date
  },
): Promise<unknown> =>
  tx.query(
    `UPDATE app.draws SET state = 'closed', tickets = $2, root = decode($3, 'hex'), closed_at = $4 WHERE id = $1`,
    [closed.drawId, closed.tickets, closed.root, closed.now],
  )

export async function readSealed(tx: Tx, drawId: string): Promise<string> {
  const [row] = await tx.query<{ sealed: string }>('SELECT sealed FROM app.draw_secrets WHERE draw_id = $1', [
    drawId,
  ])
  return row!.sealed
}

export const setReleased = (
  tx: Tx,
  released: {
    readonly drawId: string
    readonly secret: string
    readonly round: number
    readonly reviewId: string
    readonly now: Date
  },
): Promise<unknown> =>
  tx.query(
    `UPDATE app.draws SET state = 'released', secret = decode($2, 'hex'), release_round = $3, release_review = $4,
       released_at = $5 WHERE id = $1`,
    [released.drawId, released.secret, released.round, released.reviewId, released.now],
  )

export interface Decision {
  readonly drawId: string
  readonly signature: string
  readonly randomness: string
  readonly seed: string
  readonly orderHash: string
  readonly now: Date
}

export const setDecided = (tx: Tx, decision: Decision): Promise<unknown> =>
  tx.query(
    `UPDATE app.draws SET state = 'decided', beacon_signature = decode($2, 'hex'), randomness = decode($3, 'hex'),
       seed = decode($4, 'hex'), order_hash = decode($5, 'hex'), decided_at = $6 WHERE id = $1`,
    [
      decision.drawId,
      decision.signature,
      decision.randomness,
      decision.seed,
      decision.orderHash,
      decision.now,
    ],
  )

export const setVoid = (tx: Tx, drawId: string, reason: VoidReason, now: Date): Promise<unknown> =>
  tx.query(`UPDATE app.draws SET state = 'void', void_at = $2, void_reason = $3 WHERE id = $1`, [
    drawId,
    now,
    reason,
  ])

const atOnce = 5_000

/** `list` is the published list: a rank names the place of its ticket there. */
export async function insertRanks(
  tx: Tx,
  drawId: string,
  order: readonly string[],
  list: readonly string[],
): Promise<void> {
  const placeOf = new Map(list.map((ticketId, n) => [ticketId, n]))
  for (let from = 0; from < order.length; from += atOnce) {
    const some = order.slice(from, from + atOnce)
    await tx.query(
      `INSERT INTO app.draw_ranks (draw_id, rank, ticket_id, n)
       SELECT $1, $2::integer + t.place, decode(t.id, 'hex'), t.n
       FROM unnest($3::text[], $4::integer[]) WITH ORDINALITY AS t (id, n, place)`,
      [drawId, from, some, some.map((ticketId) => placeOf.get(ticketId))],
    )
  }
}

export async function readOrder(
  tx: Tx,
  drawId: string,
): Promise<readonly { readonly ticketId: string; readonly reference: string }[]> {
  return tx.query<{ ticketId: string; reference: string }>(
    `SELECT encode(r.ticket_id, 'hex') AS "ticketId", t.reference
     FROM app.draw_ranks r JOIN app.draw_tickets t ON t.draw_id = r.draw_id AND t.id = r.ticket_id
     WHERE r.draw_id = $1 ORDER BY r.rank`,
    [drawId],
  )
}
