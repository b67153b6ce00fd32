import type { DrawKind, DrawState, VoidReason } from '@fairlot/contract/draws'
import type { Tx } from '#platform/db'

export interface DrawRow {
  readonly drawId: string
  readonly kind: DrawKind
  readonly subjectId: string
  readonly title: { readonly tw: string; readonly en: string }
  readonly state: DrawState
  readonly places: number
  /** Null until the close. */
  readonly tickets: number | null
  readonly announcedAt: Date
  readonly closesAt: Date
  readonly round: number
  readonly roundAt: Date
  readonly releaseBy: Date
  readonly fallbackRound: number
  readonly fallbackAt: Date
  readonly fallbackReleaseBy: Date
  readonly releaseRound: number | null
  readonly terms: string
  readonly termsHash: string
  readonly commitment: string
  readonly keyId: string
  readonly publicKey: string
  readonly signature: string
  readonly closedAt: Date | null
  readonly root: string | null
  readonly releasedAt: Date | null
  readonly releaseReview: string | null
  readonly secret: string | null
  readonly beaconSignature: string | null
  readonly randomness: string | null
  readonly seed: string | null
  readonly decidedAt: Date | null
  readonly voidAt: Date | null
  readonly voidReason: VoidReason | null
}

const drawColumns = `d.id AS "drawId", d.kind, d.subject_id AS "subjectId", d.title, d.state, d.places,
  d.tickets,
  d.announced_at AS "announcedAt", d.closes_at AS "closesAt", d.round::float8 AS round, d.round_at AS "roundAt",
  d.release_by AS "releaseBy", d.fallback_round::float8 AS "fallbackRound", d.fallback_at AS "fallbackAt",
  d.fallback_release_by AS "fallbackReleaseBy", d.release_round::float8 AS "releaseRound", d.terms,
  encode(d.terms_hash, 'hex') AS "termsHash", encode(d.commitment, 'hex') AS commitment, d.key_id AS "keyId",
  replace(encode(d.public_key, 'base64'), E'\\n', '') AS "publicKey",
  replace(encode(d.signature, 'base64'), E'\\n', '') AS signature, d.closed_at AS "closedAt",
  encode(d.root, 'hex') AS root, d.released_at AS "releasedAt", d.release_review AS "releaseReview",
  encode(d.secret, 'hex') AS secret, encode(d.beacon_signature, 'hex') AS "beaconSignature",
  encode(d.randomness, 'hex') AS randomness, encode(d.seed, 'hex') AS seed, d.decided_at AS "decidedAt",
  d.void_at AS "voidAt", d.void_reason AS "voidReason"`

export async function readDraw(tx: Tx, drawId: string): Promise<DrawRow | undefined> {
  const [row] = await tx.query<DrawRow>(`SELECT ${drawColumns} FROM app.draws d WHERE d.id = $1`, [drawId])
  return row
}

/** Newest first, before the draw `before`. An id begins with its time. */
export const readDraws = (tx: Tx, before: string | null, limit: number): Promise<readonly DrawRow[]> =>
  tx.query<DrawRow>(
    `SELECT ${drawColumns} FROM app.draws d
     WHERE $1::uuid IS NULL OR (d.announced_at, d.id) < (SELECT b.announced_at, b.id FROM app.draws b WHERE b.id = $1)
     ORDER BY d.announced_at DESC, d.id DESC LIMIT $2`,
    [before, limit],
  )

export async function countIssued(tx: Tx, drawId: string): Promise<number> {
  const [row] = await tx.query<{ count: number }>(
    'SELECT count(draw_id)::integer AS count FROM app.draw_tickets WHERE draw_id = $1',
    [drawId],
  )
  return row!.count
}

/** A page of the list, joined. */
export async function readTicketPage(tx: Tx, drawId: string, from: number, count: number): Promise<string> {
  const [row] = await tx.query<{ tickets: string }>(
    `SELECT coalesce(string_agg(encode(t.id, 'hex'), '' ORDER BY t.id), '') AS tickets
     FROM (SELECT id FROM app.draw_tickets WHERE draw_id = $1 ORDER BY id OFFSET $2 LIMIT $3) t`,
    [drawId, from, count],
  )
  return row!.tickets
}

/** Places in the list, in the order of the ranks from `from` + 1 on. */
export async function readRankPage(
  tx: Tx,
  drawId: string,
  from: number,
  count: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ n: number }>(
    `SELECT n FROM app.draw_ranks WHERE draw_id = $1 AND rank > $2 AND rank <= $2::integer + $3 ORDER BY rank`,
    [drawId, from, count],
  )
  return rows.map(({ n }) => n)
}

export const readSample = (
  tx: Tx,
  drawId: string,
  ranks: readonly number[],
): Promise<readonly { readonly rank: number; readonly ticketId: string }[]> =>
  tx.query<{ rank: number; ticketId: string }>(
    `SELECT rank, encode(ticket_id, 'hex') AS "ticketId" FROM app.draw_ranks
     WHERE draw_id = $1 AND rank = ANY($2::integer[]) ORDER BY rank`,
    [drawId, ranks],
  )

/** How many of the first `places` tickets are in each of `parts` equal parts of the list. */
export async function readSpread(
  tx: Tx,
  { drawId, places, tickets }: { readonly drawId: string; readonly places: number; readonly tickets: number },
  parts: number,
): Promise<readonly number[]> {
  const rows = await tx.query<{ part: number; count: number }>(
    `SELECT (n::bigint * $4 / $3)::integer AS part, count(*)::integer AS count FROM app.draw_ranks
     WHERE draw_id = $1 AND rank <= $2 GROUP BY 1`,
    [drawId, places, tickets, parts],
  )
  const spread = Array.from({ length: parts }, () => 0)
  for (const { part, count } of rows) spread[part] = count
  return spread
}

export const readReleaseVotes = (
  tx: Tx,
  reviewId: string,
): Promise<readonly { readonly number: string; readonly by: string; readonly at: Date }[]> =>
  tx.query<{ number: string; by: string; at: Date }>(
    `SELECT r.number, o.name AS by, v.at FROM app.review_votes v
     JOIN app.reviews r ON r.id = v.review_id JOIN app.operators o ON o.id = v.operator_id
     WHERE v.review_id = $1 ORDER BY v.at`,
    [reviewId],
  )
