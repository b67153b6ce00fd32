import { recordMemberEvents } from '#features/live'
import type { Tx } from '#platform/db'
import type { ConditionalDeps } from './deps.ts'
import type { ConditionalState } from './store.ts'

export async function notify(
  tx: Tx,
  deps: Pick<ConditionalDeps, 'bus' | 'subjects'>,
  { id, memberId }: { readonly id: string; readonly memberId: string },
  state: ConditionalState,
  orderId: string | null,
  at: Date,
): Promise<void> {
  const data = { conditionalId: id, state, orderId }
  await recordMemberEvents(tx, deps, [{ memberId, kind: 'conditional.changed', data, at }])
}
