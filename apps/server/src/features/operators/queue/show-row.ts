import { reviewKinds } from '@fairlot/contract/operators'
import { maskAccount } from '@fairlot/rules/members'
import { hasRight, reviewTerms } from '@fairlot/rules/operators'
import type { OperatorCaller } from '#platform/handler'
import type { QueueRow, Viewer } from './store.ts'

export const viewerOf = ({ operatorId, deviceId, roles }: OperatorCaller, now: Date): Viewer => ({
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
  member: row.memberId === null ? null : { memberId: row.memberId, account: maskAccount(row.account ?? '') },
  amount: row.amount?.toString() ?? null,
  currency: row.currency,
  openedAt: row.openedAt.toISOString(),
  promisedAt: row.promisedAt.toISOString(),
  expiresAt: row.expiresAt.toISOString(),
  flags: [...row.flags],
  openedBy: row.openedBy === null ? null : { operatorId: row.openedBy, name: row.openedByName ?? '' },
  approvedBy: row.approvedBy.map(({ operatorId, name }) => ({ operatorId, name })),
  isMineToVote: row.isMineToVote,
})

export type ShownRow = ReturnType<typeof showRow>
