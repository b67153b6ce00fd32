import { taipeiDate } from '@fairlot/rules/calendar'
import { recordAudit, writeDrawTree } from '#features/audit'
import { writesDurably } from '#platform/crash-points'
import type { Tx } from '#platform/db'
import type { DrawDeps } from './deps.ts'
import type { Moment } from './plan-draw.ts'
import { lockDraw, setClosed } from './store.ts'
import { readTicketIds } from './tickets/store.ts'
import { voidDraw } from './void-draw.ts'

/**
 * Publishes the list at or after the close: sorted, with a signed root. From then on the database refuses every change
 * of it. A draw without tickets is void. Closing again does nothing.
 */
export async function closeDraw(
  tx: Tx,
  { secrets }: Pick<DrawDeps, 'secrets'>,
  drawId: string,
  { now, requestId }: Moment,
): Promise<void> {
  // Waits for tickets that are being issued.
  const draw = await lockDraw(tx, drawId)
  if (draw === undefined) throw new Error(`draw ${drawId} does not exist`)
  if (draw.state !== 'committed') return
  if (now < draw.closesAt) throw new Error(`draw ${drawId} closes at ${draw.closesAt.toISOString()}`)
  const tickets = await readTicketIds(tx, drawId)
  if (tickets.length === 0) {
    await voidDraw(tx, drawId, 'no-tickets', { now, requestId })
    return
  }
  const root = await writeDrawTree(tx, secrets, now, { drawId, date: taipeiDate(now.getTime()), tickets })
  writesDurably(tx, 'draw.close')
  await setClosed(tx, { drawId, tickets: tickets.length, root, now })
  await recordAudit(tx, {
    action: 'draws.closed',
    actor: 'system',
    subject: `draw:${drawId}`,
    details: { tickets: tickets.length, root },
    requestId,
  })
}
