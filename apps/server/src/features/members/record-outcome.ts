// Records the outcome of a member's request: the audit row, the member event and the notice, from the same facts.
// Writing them one by one could say "rejected" in one place and "cancelled" in another.

import type { MemberEventKind, MemberEventOf } from '@fairlot/contract/live'
import type { Subjects } from '@fairlot/contract/venue'
import { type Actor, recordAudit } from '#features/audit'
import { type MemberEventEntry, recordMemberEvents } from '#features/live'
import { type NoticeToSend, sendNotice } from '#features/notices'
import type { Bus } from '#platform/bus'
import type { Tx } from '#platform/db'

export interface OutcomeDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

interface Audited {
  /** `feature.what-happened`: `withdrawals.cancelled`. */
  readonly action: string
  readonly actor: Actor
  readonly subject: string
  readonly requestId: string
  /** In the audit row and in every event. */
  readonly now: { readonly state: string; readonly stage?: string }
  /** In the audit row and in every notice. */
  readonly why?: Readonly<Partial<Record<'rejectionReason' | 'reason' | 'note', string>>>
  /** In the audit row only. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly at: Date
}

/** What the event of this kind says besides the id and the state. */
type Further<Kind extends MemberEventKind> = Omit<MemberEventOf<Kind>['data'], 'id' | 'state' | 'stage'>

/** An event whose data are an id and a state: `id` is what the client reloads; further figures may accompany it. */
export type OutcomeEvent = {
  [Kind in MemberEventKind]: MemberEventOf<Kind>['data'] extends {
    readonly id: string
    readonly state: string
  }
    ? { readonly kind: Kind; readonly id: string } & (keyof Further<Kind> extends never
        ? { readonly data?: never }
        : { readonly data: Further<Kind> })
    : never
}[MemberEventKind]

interface MemberNotification {
  readonly memberId: string
  /** Null where no page of the client shows it. */
  readonly event: OutcomeEvent | null
  readonly notice: Pick<NoticeToSend, 'code' | 'params' | 'path'> | null
}

export type MemberOutcome = Audited & MemberNotification

export const recordOutcome = (
  tx: Tx,
  deps: OutcomeDeps | null,
  { memberId, event, notice, ...audited }: MemberOutcome,
): Promise<void> =>
  recordOutcomes(tx, deps, { ...audited, details: { memberId, ...audited.details } }, [
    { memberId, event, notice },
  ])

/** One audit row about many members, such as a grant. */
export async function recordOutcomes(
  tx: Tx,
  deps: OutcomeDeps | null,
  { action, actor, subject, requestId, now, why = {}, details = {}, at }: Audited,
  notifications: readonly MemberNotification[],
): Promise<void> {
  const kinds = [...new Set(notifications.flatMap(({ event }) => (event === null ? [] : [event.kind])))]
  const codes = [...new Set(notifications.flatMap(({ notice }) => (notice === null ? [] : [notice.code])))]
  await recordAudit(tx, {
    action,
    actor,
    subject,
    details: { ...details, ...now, ...why, notified: [...kinds, ...codes.map((each) => `notice ${each}`)] },
    requestId,
  })
  // Members in id order: the numbers of each are locked until the commit.
  const events = notifications
    .flatMap(({ memberId, event }) => (event === null ? [] : [entryOf(memberId, event, now, at)]))
    .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))
  if (events.length > 0) {
    if (deps === null) throw new Error(`${action}: an event needs the bus it is published on`)
    await recordMemberEvents(tx, deps, events)
  }
  for (const { memberId, notice } of notifications) {
    if (notice === null) continue
    const { code, params, path } = notice
    await sendNotice(tx, {
      memberId,
      code,
      params: { ...params, ...why },
      ...(path === undefined ? {} : { path }),
      at,
    })
  }
}

/** The compiler cannot see that kind and data belong together, as `OutcomeEvent` says they do. */
const entryOf = (memberId: string, { kind, id, data }: OutcomeEvent, now: Audited['now'], at: Date) =>
  ({ memberId, kind, data: { id, ...data, ...now }, at }) as MemberEventEntry
