import type { DataOf } from '@fairlot/contract/routes'
import { withdrawTicket } from '#features/draws'
import { postOrThrow } from '#features/fund-requests'
import { recordOutcome } from '#features/members'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { NotifyDeps } from './deps.ts'
import { releaseEntry } from './postings.ts'
import { showApplication } from './show.ts'
import { cancelWaiting, lockApplicant, readApplication } from './store.ts'

export interface Asking {
  readonly memberId: string
  readonly applicationId: string
  readonly now: Date
  readonly requestId: string
}

/** Before the close; everything held returns. Refuses: `order.not-found`, `order.not-subscription`. */
export async function cancelApplication(
  tx: Tx,
  deps: NotifyDeps,
  { memberId, applicationId: id, now, requestId }: Asking,
): Promise<Outcome<DataOf<'/new-shares/cancel'>>> {
  await lockApplicant(tx, memberId)
  const row = await readApplication(tx, id)
  if (row?.memberId !== memberId) return refuse('order.not-found')
  if (row.state !== 'waiting' || now >= row.closesAt) return refuse('order.not-subscription')
  await withdrawTicket(tx, { drawId: row.drawId, reference: id }, now)
  const entryId = await postOrThrow(tx, releaseEntry({ ...row, now }))
  // The close, or a removal, has come first: a refusal rolls everything back.
  if (!(await cancelWaiting(tx, { id, memberId, entryId, at: now }))) return refuse('order.not-subscription')
  writesDurably(tx, 'application.cancel')
  await recordOutcome(tx, deps, {
    memberId,
    action: 'new-shares.cancelled',
    actor: `member:${memberId}`,
    subject: `subscription:${id}`,
    now: { state: 'cancelled' },
    details: { entryId },
    event: { kind: 'subscription.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ application: showApplication((await readApplication(tx, id))!) }, 'done.request-cancelled')
}
