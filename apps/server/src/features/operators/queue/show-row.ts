import { reviewKinds } from '@fairlot/contract/operators'
import { maskAccount, memberNumber } from '@fairlot/rules/members'
import { hasRight, reviewTerms } from '@fairlot/rules/operators'
import type { OperatorCaller } from '#platform/handler'
import type { QueueRow, Viewer } from './store.ts'

export const viewerOf = (
  { operatorId, deviceId, roles }: Pick<OperatorCaller, 'operatorId' | 'deviceId' | 'roles'>,
  now: Date,
): Viewer => ({
  operatorId,
  deviceId,
  kinds: {
    waiting: reviewKinds.filter((kind) => {
      const { first, second } = reviewTerms[kind]
      return hasRight(roles, first ?? second, now)
    }),
    second: reviewKinds.filter((kind) => hasRight(roles, reviewTerms[kind].second, now)),
  },
  now,
})

export const showRow = (row: QueueRow) => ({
  reviewId: row.reviewId,
  number: row.number,
  kind: row.kind,
  state: row.state,
  decision: row.decision,
  member:
    row.memberId === null
      ? null
      : {
          memberId: row.memberId,
          account: maskAccount(row.account ?? ''),
          name: row.memberName,
          number: memberNumber(row.memberId),
        },
  amount: row.amount?.toString() ?? null,
  change: changeOf(row),
  isUrgent: row.isUrgent,
  currency: row.currency,
  openedAt: row.openedAt.toISOString(),
  promisedAt: row.promisedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  flags: [...row.flags],
  openedBy: row.openedBy === null ? null : { operatorId: row.openedBy, name: row.openedByName ?? '' },
  approvedBy: row.approvedBy.map(({ operatorId, name }) => ({ operatorId, name })),
  isMineToVote: row.isMineToVote,
  assignedTo:
    row.assigneeId === null || row.assignedAt === null
      ? null
      : { operatorId: row.assigneeId, name: row.assigneeName ?? '', since: row.assignedAt.toISOString() },
  ended: endOf(row),
})

/** An amount the first approver changed: the requested value, and the one that will be booked. */
function changeOf({ asked, payload, approvedBy }: QueueRow) {
  const [from, to, first] = [asked?.['booked'], payload['booked'], approvedBy[0]]
  if (from === undefined || to === undefined || from === to || first === undefined) return null
  const at = new Date(first.at).toISOString()
  return { from: textOf(from), to: textOf(to), by: first.name, at, note: first.note }
}

const textOf = (figure: unknown): string =>
  typeof figure === 'string' || typeof figure === 'number' ? String(figure) : ''

/** How it ended, when, by whom, and how long it took. */
function endOf(row: QueueRow) {
  if (row.state === 'waiting' || row.state === 'second') return null
  const at = row.decidedAt ?? row.closedAt ?? row.expiresAt
  return {
    how:
      row.decision === 'approve'
        ? row.outcome === null || row.outcome === 'passed'
          ? 'approved'
          : row.outcome
        : row.decision === 'reject'
          ? 'rejected'
          : row.state,
    at: at.toISOString(),
    by: (row.decision === 'reject' ? row.rejectedBy : row.approvedBy).map(({ name }) => name),
    tookMinutes: Math.max(0, at.getTime() - row.openedAt.getTime()) / 60_000,
  }
}

export type ShownRow = ReturnType<typeof showRow>
