// Records the outcome of a member's request: the audit row, the member event and the notice, from the same facts.
// Writing them one by one could say "rejected" in one place and "taken back" in another.

import type { Subjects } from '@fairlot/contract/venue'
import { type Actor, recordAudit } from '#features/audit'
import { type NoticeToSend, sendNotice } from '#features/notices'
import type { Bus } from '#platform/bus'
import type { Tx } from '#platform/db'
import { recordMemberEvents } from './record-member-events.ts'

export interface OutcomeDeps {
  readonly bus: Bus
  readonly subjects: Subjects
}

interface Audited {
  /** `feature.what-happened`: `withdrawals.taken-back`. */
  readonly action: string
  readonly actor: Actor
  readonly subject: string
  readonly requestId: string
  /** In the audit row and in every event. */
  readonly now: { readonly state: string; readonly stage?: string }
  /** In the audit row and in every notice. */
  readonly why?: Readonly<Partial<Record<'fault' | 'reason' | 'note', string>>>
  /** In the audit row only. */
  readonly details?: Readonly<Record<string, unknown>>
  readonly at: Date
}

interface Told {
  readonly memberId: string
  /** `id` is what the client reloads; further figures may accompany it. Null where no page of the client shows it. */
  readonly event: {
    readonly kind: string
    readonly id: string
    readonly data?: Readonly<Record<string, unknown>>
  } | null
  readonly notice: Pick<NoticeToSend, 'code' | 'params' | 'path'> | null
}

export type MemberOutcome = Audited & Told

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
  told: readonly Told[],
): Promise<void> {
  const kinds = [...new Set(told.flatMap(({ event }) => (event === null ? [] : [event.kind])))]
  const codes = [...new Set(told.flatMap(({ notice }) => (notice === null ? [] : [notice.code])))]
  await recordAudit(tx, {
    action,
    actor,
    subject,
    details: { ...details, ...now, ...why, told: [...kinds, ...codes.map((each) => `notice ${each}`)] },
    requestId,
  })
  // Members in id order: the numbers of each are locked until the commit.
  const events = told
    .flatMap(({ memberId, event }) =>
      event === null
        ? []
        : [{ memberId, kind: event.kind, data: { id: event.id, ...event.data, ...now }, at }],
    )
    .toSorted((a, b) => (a.memberId < b.memberId ? -1 : 1))
  if (events.length > 0) {
    if (deps === null) throw new Error(`${action}: an event needs the bus it is published on`)
    await recordMemberEvents(tx, deps, events)
  }
  for (const { memberId, notice } of told) {
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
