import type { VerificationState } from '@fairlot/contract/members'
import type { Subjects } from '@fairlot/contract/venue'
import { recordOwnEvent } from '#features/members'
import type { Bus } from '#platform/bus'
import type { Tx } from '#platform/db'

export interface Telling {
  readonly bus: Bus
  readonly subjects: Subjects
}

export async function tellChange(
  tx: Tx,
  telling: Telling,
  memberId: string,
  state: VerificationState,
  at: Date,
): Promise<void> {
  await recordOwnEvent(tx, telling, { memberId, kind: 'identity.changed', data: { id: memberId, state }, at })
}
