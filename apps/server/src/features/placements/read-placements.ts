import type { PlacementView } from '@fairlot/contract/placements'
import type { DataOf } from '@fairlot/contract/routes'
import { balanceOf, member } from '@fairlot/ledger'
import { hasFundPassword } from '#features/auth'
import { identityStateOf } from '#features/identity'
import { type Db, inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import { showPlacement } from './show.ts'
import { listPlacements, readOwn, readPlacement, readTable } from './store.ts'

export const readPlacements = (
  db: Db,
  memberId: string,
  view: PlacementView,
): Promise<DataOf<'/placements/offers'>> =>
  inSnapshot(db, async (tx) => {
    const rows = await listPlacements(tx, view)
    const own = await readOwn(
      tx,
      memberId,
      rows.map(({ id }) => id),
    )
    return {
      placements: rows.map((row) =>
        showPlacement(
          row,
          own.find(({ placementId }) => placementId === row.id),
        ),
      ),
    }
  })

/** Refuses: `stock.not-found`. */
export const readOnePlacement = (
  db: Db,
  memberId: string,
  placementId: string,
): Promise<Outcome<DataOf<'/placements/offer'>>> =>
  inSnapshot(db, async (tx) => {
    const row = await readPlacement(tx, placementId)
    if (!row) return refuse('stock.not-found')
    const [[mine], hasPassword, identity, available] = await Promise.all([
      readOwn(tx, memberId, [placementId]),
      hasFundPassword(tx, memberId),
      identityStateOf(tx, memberId),
      balanceOf(tx, member(memberId).available('TWD')),
    ])
    return done({
      placement: showPlacement(row, mine),
      hasFundPassword: hasPassword,
      isVerified: identity === 'verified',
      available: available.toString(),
    })
  })

const pageSize = 1_000

/** Refuses: `stock.not-found`, also before the allotment. */
export async function readAllotments(
  db: Db,
  placementId: string,
  from: number,
): Promise<Outcome<DataOf<'/placements/table'>>> {
  const row = await readPlacement(db, placementId)
  if (row?.state !== 'allotting' && row?.state !== 'allotted') return refuse('stock.not-found')
  const rows = await readTable(db, placementId, from, pageSize + 1)
  const page = rows.slice(0, pageSize)
  return done({ rows: page, next: rows.length > pageSize ? page.at(-1)!.rank + 1 : null })
}
