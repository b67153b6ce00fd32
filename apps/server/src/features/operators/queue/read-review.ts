import type { PersonalField } from '@fairlot/contract/operators'
import { reasonsOf } from '@fairlot/rules/operators'
import type { OperatorCaller } from '#platform/handler'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { OperatorsDeps } from '../deps.ts'
import type { ReviewDescription } from '../reviews/review-kind.ts'
import { readNotes } from '../working/store.ts'
import { type OpenedDocument, openedDocuments } from './opened-documents.ts'
import { refusalFor } from './refusal-for.ts'
import { showRow, viewerOf } from './show-row.ts'
import { readEnding, readRow, readVoteRows } from './store.ts'

export async function readReview(
  { db, kinds }: Pick<OperatorsDeps, 'db' | 'kinds'>,
  reviewId: string,
  caller: OperatorCaller,
  now: Date,
): Promise<ConsoleOutcome<ShownReview>> {
  return db.transaction(async (tx) => {
    const row = await readRow(tx, viewerOf(caller, now), reviewId)
    if (!row) return refuse('review.not-found')
    const [votes, notes, ending] = await Promise.all([
      readVoteRows(tx, reviewId),
      readNotes(tx, reviewId),
      readEnding(tx, reviewId, caller.operatorId, now),
    ])
    const handler = kinds.find(({ kind }) => kind === row.kind)
    const isOpen = row.state === 'waiting' || row.state === 'second'
    const documents = isOpen ? await openedDocuments(tx, handler, row, caller.operatorId) : []
    const described = await handler?.describe(tx, row)
    const said = described && coverTexts(described, documents)
    // The refusal a vote would get now, so that the console can show it in advance.
    const refusal = (decision: 'approve' | 'reject') =>
      refusalFor(
        row,
        ending,
        caller,
        { decision, payloadHash: row.payloadHash, note: 'to be written' },
        now,
      ) ?? null
    const isShut = documents.some(({ at }) => at === null)
    return done({
      review: showRow(row),
      subject: row.subject,
      payload: { ...row.payload },
      payloadText: ending.payloadText,
      payloadHash: row.payloadHash,
      reason: row.reason,
      evidence: ending.evidence.map(({ label, value }) => ({ label, value })),
      facts: (said?.facts ?? []).map(({ code, value, personal }) => ({
        code,
        value,
        personal: personal === undefined ? null : { ...personal, reviewId },
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
      noteNeeded: said?.noteNeeded ?? false,
      mayRevise: row.state === 'waiting' ? [...(handler?.mayRevise ?? [])] : [],
      mustOpen: documents.map(({ code, at }) => ({ code, openedAt: at?.toISOString() ?? null })),
      reasons: [...reasonsOf(row.kind)],
      votes: votes.map((vote) => ({ ...vote, opened: [...vote.opened], at: vote.at.toISOString() })),
      setBy: ending.setBy.map(({ operatorId, name, at }) => ({ operatorId, name, at: at.toISOString() })),
      mayApprove: refusal('approve') ?? (isShut ? 'review.not-opened' : null),
      mayReject: refusal('reject'),
      mayCancel: isOpen && row.openedBy === caller.operatorId,
      notes: notes.map((note) => ({ ...note, at: note.at.toISOString() })),
      outcome: ending.outcome,
      closedAt: ending.closedAt?.toISOString() ?? null,
      trouble: ending.trouble,
    })
  })
}

/** A text that must be read before the vote is not sent to an operator who has not opened it. */
function coverTexts(said: ReviewDescription, documents: readonly OpenedDocument[]): ReviewDescription {
  const covered = new Set(
    documents.filter(({ isPicture, at }) => !isPicture && at === null).map(({ code }) => code),
  )
  if (covered.size === 0) return said
  const { compare } = said
  return {
    ...said,
    facts: said.facts.map((fact) => (covered.has(fact.code) ? { ...fact, value: '•••' } : fact)),
    ...(compare === undefined || !compare.columns.some((code) => covered.has(code))
      ? {}
      : {
          compare: {
            columns: compare.columns,
            rows: compare.rows.map(({ code, values }) => ({
              code,
              values: values.map((value, at) =>
                value !== null && covered.has(compare.columns[at] ?? '') ? '•••' : value,
              ),
              differs: false,
            })),
          },
        }),
  }
}

type Shown = ReturnType<typeof showRow>

interface ShownReview {
  review: Shown
  subject: string
  payload: Record<string, unknown>
  payloadText: string
  payloadHash: string
  reason: string
  evidence: { label: string; value: string }[]
  facts: {
    code: string
    value: string
    personal: { memberId: string; field: PersonalField; reviewId: string } | null
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
  noteNeeded: boolean
  mayRevise: string[]
  votes: {
    operatorId: string
    name: string
    decision: 'approve' | 'reject'
    note: string
    reason: string | null
    at: string
    payloadHash: string
    isSigned: boolean
    opened: { code: string; at: string }[]
  }[]
  setBy: { operatorId: string; name: string; at: string }[]
  mustOpen: { code: string; openedAt: string | null }[]
  reasons: string[]
  mayApprove: string | null
  mayReject: string | null
  mayCancel: boolean
  notes: { noteId: string; operator: string; text: string; at: string }[]
  outcome: string | null
  closedAt: string | null
  trouble: string | null
}
