import type { SubscriptionState, VoidReason } from '@fairlot/contract/new-shares'
import { recordOutcomes } from '#features/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { NotifyDeps } from '../deps.ts'
import type { LockedApplication } from './store.ts'

type Notified =
  | { readonly code: 'subscription.won'; readonly payBy: Date }
  | { readonly code: 'subscription.not-won' }
  | { readonly code: 'subscription.paid' }
  | { readonly code: 'subscription.unpaid' }
  | { readonly code: 'subscription.delivered' }
  | { readonly code: 'subscription.void'; readonly reason: VoidReason }

const returnedTo = (row: LockedApplication, isFeeReturned: boolean): bigint =>
  (row.paymentMode === 'prepaid' ? row.amount : 0n) + (isFeeReturned ? row.fee : 0n)

function paramsOf(row: LockedApplication, notice: Notified): Record<string, string> {
  const { symbol } = row
  switch (notice.code) {
    case 'subscription.won':
      return {
        symbol,
        shares: String(row.shares),
        amount: row.amount.toString(),
        payBy: notice.payBy.toISOString(),
      }
    case 'subscription.not-won':
      return { symbol, amount: returnedTo(row, false).toString(), fee: row.fee.toString() }
    case 'subscription.void':
      return { symbol, amount: returnedTo(row, true).toString(), voidReason: notice.reason }
    case 'subscription.delivered':
      return { symbol, shares: String(row.shares), amount: row.amount.toString() }
    default:
      return { symbol, amount: row.amount.toString() }
  }
}

/** One audit row for a batch; each member gets the event and, where there is something to say, a notice. */
export const notifyApplicants = (
  tx: Tx,
  deps: NotifyDeps,
  { offerId, state, at }: { readonly offerId: string; readonly state: SubscriptionState; readonly at: Date },
  rows: readonly { readonly row: LockedApplication; readonly notice: Notified | null }[],
): Promise<void> =>
  rows.length === 0
    ? Promise.resolve()
    : recordOutcomes(
        tx,
        deps,
        {
          action: `new-shares.${state}`,
          actor: 'system',
          subject: `offer:${offerId}`,
          now: { state },
          details: { count: rows.length, applications: rows.map(({ row }) => row.id) },
          requestId: newId(at.getTime()),
          at,
        },
        rows.map(({ row, notice }) => ({
          memberId: row.memberId,
          event: { kind: 'subscription.changed' as const, id: row.id },
          notice: notice === null ? null : { code: notice.code, params: paramsOf(row, notice) },
        })),
      )
