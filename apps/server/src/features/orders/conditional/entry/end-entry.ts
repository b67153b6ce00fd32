import { entryEnd } from '@fairlot/rules/notices'
import { sendNotice } from '#features/notices'
import type { Tx } from '#platform/db'
import type { EndDeps } from '../deps.ts'
import { notify } from '../notify.ts'
import { unreserve } from '../reserve.ts'
import { endRow, readNames } from '../store.ts'
import type { EntryRow } from './store.ts'

/** Ends a locked entry and releases what it holds; a second call finds nothing to release. */
export async function endEntry(
  tx: Tx,
  deps: EndDeps,
  row: EntryRow,
  state: 'cancelled' | 'expired' | 'failed',
  reason: string,
  now: Date,
): Promise<void> {
  await unreserve(tx, row, now)
  await endRow(tx, row.id, state, reason, now)
  await notify(tx, deps, row, state, null, now)
  // A member who cancels it needs no notice of it.
  if (state !== 'cancelled')
    await sendEntryNotice(tx, row, 'entry.ended', { reason: reason in entryEnd ? reason : 'refused' }, now)
}

/** The notice that it fired or ended; its link leads to the waiting orders. */
export async function sendEntryNotice(
  tx: Tx,
  { memberId, symbol, quantity, body: { entry } }: EntryRow,
  code: 'entry.fired' | 'entry.ended',
  params: { readonly reason?: string },
  now: Date,
  path?: string,
): Promise<void> {
  const { nameTw: name, nameEn } = await readNames(tx, symbol)
  const { direction, way, trigger } = entry
  const action = direction === 'long' ? 'buy' : 'short'
  await sendNotice(tx, {
    memberId,
    code,
    params: { name, nameEn, quantity, action, way, trigger, ...params },
    ...(path === undefined ? {} : { path }),
    at: now,
  })
}
