import type { DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { afterTopUp, maintenance, type Secured, spreadTopUp, type TopUpPart } from '@fairlot/rules/positions'
import { recordAudit } from '#features/audit'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import { securedOf } from '../account.ts'
import { lockOpenHoldings } from '../store.ts'
import { topUpEntry } from './postings.ts'
import { applyTopUp, lockMargin, readOpenCall } from './store.ts'

export interface TopUpOrder {
  readonly memberId: string
  readonly amount: string
  /** Only this position; without it the money goes where it helps the ratio most. */
  readonly positionId?: string | undefined
  readonly requestId: string
  readonly now: Date
}

/**
 * Takes no more than the debt: the remaining amount stays free, and the answer says what was applied. It counts as
 * payment of the call it was meant for; the margin watch ends the call within a second.
 *
 * Refuses: `input.invalid`, `margin.nothing-owed`, `order.not-found`, `balance.insufficient`.
 */
export async function topUp(tx: Tx, order: TopUpOrder): Promise<Outcome<DataOf<'/positions/topUp'>>> {
  const amount = BigInt(order.amount)
  if (amount <= 0n) return refuse('input.invalid', { field: 'amount' })
  await lockMargin(tx, order.memberId)
  const holdings = await lockOpenHoldings(tx, order.memberId)
  const account = holdings.map(securedOf)
  const { positionId } = order
  if (positionId !== undefined && !account.some((one) => one.positionId === positionId)) {
    return refuse('order.not-found', { field: 'positionId' })
  }
  const chosen = positionId === undefined ? account : account.filter((one) => one.positionId === positionId)
  const parts = spreadTopUp(chosen, amount)
  if (parts.length === 0) return refuse('margin.nothing-owed')
  const call = await readOpenCall(tx, order.memberId)
  const posted = await post(
    tx,
    topUpEntry({
      memberId: order.memberId,
      // The request's own key is claimed in this transaction: a repeated request never gets here.
      key: `top-up:${newId(order.now.getTime())}`,
      reference: call?.callId ?? parts[0]!.positionId,
      at: order.now,
      parts,
    }),
  )
  if (!posted.ok) {
    if (posted.reason === 'insufficient') return refuse('balance.insufficient', { field: 'amount' })
    throw new Error(`a top-up was refused by the ledger: ${posted.reason}`)
  }
  const applied = parts.reduce((sum, part) => sum + part.interest + part.loan + part.collateral, 0n)
  const paid = { memberId: order.memberId, entryId: posted.entryId, callId: call?.callId ?? null }
  await applyTopUp(tx, paid, parts)
  await recordAudit(tx, {
    action: 'positions.topped-up',
    actor: `member:${order.memberId}`,
    subject: `member:${order.memberId}`,
    requestId: order.requestId,
    details: { applied: applied.toString(), call: call?.callId ?? null, parts: parts.map(shownPart) },
  })
  return done({ applied: applied.toString(), ratioBp: ratioAfter(account, parts) })
}

const ratioAfter = (account: readonly Secured[], parts: readonly TopUpPart[]): number | null =>
  maintenance(afterTopUp(account, parts))

const shownPart = ({ positionId, interest, loan, collateral }: TopUpPart) => ({
  positionId,
  interest: interest.toString(),
  loan: loan.toString(),
  collateral: collateral.toString(),
})
