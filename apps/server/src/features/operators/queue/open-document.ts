import { recordAudit } from '#features/audit'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { insertOpening } from '../reviews/store.ts'
import { viewerOf } from './show-row.ts'
import { readEnding, readRow } from './store.ts'

/**
 * A text that must be read before the vote. Refuses with review.not-found, personal.not-found, review.own-account. The
 * opening is recorded once; the review then shows the text to this operator until it is decided.
 */
export function openDocument(
  { db, kinds }: Pick<OperatorsDeps, 'db' | 'kinds'>,
  { reviewId, document }: { readonly reviewId: string; readonly document: string },
  { caller, now, requestId }: RequestContext & { readonly caller: OperatorCaller },
): Promise<ConsoleOutcome<null>> {
  return db.transaction(async (tx) => {
    const row = await readRow(tx, viewerOf(caller, now), reviewId)
    if (row?.state !== 'waiting' && row?.state !== 'second') return refuse('review.not-found')
    const { operatorId } = caller
    if ((await readEnding(tx, reviewId, operatorId, now)).isRelated) return refuse('review.own-account')
    const handler = kinds.find(({ kind }) => kind === row.kind)
    const documents = (await handler?.documents?.(tx, row)) ?? []
    if (!documents.some(({ code, fileId }) => code === document && fileId === undefined)) {
      return refuse('personal.not-found')
    }
    if (await insertOpening(tx, { reviewId, operatorId, document, now })) {
      await recordAudit(tx, {
        action: 'operators.document-opened',
        actor: `operator:${operatorId}`,
        subject: `review:${reviewId}`,
        details: { number: row.number, document },
        requestId,
      })
    }
    return done(null)
  })
}
