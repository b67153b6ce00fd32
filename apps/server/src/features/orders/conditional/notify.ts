import { recordMemberEvent } from '#features/members'
import type { Tx } from '#platform/db'
import type { ConditionalDeps } from './deps.ts'
import type { ConditionalState } from './store.ts'

export const notify = (
  tx: Tx,
  deps: Pick<ConditionalDeps, 'bus' | 'subjects'>,
  { id, memberId }: { readonly id: string; readonly memberId: string },
  state: ConditionalState,
  orderId: string | null,
  at: Date,
): Promise<number> =>
  recordMemberEvent(tx, deps, {
    memberId,
    kind: 'conditional.changed',
    data: { conditionalId: id, state, orderId },
    at,
  })
