import type { PlacementVoidReason } from '@fairlot/contract/placements'
import { type Entry, postMany } from '@fairlot/ledger'
import { lotSize } from '@fairlot/rules/instruments'
import { placementCost } from '@fairlot/rules/placements'
import { removeTicket } from '#features/draws'
import { recordOutcomes } from '#features/members'
import type { Tx } from '#platform/db'
import { newId } from '#platform/ids'
import type { NotifyDeps } from '../deps.ts'
import { allotEntry, releaseEntry } from '../postings.ts'
import type { PlacementRow } from '../store.ts'
import { bookAllotments, type LockedApplication, lockUnqualified, lockWaiting, setVoided } from './store.ts'

const batch = 500

/** Pays for what was allotted, returns the rest and opens the holdings of a batch. Returns how many it booked. */
export async function bookBatch(
  tx: Tx,
  deps: NotifyDeps,
  placement: PlacementRow,
  now: Date,
): Promise<number> {
  const rows = await lockWaiting(tx, placement.id, batch)
  if (rows.length === 0) return 0
  const { settlesOn } = placement
  if (settlesOn === null) throw new Error(`placement ${placement.id} has no delivery date`)
  const allotted = rows.map((row) => {
    if (row.allotted === null) throw new Error(`application ${row.id} was not allotted`)
    return { ...row, allotted: row.allotted }
  })
  const booked = await postAll(
    tx,
    allotted.map((row) => ({
      id: row.id,
      entry:
        row.allotted > 0
          ? allotEntry(row, row.allotted, { ...placement, settlesOn }, now)
          : releaseEntry(row, now),
    })),
  )
  await bookAllotments(tx, placement.id, booked, now)
  const isWinner = ({ allotted: lots }: { readonly allotted: number }): boolean => lots > 0
  await notify(
    tx,
    deps,
    { placement, state: 'allotted', at: now },
    allotted.filter(isWinner).map((row) => {
      const amount = placementCost(placement.price, row.allotted)
      const params = {
        quantity: row.allotted * lotSize,
        amount: amount.toString(),
        released: (row.amount - amount).toString(),
        settlesOn,
      }
      return { row, notice: 'placement.allotted', params }
    }),
  )
  await notify(
    tx,
    deps,
    { placement, state: 'not-allotted', at: now },
    allotted
      .filter((row) => !isWinner(row))
      .map((row) => ({
        row,
        notice: 'placement.not-allotted',
        params: { released: row.amount.toString() },
      })),
  )
  return rows.length
}

/** The draw is void: everything returns. Returns how many applications of a batch there were. */
export async function voidBatch(
  tx: Tx,
  deps: NotifyDeps,
  placement: PlacementRow,
  now: Date,
): Promise<number> {
  const rows = await lockWaiting(tx, placement.id, batch)
  const reason = 'draw-void' as const
  await refund(
    tx,
    deps,
    placement,
    rows.map((row) => ({ row, reason })),
    now,
  )
  return rows.length
}

/** Takes people who may not take part out before the close, with a full refund. */
export async function voidUnqualified(
  tx: Tx,
  deps: NotifyDeps,
  placement: PlacementRow,
  now: Date,
): Promise<number> {
  const rows = await lockUnqualified(tx, placement, batch)
  for (const { id } of rows) await removeTicket(tx, { drawId: placement.drawId, reference: id })
  await refund(
    tx,
    deps,
    placement,
    rows.map((row) => ({ row, reason: row.reason })),
    now,
  )
  return rows.length
}

async function refund(
  tx: Tx,
  deps: NotifyDeps,
  placement: PlacementRow,
  rows: readonly { readonly row: LockedApplication; readonly reason: PlacementVoidReason }[],
  now: Date,
): Promise<void> {
  if (rows.length === 0) return
  const posted = await postAll(
    tx,
    rows.map(({ row }) => ({ id: row.id, entry: releaseEntry(row, now) })),
  )
  await setVoided(
    tx,
    posted.map((each, n) => ({ ...each, reason: rows[n]!.reason })),
    now,
  )
  await notify(
    tx,
    deps,
    { placement, state: 'void', at: now },
    rows.map(({ row, reason }) => ({
      row,
      notice: 'placement.void',
      params: { released: row.amount.toString(), voidReason: reason },
    })),
  )
}

async function postAll(
  tx: Tx,
  entries: readonly { readonly id: string; readonly entry: Entry }[],
): Promise<readonly { readonly id: string; readonly entryId: string }[]> {
  const posted = await postMany(
    tx,
    entries.map(({ entry }) => entry),
  )
  return entries.map(({ id }, n) => {
    const outcome = posted[n]!
    if (!outcome.ok) throw new Error(`application ${id}: the ledger refused its entry (${outcome.reason})`)
    return { id, entryId: outcome.entryId }
  })
}

/** One audit row for a batch; each member gets the event and a notice. */
async function notify(
  tx: Tx,
  deps: NotifyDeps,
  about: { readonly placement: PlacementRow; readonly state: string; readonly at: Date },
  rows: readonly {
    readonly row: LockedApplication
    readonly notice: 'placement.allotted' | 'placement.not-allotted' | 'placement.void'
    readonly params: Readonly<Record<string, string | number>>
  }[],
): Promise<void> {
  const { placement, state, at } = about
  if (rows.length === 0) return
  await recordOutcomes(
    tx,
    deps,
    {
      action: `placements.${state}`,
      actor: 'system',
      subject: `placement:${placement.id}`,
      now: { state },
      details: { count: rows.length, applications: rows.map(({ row }) => row.id) },
      requestId: newId(at.getTime()),
      at,
    },
    rows.map(({ row, notice, params }) => ({
      memberId: row.memberId,
      event: { kind: 'placement.changed' as const, id: row.id },
      notice: {
        code: notice,
        params: { name: placement.nameTw, nameEn: placement.nameEn, ...params },
        path: `/common/dividend3?view=detail&id=${placement.id}`,
      },
    })),
  )
}
