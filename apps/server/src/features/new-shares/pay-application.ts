import type { DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { recordOutcome } from '#features/members'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import { derivedId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Asking } from './cancel-application.ts'
import type { NotifyDeps } from './deps.ts'
import { payEntry } from './postings.ts'
import { showApplication } from './show.ts'
import { lockApplicant, payDue, readApplication } from './store.ts'

/**
 * From the hold of the application, or from available money where the offer is paid after the draw. Refuses:
 * `order.not-found`, `order.not-subscription` when nothing is due, `balance.insufficient`.
 */
export async function payApplication(
  tx: Tx,
  deps: NotifyDeps,
  { memberId, applicationId: id, now, requestId }: Asking,
): Promise<Outcome<DataOf<'/new-shares/pay'>>> {
  await lockApplicant(tx, memberId)
  const row = await readApplication(tx, id)
  if (row?.memberId !== memberId) return refuse('order.not-found')
  if (row.state !== 'payment-due' || now >= row.payBy!) return refuse('order.not-subscription')
  const payHoldId = row.paymentMode === 'on_win' ? derivedId(`subscription payment ${id}`) : null
  if (payHoldId !== null) {
    const held = await post(tx, payEntry({ ...row, now }, payHoldId))
    if (!held.ok) return refuse('balance.insufficient')
  }
  // The deadline has come first: a refusal rolls everything back.
  if (!(await payDue(tx, { id, memberId, payHoldId, at: now }))) return refuse('order.not-subscription')
  writesDurably(tx, 'application.pay')
  await recordOutcome(tx, deps, {
    memberId,
    action: 'new-shares.paid',
    actor: `member:${memberId}`,
    subject: `subscription:${id}`,
    now: { state: 'paid' },
    details: { amount: row.amount.toString() },
    event: { kind: 'subscription.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ application: showApplication((await readApplication(tx, id))!) }, 'done.subscription-paid')
}
