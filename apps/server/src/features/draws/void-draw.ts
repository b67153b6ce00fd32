import type { VoidReason } from '@fairlot/contract/draws'
import { recordAudit } from '#features/audit'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { Moment } from './plan-draw.ts'
import { setVoid } from './store.ts'

export async function voidDraw(
  tx: Tx,
  drawId: string,
  reason: VoidReason,
  { now, requestId }: Moment,
): Promise<void> {
  writesDurably(tx, 'draw.void')
  await setVoid(tx, drawId, reason, now)
  await recordAudit(tx, {
    action: 'draws.void',
    actor: 'system',
    subject: `draw:${drawId}`,
    details: { reason },
    requestId,
  })
}
