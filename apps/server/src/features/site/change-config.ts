import { type Actor, recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { insertPairChange, lockPair, type Pair, writePair } from './store.ts'

export interface ConfigChange extends Pair {
  readonly actor: Actor
  readonly requestId: string
  /** The review in which two operators approved it. */
  readonly reviewId?: string
}

/** Writes a pair with its history row and its audit row. Returns whether anything changed. */
export async function changeConfig(
  tx: Tx,
  { name, value, actor, requestId, reviewId }: ConfigChange,
): Promise<boolean> {
  const old = await lockPair(tx, name)
  if (old === value) return false
  await writePair(tx, { name, value })
  await insertPairChange(tx, {
    changeId: newId(),
    name,
    oldValue: old ?? null,
    newValue: value,
    changedBy: actor,
    reviewId: reviewId ?? null,
  })
  await recordAudit(tx, {
    action: 'site.config-changed',
    actor,
    subject: `site-config:${name}`,
    details: { old: old ?? null, new: value, ...(reviewId === undefined ? {} : { reviewId }) },
    requestId,
  })
  return true
}
