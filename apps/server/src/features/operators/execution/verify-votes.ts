// The worker's own check of the votes, before anything is executed: each is signed by a key of its operator, over the payload
// that is about to be executed, and over every document the review asks to be opened. The console's database role can write
// votes, openings and signatures; it cannot make a key valid.

import { createHash } from 'node:crypto'
import { reviewTerms, unopenedOf, voteStatement } from '@fairlot/rules/operators'
import { openingOf, type Review, type ReviewDocument } from '../reviews/review-kind.ts'
import { isSignedBy } from '../voting-keys/verify-signature.ts'
import type { CastVote } from './store.ts'

/** Nothing of the review was executed. */
export class NotSigned extends Error {}

const sha256 = (text: string): string => createHash('sha256').update(text, 'utf8').digest('hex')

export interface PayloadTexts {
  readonly payload: string
  /** The payload before the first approver revised it. */
  readonly asked: string | null
}

export interface ToVerify {
  readonly texts: PayloadTexts
  /** What an approval of this review needs opened. */
  readonly documents: readonly ReviewDocument[]
  /** The console's own address. Null: an assertion made on any page counts. */
  readonly origin: string | null
}

/** Throws NotSigned unless the votes that decided it are signed, of different people, over this payload and its documents. */
export function verifyVotes(
  review: Review,
  votes: readonly CastVote[],
  { texts, documents, origin }: ToVerify,
): void {
  const { decision, kind } = review
  if (decision === null) return
  const payloadHash = sha256(texts.payload)
  const problems = votes.flatMap(
    (vote) => problemOf(vote, review, payloadHash, texts, origin) ?? unopenedBy(vote, documents) ?? [],
  )
  if (problems.length > 0) throw new NotSigned(`not executed: ${problems.join('; ')}`)
  const people = new Set(votes.map(({ operatorId }) => operatorId)).size
  const wanted = decision === 'reject' && !reviewTerms[kind].rejectByTwo ? 1 : 2
  if (people < wanted) throw new NotSigned(`not executed: ${people} signed votes, ${wanted} are needed`)
}

function problemOf(
  { operatorId, decision, note, reason, problems, signed, payloadHash: voted }: CastVote,
  { reviewId, kind, memberId, subject }: Review,
  payloadHash: string,
  texts: PayloadTexts,
  origin: string | null,
): string | undefined {
  if (voted !== payloadHash) return `the vote of ${operatorId} is on another payload`
  if (signed === null) return `the vote of ${operatorId} is not signed`
  if (!signed.isInForce) return `the key of ${operatorId} was not in force`
  const { revised } = signed
  if (revised !== null && !isRevisionOf(texts, revised))
    return `the revision of ${operatorId} is not what was signed`
  const statement = voteStatement({
    reviewId,
    kind,
    memberId,
    subject,
    // The operator who revised it signed the original payload.
    payloadHash: revised === null ? payloadHash : sha256(texts.asked ?? ''),
    revised,
    decision,
    reason,
    problems,
    note,
    operatorId,
    at: signed.at.toISOString(),
    opened: signed.opened,
  })
  return isSignedBy(signed, statement, signed.signature, origin)
    ? undefined
    : `the signature of ${operatorId} does not verify`
}

/** The payload is the original with exactly these fields changed. */
function isRevisionOf({ payload, asked }: PayloadTexts, revised: Readonly<Record<string, unknown>>): boolean {
  if (asked === null) return false
  const before = JSON.parse(asked) as Record<string, unknown>
  const after = JSON.parse(payload) as Record<string, unknown>
  const made = { ...before, ...revised }
  const names = new Set([...Object.keys(after), ...Object.keys(made)])
  return [...names].every((name) => JSON.stringify(after[name]) === JSON.stringify(made[name]))
}

/** Clocks of two processes may differ by this much: a document that came within it was perhaps not there yet. */
const clockOffMs = 60_000

/** An approval names every document that was there to be opened, and each has a recorded opening by the same operator. */
function unopenedBy(
  { operatorId, decision, votedAt, openings, signed }: CastVote,
  documents: readonly ReviewDocument[],
): string | undefined {
  if (decision !== 'approve') return undefined
  const wanted = documents.filter(
    ({ since }) => since === undefined || since.getTime() + clockOffMs < votedAt.getTime(),
  )
  const codes = wanted.map(({ code }) => code)
  const unsigned = unopenedOf(codes, signed?.opened ?? [])
  if (unsigned.length > 0)
    return `the vote of ${operatorId} was signed without opening ${unsigned.join(', ')}`
  const unrecorded = wanted.filter((each) => !openings.includes(openingOf(each)))
  return unrecorded.length === 0
    ? undefined
    : `no opening by ${operatorId} is recorded of ${unrecorded.map(({ code }) => code).join(', ')}`
}
