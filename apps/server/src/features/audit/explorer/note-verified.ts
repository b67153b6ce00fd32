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
 * Refuses with audit.no-such-head. The result is the operator's claim about a recomputation in their browser, so the
 * trail records it under their name. A claim that the chain is broken is accepted for any position.
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
