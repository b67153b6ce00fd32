import type { Db } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { recordAudit } from '../record-audit.ts'
import { isLink } from './store.ts'

export interface Verified {
  readonly sequence: number
  readonly head: string
  readonly seconds: number
  readonly ok: boolean
}

/**
 * Refuses with audit.no-such-head. It is the operator's word about what his browser made again, so it stands in the trail
 * under his name; that the chain does not hold can be said of any place.
 */
export function noteVerified(
  db: Db,
  { sequence, head, seconds, ok }: Verified,
  { caller, now, requestId }: RequestContext & { readonly caller: OperatorCaller },
): Promise<ConsoleOutcome<{ at: string }>> {
  return db.transaction(async (tx) => {
    if (ok && !(await isLink(tx, sequence, head))) return refuse('audit.no-such-head')
    await recordAudit(tx, {
      action: 'audit.chain-verified',
      actor: `operator:${caller.operatorId}`,
      subject: 'audit:chain',
      details: { sequence, head, seconds, ok },
      requestId,
    })
    return done({ at: now.toISOString() })
  })
}
