import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { settingsProblem } from '@fairlot/rules/copy-trading'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { NotifyDeps } from './deps.ts'
import { showCopy } from './show.ts'
import { type CopyRow, lockCopy, readCopy, updatePause, updateSettings } from './store.ts'

export interface Asking {
  readonly memberId: string
  readonly now: Date
  readonly requestId: string
}

type Changed = Outcome<DataOf<'/copy-trading/change'>>

/** Refuses: `order.not-found`, `follow.not-following`, `input.invalid`. */
export async function changeCopy(
  tx: Tx,
  deps: NotifyDeps,
  { copyId, stockShareBp, stopLossBp, cap }: BodyOf<'/copy-trading/change'>,
  asking: Asking,
): Promise<Changed> {
  const row = await lockCopy(tx, copyId)
  if (row?.memberId !== asking.memberId) return refuse('order.not-found')
  if (row.state !== 'following') return refuse('follow.not-following')
  const settings = { stockShareBp, stopLossBp, cap: cap === null ? null : BigInt(cap) }
  const problem = settingsProblem(settings, row.amount)
  if (problem !== undefined) return refuse('input.invalid', { field: problem })
  await updateSettings(tx, copyId, settings)
  return record(tx, deps, row, asking, { action: 'changed', details: { stockShareBp, stopLossBp, cap } })
}

/** While paused no purchase is copied; sales still are. Refuses: `order.not-found`, `follow.not-following`. */
export async function pauseCopy(
  tx: Tx,
  deps: NotifyDeps,
  { copyId, isPaused }: BodyOf<'/copy-trading/pause'>,
  asking: Asking,
): Promise<Changed> {
  const row = await lockCopy(tx, copyId)
  if (row?.memberId !== asking.memberId) return refuse('order.not-found')
  if (row.state !== 'following') return refuse('follow.not-following')
  // The time of the first pause stays.
  if (isPaused !== (row.pausedAt !== null)) await updatePause(tx, copyId, isPaused ? asking.now : null)
  return record(tx, deps, row, asking, { action: isPaused ? 'paused' : 'resumed', details: {} })
}

async function record(
  tx: Tx,
  deps: NotifyDeps,
  { id, memberId, state }: CopyRow,
  { now, requestId }: Asking,
  { action, details }: { readonly action: string; readonly details: Readonly<Record<string, unknown>> },
): Promise<Changed> {
  await recordOutcome(tx, deps, {
    memberId,
    action: `copy-trading.${action}`,
    actor: `member:${memberId}`,
    subject: `copy:${id}`,
    now: { state },
    details,
    event: { kind: 'copy.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ copy: showCopy((await readCopy(tx, id))!) })
}
