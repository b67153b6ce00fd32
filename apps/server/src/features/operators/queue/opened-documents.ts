import type { Tx } from '#platform/db'
import { openingOf, type Review, type ReviewKindHandler } from '../reviews/review-kind.ts'
import { readOpenings } from '../reviews/store.ts'

export interface OpenedDocument {
  readonly code: string
  readonly isPicture: boolean
  /** When this operator opened it; null while it is hidden. */
  readonly at: Date | null
}

/** The documents this operator must open before approving, and which of them they have opened. */
export async function openedDocuments(
  tx: Tx,
  handler: ReviewKindHandler | undefined,
  review: Review,
  operatorId: string,
): Promise<readonly OpenedDocument[]> {
  const documents = (await handler?.documents?.(tx, review)) ?? []
  if (documents.length === 0) return []
  const openings = await readOpenings(tx, review.reviewId, operatorId)
  return documents.map((each) => ({
    code: each.code,
    isPicture: each.fileId !== undefined,
    at: openings.find(({ document }) => document === openingOf(each))?.at ?? null,
  }))
}
