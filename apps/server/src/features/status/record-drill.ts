import { drillKinds, type DrillKind } from '@fairlot/contract/status'
import { recordAudit } from '#features/audit'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { insertDrill } from './store.ts'

export interface Drill {
  readonly kind: DrillKind
  readonly ok: boolean
  readonly seconds: number
  readonly note: string
}

/** Parses the arguments of a command line; undefined when they are invalid. */
export function drillFrom([kind, result, seconds, ...note]: readonly string[]): Drill | undefined {
  const known = drillKinds.find((each) => each === kind)
  if (known === undefined || (result !== 'ok' && result !== 'failed') || !/^\d{1,6}$/.test(seconds ?? '')) {
    return undefined
  }
  return { kind: known, ok: result === 'ok', seconds: Number(seconds), note: note.join(' ').slice(0, 300) }
}

/** Records what a person reports: this installation cannot see its own backups. */
export function recordDrill(db: Db, drill: Drill, now: Date): Promise<void> {
  return db.transaction(async (tx) => {
    const id = newId(now.getTime())
    await insertDrill(tx, id, { ...drill, at: now })
    await recordAudit(tx, {
      action: 'status.drill-recorded',
      actor: 'system',
      subject: `drill:${id}`,
      details: { ...drill },
      requestId: id,
    })
  })
}
