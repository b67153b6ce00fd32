import type { ConsoleBodyOf } from '@fairlot/contract/console-routes'
import { recordAudit } from '#features/audit'
import { openProposal, type Proposed, type Proposing } from '#features/operators'
import type { Db } from '#platform/db'
import { newId } from '#platform/ids'
import { type ConsoleOutcome, done, refuse } from '#platform/outcome'
import type { BankLinePayload } from '../reviews.ts'
import { insertNote, readBankLine, readCandidate } from './store.ts'

/** A note moves no money, so one operator is enough. Refuses: `input.required`, `request.not-found`. */
export async function noteBankLine(
  db: Db,
  { lineId, note }: ConsoleBodyOf<'/deposits/noteBankLine'>,
  { by, now, requestId }: Proposing,
): Promise<ConsoleOutcome<null>> {
  if (note.trim() === '') return refuse('input.required', { field: 'note' })
  if (!(await readBankLine(db, lineId))) return refuse('request.not-found', { field: 'lineId' })
  await db.transaction(async (tx) => {
    await insertNote(tx, {
      id: newId(now.getTime()),
      lineId,
      operatorId: by.operatorId,
      note: note.trim(),
      at: now,
    })
    await recordAudit(tx, {
      action: 'deposits.bank-line-noted',
      actor: `operator:${by.operatorId}`,
      subject: `bank-line:${lineId}`,
      details: { note: note.trim() },
      requestId,
    })
  })
  return done(null)
}

/**
 * Refuses: `input.required`, `request.not-found`, `funds.line-taken`, `funds.line-return`, `funds.line-target`, and the
 * refusals of a proposal.
 */
export async function proposeBankLine(
  db: Db,
  { lineId, action, target, reason }: ConsoleBodyOf<'/deposits/proposeBankLine'>,
  proposing: Proposing,
): Promise<Proposed> {
  if (reason.trim() === '') return refuse('input.required', { field: 'reason' })
  const line = await readBankLine(db, lineId)
  if (!line) return refuse('request.not-found', { field: 'lineId' })
  if (line.state !== 'open' && !(line.state === 'suspense' && action !== 'suspense'))
    return refuse('funds.line-taken', { field: 'lineId' })
  if (action === 'return' && line.amount < 0n) return refuse('funds.line-return', { field: 'action' })
  if ((action === 'match') !== (target !== undefined)) return refuse('funds.line-target', { field: 'target' })
  if (target !== undefined) {
    const found = await readCandidate(db, target.kind, line.currency, target.id)
    const fits =
      found !== undefined &&
      line.amount > 0n === (target.kind !== 'payout') &&
      (target.kind === 'deposit' || found.amount === (line.amount < 0n ? -line.amount : line.amount))
    if (!fits) return refuse('funds.line-target', { field: 'target' })
  }
  const payload: BankLinePayload = {
    lineId,
    action,
    target: target ?? null,
    amount: line.amount.toString(),
    currency: line.currency,
  }
  return openProposal(
    db,
    {
      kind: 'bank-line',
      memberId: null,
      subject: lineId,
      amount: line.amount < 0n ? -line.amount : line.amount,
      currency: line.currency,
      payload: { ...payload },
      reason: reason.trim(),
    },
    proposing,
    'funds.proposal-open',
  )
}
