// What a feature provides for its reviews. The engine handles states, votes and execution; only the kind knows the
// content of the review and its effect.

import type { IdentityProblem, IdentityField } from '@fairlot/contract/identity'
import type { PersonalField, ReviewDecision, ReviewKind, ReviewState } from '@fairlot/contract/operators'
import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import type { Tx } from '#platform/db'
import type { Refused } from '#platform/outcome'

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
  /** The requested values, where the first approver changed one. */
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

/** What the console shows beside the review's own columns. Codes are translated there, values are shown unchanged. */
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
  /** Statements of several sources about the same thing, side by side, such as a claim and the bank's own line. */
  readonly compare?: {
    /** The sources, a code each. */
    readonly columns: readonly string[]
    readonly rows: readonly {
      readonly code: string
      /** One for each column; null where the source has none. */
      readonly values: readonly (string | null)[]
      /** The values differ. */
      readonly differs: boolean
    }[]
    /** A code for the likely cause of the difference. */
    readonly hint?: string
  }
  /** The values the first approver will set for fields that may be revised; other values are refused. */
  readonly suggested?: Readonly<Record<string, string>>
  /** An approval needs a note, because there is no document as evidence. */
  readonly noteNeeded?: boolean
  /** The effects of approval, one code per step. */
  readonly effects: readonly string[]
}

export interface Execution {
  readonly now: Date
  readonly requestId: string
  /**
   * The operators who voted for it, in order: two for an approval, at least one for a rejection, none when it expired.
   */
  readonly operators: readonly string[]
  /** The note of the last of them: after a rejection the member reads it. */
  readonly note: string
}

export interface Rejection extends Execution {
  readonly why: 'rejected' | 'expired' | 'cancelled'
  /** The code of the rejection; null without one. */
  readonly reason: string | null
  /** For rejected identity documents: which field has which problem. */
  readonly problems: readonly { readonly field: IdentityField; readonly problem: IdentityProblem }[]
}

export interface ReviewDocument {
  readonly code: string
  /** For a picture; otherwise the document is the fact or comparison column with this code. */
  readonly fileId?: string
  /** When it came to the review, if that may be after a vote; who voted before could not open it. */
  readonly since?: Date
}

/** The name an opening is recorded under. */
export const openingOf = ({ code, fileId }: ReviewDocument): string =>
  fileId === undefined ? code : `file:${fileId}`

/** What an approval is about to do, before it counts. */
export interface Approving {
  /** The resulting payload. */
  readonly payload: Readonly<Record<string, unknown>>
  /** The notes of this operator and of the first one. */
  readonly notes: readonly string[]
  readonly now: Date
}

export interface ReviewKindHandler {
  readonly kind: ReviewKind
  /** Fields of the payload that the first approver may change. */
  readonly mayRevise?: readonly string[]
  /** Whether the feature could execute the revised value. */
  acceptsRevision?(revised: Readonly<Record<string, unknown>>): boolean
  /** What must be opened before an approval: pictures, and texts that are hidden until then. */
  documents?(tx: Tx, review: Review): Promise<readonly ReviewDocument[]>
  /** The reason to refuse the approval, beyond the rules of every vote. Reads only. */
  refuseApproval?(
    tx: Tx,
    review: Review,
    approving: Approving,
  ): Promise<Refused<ConsoleRefusalCode> | undefined>
  /** Runs in the console, with its rights. Reads only. */
  describe(tx: Tx, review: Review): Promise<ReviewDescription>
  /**
   * Runs in the worker, in the transaction that closes the review. Returns a code for how it ended, `passed` if none.
   */
  execute(tx: Tx, review: Review, context: Execution): Promise<string | void>
  onRejected(tx: Tx, review: Review, context: Rejection): Promise<string | void>
}
