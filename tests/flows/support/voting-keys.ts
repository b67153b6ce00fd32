// Voting keys for tests: a P-256 key in memory instead of one in a browser. The worker verifies its signatures
// normally.

import { generateKeyPairSync, type KeyObject, randomUUID, sign } from 'node:crypto'
import { allFeatures } from '../../../apps/server/src/features/all-features.ts'
import {
  openingOf,
  type ReviewDocument,
} from '../../../apps/server/src/features/operators/reviews/review-kind.ts'
import { reviewColumns } from '../../../apps/server/src/features/operators/reviews/store.ts'
import type {
  ReviewDecision,
  ReviewKind,
  VoteSignature,
} from '../../../packages/contract/src/operators/index.ts'
import { noReason, type VoteFacts, voteStatement } from '../../../packages/rules/src/operators/index.ts'

export interface SoftwareKey {
  readonly publicKey: Buffer
  readonly privateKey: KeyObject
}

export function newSoftwareKey(): SoftwareKey {
  const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'prime256v1' })
  return { publicKey: publicKey.export({ type: 'spki', format: 'der' }), privateKey }
}

export function signWith(
  { privateKey }: Pick<SoftwareKey, 'privateKey'>,
  keyId: string,
  vote: Omit<VoteFacts, 'at' | 'opened' | 'reason' | 'problems'> &
    Partial<Pick<VoteFacts, 'reason' | 'problems'>>,
  now: Date,
  opened: readonly string[] = [],
): VoteSignature {
  const at = now.toISOString()
  const statement = voteStatement({ ...noReason, ...vote, at, opened })
  const signature = sign('sha256', Buffer.from(statement), { key: privateKey, dsaEncoding: 'ieee-p1363' })
  return { keyId, at, opened, signature: signature.toString('base64url') }
}

/** Accepts both `pg.Client` and our own `Db`. */
export interface Querying {
  query(text: string, values?: readonly any[]): Promise<any>
}

const rowsOf = (answer: any): any[] => (Array.isArray(answer) ? answer : answer.rows)
const keys = new Map<string, SoftwareKey & { readonly keyId: string }>()

/** With the owner's rights: the key of this operator, created and put in force on first use. */
export async function votingKeyOf(owner: Querying, operatorId: string) {
  const known = keys.get(operatorId)
  if (known) return known
  const key = { ...newSoftwareKey(), keyId: randomUUID() }
  keys.set(operatorId, key)
  await owner.query(
    `INSERT INTO app.operator_voting_keys (id, operator_id, kind, public_key, label, requested_at, valid_from)
     VALUES ($1, $2, 'device', $3, 'test', now(), clock_timestamp())`,
    [key.keyId, operatorId, key.publicKey],
  )
  return key
}

interface UnsignedVote {
  readonly operatorId: string
  readonly decision: ReviewDecision
  readonly note: string
  readonly reason: string | null
  readonly problems: VoteFacts['problems']
  readonly kind: ReviewKind
  readonly memberId: string | null
  readonly subject: string
  readonly payloadHash: string
  readonly askedHash: string | null
  readonly isFirst: boolean
}

const uuid = /^[0-9a-f-]{36}$/
/** Which documents an approval needs is asked of the kind itself. That reads only the database. */
const handlers = allFeatures.flatMap((feature) => feature.reviews?.({} as never) ?? [])

async function documentsOf(owner: Querying, reviewId: string): Promise<readonly ReviewDocument[]> {
  const tx = {
    query: async (text: string, values?: readonly any[]) => rowsOf(await owner.query(text, values)),
  }
  const [review] = await tx.query(`SELECT ${reviewColumns} FROM app.reviews r WHERE r.id = $1`, [reviewId])
  // A review that a test wrote by hand is about no row.
  if (!uuid.test(review.subject)) return []
  const handler = handlers.find(({ kind }) => kind === review.kind)
  return (await handler?.documents?.(tx as never, review)) ?? []
}

/** Records an opening of every document by this operator, as the console does when each is opened. Answers their codes. */
async function openAll(owner: Querying, reviewId: string, operatorId: string): Promise<readonly string[]> {
  const documents = await documentsOf(owner, reviewId)
  for (const document of documents) {
    await owner.query(
      `INSERT INTO app.review_openings (review_id, operator_id, document, at) VALUES ($1, $2, $3, now())
       ON CONFLICT DO NOTHING`,
      [reviewId, operatorId, openingOf(document)],
    )
  }
  return documents.map(({ code }) => code)
}

/** Signs every vote on this review that has no signature, as its operator would have; or only those of one operator. */
export async function signVotes(
  owner: Querying,
  reviewId: string,
  revised: Readonly<Record<string, string | number>> | null = null,
  operatorId: string | null = null,
): Promise<void> {
  const votes: UnsignedVote[] = rowsOf(
    await owner.query(
      `SELECT v.operator_id AS "operatorId", v.decision, v.note, d.reason,
         coalesce(d.problems, '[]') AS problems, r.kind, r.member_id AS "memberId", r.subject,
         v.payload_hash AS "payloadHash", encode(sha256(convert_to(r.asked::text, 'UTF8')), 'hex') AS "askedHash",
         NOT EXISTS (SELECT FROM app.review_votes b WHERE b.review_id = v.review_id AND b.at < v.at) AS "isFirst"
       FROM app.review_votes v JOIN app.reviews r ON r.id = v.review_id
       LEFT JOIN app.vote_details d ON d.review_id = v.review_id AND d.operator_id = v.operator_id AND d.decision = v.decision
       WHERE v.review_id = $1 AND ($2::uuid IS NULL OR v.operator_id = $2)
         AND NOT EXISTS (SELECT FROM app.review_signatures s WHERE s.review_id = v.review_id
         AND s.operator_id = v.operator_id AND s.decision = v.decision)`,
      [reviewId, operatorId],
    ),
  )
  for (const { askedHash, isFirst, payloadHash, ...vote } of votes) {
    const key = await votingKeyOf(owner, vote.operatorId)
    const own = revised !== null && askedHash !== null && isFirst ? revised : null
    const facts = { ...vote, reviewId, revised: own, payloadHash: own === null ? payloadHash : askedHash! }
    const opened = vote.decision === 'approve' ? await openAll(owner, reviewId, vote.operatorId) : []
    const signed = signWith(key, key.keyId, facts, new Date(), opened)
    await owner.query(
      `INSERT INTO app.review_signatures (review_id, operator_id, decision, key_id, signed_at, opened, revised, signature)
       VALUES ($1, $2, $3, $4, $5, $6, $7, $8) ON CONFLICT DO NOTHING`,
      [
        reviewId,
        vote.operatorId,
        vote.decision,
        key.keyId,
        signed.at,
        JSON.stringify(opened),
        own === null ? null : JSON.stringify(own),
        JSON.stringify({ signature: signed.signature }),
      ],
    )
  }
}
