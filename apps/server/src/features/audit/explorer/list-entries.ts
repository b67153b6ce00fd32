import { genesis } from '@fairlot/proof'
import { maskAccount } from '@fairlot/rules/members'
import type { AuditActor } from '@fairlot/contract/audit'
import type { Db } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { recordAudit } from '../record-audit.ts'
import { type EntryPlace, type EntryRow, readEntries } from './store.ts'

const pageSize = 50
const placeShape = /^(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{6}Z)_(\d{1,18})$/

export interface AskedEntries {
  readonly filter: {
    readonly action?: string | undefined
    readonly by?: AuditActor | undefined
    readonly operatorId?: string | undefined
    readonly memberId?: string | undefined
    readonly reviewId?: string | undefined
    readonly requestId?: string | undefined
    readonly from?: string | undefined
    readonly to?: string | undefined
  }
  readonly after?: string | undefined
}

/**
 * Whoever looks is written down with what he looked for, in the same transaction: no look without its row. His own row is
 * not linked yet when the page is read, so he never finds it at the top of what he asked for.
 */
export function listEntries(
  db: Db,
  { filter, after }: AskedEntries,
  { caller, requestId }: RequestContext & { readonly caller: OperatorCaller },
): Promise<ConsoleOutcome<{ entries: ReturnType<typeof showEntry>[]; next: string | null }>> {
  return db.transaction(async (tx) => {
    const place = placeOf(after)
    if (after !== undefined && place === undefined) return refuse('input.invalid', { field: 'after' })
    const { from, to } = filter
    const rows = await readEntries(
      tx,
      {
        action: filter.action ?? null,
        by: filter.by ?? null,
        operatorId: filter.operatorId ?? null,
        memberId: filter.memberId ?? null,
        reviewId: filter.reviewId ?? null,
        requestId: filter.requestId ?? null,
        from: from === undefined ? null : new Date(from),
        to: to === undefined ? null : new Date(to),
      },
      place,
      pageSize + 1,
    )
    const shown = rows.slice(0, pageSize)
    await recordAudit(tx, {
      action: 'audit.looked',
      actor: `operator:${caller.operatorId}`,
      subject: filter.memberId === undefined ? 'audit:trail' : `member:${filter.memberId}`,
      details: { filter, page: after === undefined ? 'first' : 'later', shown: shown.length },
      requestId,
    })
    const last = shown.at(-1)
    return done({
      entries: shown.map(showEntry),
      next: rows.length > pageSize && last ? `${last.recordedAt}_${last.sequence}` : null,
    })
  })
}

function placeOf(text: string | undefined): EntryPlace | undefined {
  const [, recordedAt, sequence] = placeShape.exec(text ?? '') ?? []
  return recordedAt === undefined || sequence === undefined ? undefined : { recordedAt, sequence }
}

function showEntry(row: EntryRow) {
  return {
    sequence: Number(row.sequence),
    entryId: row.entryId,
    recordedAt: row.recordedAt,
    action: row.action,
    actor: row.actor,
    actorName: row.operator ?? (row.actingAccount === null ? null : maskAccount(row.actingAccount)),
    subject: row.subject,
    subjectName:
      row.reviewNumber ?? row.subjectOperator ?? (row.account === null ? null : maskAccount(row.account)),
    requestId: row.requestId,
    details: row.details,
    previous: row.previous ?? genesis,
    hash: row.hash,
    next: row.next,
  }
}
