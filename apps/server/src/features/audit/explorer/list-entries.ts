import { genesis } from '@fairlot/proof'
import { maskAccount } from '@fairlot/rules/members'
import type { AuditActor } from '@fairlot/contract/audit'
import type { Db } from '#platform/db'
import type { OperatorCaller, RequestContext } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import { recordAudit } from '../record-audit.ts'
import {
  type EntryPlace,
  type EntryRow,
  type PersonRow,
  readApprovers,
  readEntries,
  readNames,
  readNumbers,
  readSubjectsOf,
} from './store.ts'

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
 * Every search writes an audit row with the operator and the filter, in the same transaction. That row is not linked
 * yet when the page is read, so it never appears in the operator's own result.
 */
export function listEntries(
  db: Db,
  { filter, after }: AskedEntries,
  { caller, requestId }: RequestContext & { readonly caller: OperatorCaller },
): Promise<ConsoleOutcome<{ entries: ShownEntry[]; next: string | null }>> {
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
        member:
          filter.memberId === undefined
            ? null
            : { memberId: filter.memberId, subjects: await readSubjectsOf(tx, filter.memberId) },
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
      action: 'audit.viewed',
      actor: `operator:${caller.operatorId}`,
      subject: filter.memberId === undefined ? 'audit:trail' : `member:${filter.memberId}`,
      details: { filter, page: after === undefined ? 'first' : 'later', shown: shown.length },
      requestId,
    })
    const last = shown.at(-1)
    const held = shown.map(({ actor, subject, details }) => idsIn(actor, subject, details))
    const reviewIds = [...new Set(held.flatMap(({ reviewId }) => (reviewId === null ? [] : [reviewId])))]
    const [names, numbers, approvers] = await Promise.all([
      readNames(tx, [...new Set(held.flatMap(({ operators }) => operators))]),
      readNumbers(tx, reviewIds),
      readApprovers(tx, reviewIds),
    ])
    // An entry executed by the system names the two operators who approved it.
    const peopleOf = (at: number): PersonRow[] => {
      const { operators, reviewId } = held[at]!
      if (shown[at]!.actor === 'system' && operators.length === 0) {
        return approvers
          .filter((one) => one.reviewId === reviewId)
          .map(({ operatorId, name }) => ({ operatorId, name }))
      }
      return names.filter(({ operatorId }) => operators.includes(operatorId))
    }
    return done({
      entries: shown.map((row, at) => ({
        ...showEntry(row),
        people: peopleOf(at),
        reviewId: held[at]!.reviewId,
        reviewNumber: numbers.find(({ reviewId }) => reviewId === held[at]!.reviewId)?.number ?? null,
      })),
      next: rows.length > pageSize && last ? `${last.recordedAt}_${last.sequence}` : null,
    })
  })
}

function placeOf(text: string | undefined): EntryPlace | undefined {
  const [, recordedAt, sequence] = placeShape.exec(text ?? '') ?? []
  return recordedAt === undefined || sequence === undefined ? undefined : { recordedAt, sequence }
}

type ShownEntry = ReturnType<typeof showEntry> & {
  people: PersonRow[]
  reviewId: string | null
  reviewNumber: string | null
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** The operators that an entry names, including both voters, and the review it belongs to. */
function idsIn(actor: string, subject: string, text: string) {
  const details = JSON.parse(text) as Readonly<Record<string, unknown>>
  const listed: unknown = details['operators']
  const operators = [
    ...(actor.startsWith('operator:') ? [actor.slice('operator:'.length)] : []),
    ...(Array.isArray(listed) ? (listed as readonly unknown[]) : []),
    details['secondOperator'],
  ].filter((id): id is string => typeof id === 'string' && uuid.test(id))
  const named = subject.startsWith('review:') ? subject.slice('review:'.length) : details['reviewId']
  return { operators, reviewId: typeof named === 'string' && uuid.test(named) ? named : null }
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
