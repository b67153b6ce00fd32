// What a feature says about the reviews it owns. The engine knows states, votes and the worker; only the kind knows
// what the review is about and what comes of it.

import type { PersonalField, ReviewDecision, ReviewKind, ReviewState } from '@fairlot/contract/operators'
import type { Tx } from '#platform/db'

export interface Review {
  readonly reviewId: string
  readonly number: string
  readonly kind: ReviewKind
  readonly memberId: string | null
  readonly subject: string
  readonly amount: bigint | null
  readonly currency: string | null
  readonly payload: Readonly<Record<string, unknown>>
  readonly payloadHash: string
  /** What was asked for, where the first approver set another value. */
  readonly asked: Readonly<Record<string, unknown>> | null
  readonly openedAt: Date
  readonly promisedAt: Date
  readonly expiresAt: Date
  readonly flags: readonly string[]
  readonly openedBy: string | null
  readonly reason: string
  readonly state: ReviewState
  readonly decision: ReviewDecision | null
}

/** What the console shows beside the review's own columns. Codes are translated there, values are shown as they are. */
export interface ReviewDescription {
  readonly facts: readonly {
    readonly code: string
    readonly value: string
    /** The value is masked; it may be opened for a purpose. */
    readonly personal?: { readonly memberId: string; readonly field: PersonalField }
  }[]
  readonly checks?: readonly { readonly ok: boolean; readonly code: string; readonly value: string }[]
  readonly lines?: readonly {
    readonly code: string
    readonly before: string | null
    readonly after: string | null
  }[]
  readonly pictures?: readonly { readonly fileId: string; readonly code: string }[]
  /** What several say about the same thing, side by side, such as a claim and the bank's own line. */
  readonly compare?: {
    /** Who says it, a code each. */
    readonly columns: readonly string[]
    readonly rows: readonly {
      readonly code: string
      /** One for each column; null where it says nothing. */
      readonly values: readonly (string | null)[]
      /** They do not agree. */
      readonly differs: boolean
    }[]
    /** What the difference looks like: a code. */
    readonly hint?: string
  }
  /** What the first to approve is offered to set, for fields that may be revised. */
  readonly suggested?: Readonly<Record<string, string>>
  /** What approval does, one code per step. */
  readonly effects: readonly string[]
}

export interface CarryingOut {
  readonly now: Date
  readonly requestId: string
  /** Who voted for it, in order: two for an approval, at least one for a rejection, none when it ran out. */
  readonly operators: readonly string[]
  /** What the last of them wrote: after a rejection the member reads it. */
  readonly note: string
}

export interface TurningDown extends CarryingOut {
  readonly why: 'rejected' | 'expired' | 'withdrawn'
}

export interface ReviewKindHandler {
  readonly kind: ReviewKind
  /** Fields of the payload the first to approve may set anew. */
  readonly mayRevise?: readonly string[]
  /** Whether what he sets is a value the feature could carry out. */
  acceptsRevision?(revised: Readonly<Record<string, unknown>>): boolean
  /** Runs in the console, with its rights: it reads and does nothing else. */
  describe(tx: Tx, review: Review): Promise<ReviewDescription>
  /** Runs in the worker, in the transaction that closes the review. Answers a word for how it ended, `passed` if none. */
  carryOut(tx: Tx, review: Review, context: CarryingOut): Promise<string | void>
  turnDown(tx: Tx, review: Review, context: TurningDown): Promise<string | void>
}
