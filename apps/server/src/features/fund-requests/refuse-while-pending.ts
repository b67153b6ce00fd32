import { fundRequestsRules } from '@fairlot/rules/fund-requests'
import type { Tx } from '#platform/db'
import { refuse, type Refused } from '#platform/outcome'
import { type RequestKind, readPendingRequests } from './store.ts'

/** Allows one pending request of each kind; with `blocksAll`, none of any kind. The refusal names the pending one. */
export async function refuseWhilePending(
  tx: Tx,
  memberId: string,
  request: RequestKind,
  blocksAll: boolean,
): Promise<Refused | undefined> {
  const pending = await readPendingRequests(tx, memberId)
  const same = pending.find(({ kind }) => kind === request)
  if (same) return refuse('order.pending-review-exists', { params: { request, number: same.id } })
  const [other] = pending
  if (!blocksAll || !other) return undefined
  return refuse('order.fund-operation-in-progress', {
    params: { request: other.kind, number: other.id },
    rule: fundRequestsRules.block.id,
  })
}
