import type { PersonalField } from '@fairlot/contract/operators'
import { refuseVote } from '@fairlot/rules/operators'
import type { OperatorCaller } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import { showRow, viewerOf } from './show-row.ts'
import { type Ending, type QueueRow, readEnding, readRow, readVoteRows } from './store.ts'

export async function readReview(
  { db, kinds }: Pick<OperatorsDeps, 'db' | 'kinds'>,
  reviewId: string,
  caller: OperatorCaller,
  now: Date,
): Promise<ConsoleOutcome<ShownReview>> {
  return db.transaction(async (tx) => {
    const row = await readRow(tx, viewerOf(caller, now), reviewId)
    if (!row) return refuse('review.not-found')
    const [votes, ending] = await Promise.all([
      readVoteRows(tx, reviewId),
      readEnding(tx, reviewId, caller.operatorId),
    ])
    const handler = kinds.find(({ kind }) => kind === row.kind)
    const said = await handler?.describe(tx, row)
    const isOpen = row.state === 'waiting' || row.state === 'second'
    return done({
      review: showRow(row),
      payload: { ...row.payload },
      payloadHash: row.payloadHash,
      reason: row.reason,
      evidence: ending.evidence.map(({ label, value }) => ({ label, value })),
      facts: (said?.facts ?? []).map(({ code, value, personal }) => ({
        code,
        value,
        personal: personal ?? null,
      })),
      checks: [...(said?.checks ?? [])],
      lines: [...(said?.lines ?? [])],
      pictures: [...(said?.pictures ?? [])],
      compare: said?.compare
        ? {
            columns: [...said.compare.columns],
            rows: said.compare.rows.map(({ code, values, differs }) => ({
              code,
              values: [...values],
              differs,
            })),
            hint: said.compare.hint ?? null,
          }
        : null,
      suggested: row.state === 'waiting' ? { ...said?.suggested } : {},
      effects: [...(said?.effects ?? [])],
      mayRevise: row.state === 'waiting' ? [...(handler?.mayRevise ?? [])] : [],
      votes: votes.map((vote) => ({ ...vote, at: vote.at.toISOString() })),
      mayApprove: refusalFor(row, ending, caller, 'approve', now),
      mayReject: refusalFor(row, ending, caller, 'reject', now),
      mayWithdraw: isOpen && row.openedBy === caller.operatorId,
      outcome: ending.outcome,
      closedAt: ending.closedAt?.toISOString() ?? null,
      trouble: ending.trouble,
    })
  })
}

type Shown = ReturnType<typeof showRow>

interface ShownReview {
  review: Shown
  payload: Record<string, unknown>
  payloadHash: string
  reason: string
  evidence: { label: string; value: string }[]
  facts: {
    code: string
    value: string
    personal: { memberId: string; field: PersonalField } | null
  }[]
  checks: { ok: boolean; code: string; value: string }[]
  lines: { code: string; before: string | null; after: string | null }[]
  pictures: { fileId: string; code: string }[]
  compare: {
    columns: string[]
    rows: { code: string; values: (string | null)[]; differs: boolean }[]
    hint: string | null
  } | null
  suggested: Record<string, string>
  effects: string[]
  mayRevise: string[]
  votes: {
    operatorId: string
    name: string
    decision: 'approve' | 'reject'
    note: string
    at: string
    payloadHash: string
  }[]
  mayApprove: string | null
  mayReject: string | null
  mayWithdraw: boolean
  outcome: string | null
  closedAt: string | null
  trouble: string | null
}

/** What the vote would answer now, so that the console can say it before it is pressed. */
function refusalFor(
  row: QueueRow,
  { isRelated }: Ending,
  { operatorId, deviceId, roles }: OperatorCaller,
  decision: 'approve' | 'reject',
  now: Date,
): string | null {
  return (
    refuseVote(
      {
        ...row,
        approvals: row.approvedBy.map((vote) => ({ operatorId: vote.operatorId, device: vote.device })),
      },
      {
        operatorId,
        device: deviceId,
        roles,
        related: isRelated && row.memberId !== null ? [row.memberId] : [],
      },
      { decision, payloadHash: row.payloadHash, note: 'to be written' },
      now,
    ) ?? null
  )
}
