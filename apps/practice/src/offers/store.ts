// All SQL of the two programs that act as operators. Their roles see their own proposals and offers, and call these
// functions; nothing else.

import type { Database } from '@fairlot/process/database'
import type { PracticeOffer } from '@fairlot/rules/new-shares'

export type ProposalKind = 'offer' | 'draw-release' | 'news' | 'corporate-actions'
export interface Proposal<Kind extends ProposalKind = ProposalKind> {
  readonly reviewId: string
  readonly kind: Kind
  readonly subject: string
  /** As PostgreSQL writes it: the hash covers this text. */
  readonly payload: string
  readonly reason: string
  readonly openedBy: string
  readonly state: 'second' | 'decided'
  readonly isSigned: boolean
}

export type OfferProposal = Proposal<'offer' | 'draw-release'>

export interface OwnOffer {
  readonly closesAt: Date
  readonly drawId: string | null
  readonly drawState: string | null
  readonly releaseBy: Date | null
  readonly release: {
    readonly terms: string | null
    readonly root: string | null
    readonly tickets: number | null
  }
}

export interface Signed {
  readonly keyId: string
  readonly at: Date
  readonly signature: string
}

export async function enlist(
  db: Database,
  publicKey: Buffer,
): Promise<{ readonly operatorId: string; readonly keyId: string }> {
  const [row] = await db.query<{ operatorId: string; keyId: string }>(
    'SELECT operator_id AS "operatorId", key_id AS "keyId" FROM practice.enlist($1)',
    [publicKey],
  )
  return row!
}

export const readProposals = (db: Database): Promise<readonly OfferProposal[]> =>
  db.query<OfferProposal>(
    `SELECT id AS "reviewId", kind, subject, payload, reason, opened_by AS "openedBy", state, is_signed AS "isSigned"
     FROM practice.proposals ORDER BY id`,
  )

export const readOwnOffers = (db: Database): Promise<readonly OwnOffer[]> =>
  db.query<OwnOffer>(
    `SELECT closes_at AS "closesAt", draw_id AS "drawId", draw_state AS "drawState", fallback_release_by AS "releaseBy",
       jsonb_build_object('terms', terms, 'root', root, 'tickets', tickets) AS release
     FROM practice.offers ORDER BY closes_at DESC LIMIT 10`,
  )

export async function readLastCode(db: Database): Promise<string | undefined> {
  const [row] = await db.query<{ symbol: string | null }>('SELECT max(symbol) AS symbol FROM practice.codes')
  return row?.symbol ?? undefined
}

/** Null when it is proposed, else the refusal's code. */
export async function proposeOffer(
  db: Database,
  { reviewId, offerId }: { readonly reviewId: string; readonly offerId: string },
  terms: PracticeOffer,
  now: Date,
): Promise<string | null> {
  const [row] = await db.query<{ refusal: string | null }>(
    'SELECT practice.propose_offer($1, $2, $3, $4) AS refusal',
    [reviewId, offerId, JSON.stringify(terms), now],
  )
  return row!.refusal
}

/** Null when it is proposed, else the refusal's code. */
export async function proposeRelease(
  db: Database,
  reviewId: string,
  drawId: string,
  now: Date,
): Promise<string | null> {
  const [row] = await db.query<{ refusal: string | null }>(
    'SELECT practice.propose_release($1, $2, $3) AS refusal',
    [reviewId, drawId, now],
  )
  return row!.refusal
}

export async function signProposal(db: Database, reviewId: string, signed: Signed): Promise<void> {
  await db.query('SELECT practice.sign_proposal($1, $2, $3, $4)', [
    reviewId,
    signed.keyId,
    signed.at,
    signed.signature,
  ])
}

/** Null when the vote counts, else the refusal's code. */
export async function approve(
  db: Database,
  reviewId: string,
  payloadHash: string,
  signed: Signed,
): Promise<string | null> {
  const [row] = await db.query<{ refusal: string | null }>(
    'SELECT practice.approve($1, $2, $3, $4, $5, $4) AS refusal',
    [reviewId, payloadHash, signed.keyId, signed.at, signed.signature],
  )
  return row!.refusal
}
