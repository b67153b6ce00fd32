// A placement that opens within seconds, published through the server's own use case by two operators: the form of the
// console knows whole minutes.

import { proposeRelease } from '../../../apps/server/src/features/draws/release-draw.ts'
import { proposePlacement } from '../../../apps/server/src/features/placements/console/propose.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { withRequestId } from '../../../apps/server/src/platform/request-scope.ts'
import { openDb } from '../../flows/support/open-db.ts'
import { bringClose, bringRound, untilState } from './draws.ts'
import { until, type Votes } from './money.ts'

const minute = 60_000

/** Returns the id of a placement of ten lots at NT$54 that members can apply for now. */
export async function openPlacement({ vote, owner, operators }: Votes, symbol: string): Promise<string> {
  const db = openDb({
    url: process.env['FAIRLOT_DATABASE_OWNER_URL'] ?? '',
    poolSize: 1,
    applicationName: 'e2e',
  })
  const requestId = newId()
  const now = new Date()
  const at = (ms: number): string => new Date(now.getTime() + ms).toISOString()
  try {
    await owner.query(
      `INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'market') ON CONFLICT DO NOTHING`,
      [operators[0]!.operatorId],
    )
    const proposed = await withRequestId(requestId, () =>
      proposePlacement(
        { db, profile: 'practice' },
        {
          kind: 'placing',
          method: 'pro-rata',
          seat: 'maker-1',
          symbol,
          price: 5_400,
          lots: 10,
          minLots: 1,
          maxLots: 10,
          opensAt: at(4_000),
          closesAt: at(60 * minute),
          deliversOn: at(4 * 24 * 60 * minute).slice(0, 10),
          reason: 'as in the contract',
        },
        { by: operators[0]!, now, requestId },
      ),
    )
    if (!proposed.ok) throw new Error(`${symbol}: ${proposed.msg}`)
    const { rows } = await owner.query('SELECT subject FROM app.reviews WHERE id = $1', [
      proposed.data.reviewId,
    ])
    const placementId = rows[0].subject as string
    await vote(1, 'placement', placementId, 'approve', '')
    await until(async () => {
      const found = await owner.query('SELECT 1 FROM app.placements WHERE id = $1 AND opens_at <= now()', [
        placementId,
      ])
      return found.rows.length === 1
    })
    return placementId
  } finally {
    await db.close()
  }
}

/** Closes the placement now, has two operators release its draw, and waits until every result is booked. */
export async function allotNow({ vote, owner, operators }: Votes, placementId: string): Promise<void> {
  const { rows } = await owner.query('SELECT draw_id FROM app.placements WHERE id = $1', [placementId])
  const drawId = rows[0].draw_id as string
  await bringClose(drawId)
  // A date of the terms: the worker may not change it.
  await owner.query('UPDATE app.placements SET closes_at = now() WHERE id = $1', [placementId])
  const isIn = async (state: string): Promise<boolean> =>
    (await owner.query('SELECT 1 FROM app.placements WHERE id = $1 AND state = $2', [placementId, state]))
      .rows.length === 1
  await until(() => isIn('drawing'))
  const db = openDb({
    url: process.env['FAIRLOT_DATABASE_OWNER_URL'] ?? '',
    poolSize: 1,
    applicationName: 'e2e',
  })
  try {
    const requestId = newId()
    const released = await withRequestId(requestId, () =>
      proposeRelease(
        db,
        { drawId, reason: 'the list is closed' },
        { by: operators[0]!, now: new Date(), requestId },
      ),
    )
    if (!released.ok) throw new Error(released.msg)
  } finally {
    await db.close()
  }
  await vote(1, 'draw-release', drawId, 'approve', '')
  await untilState(drawId, 'released')
  await bringRound(drawId)
  await until(() => isIn('allotted'))
}
