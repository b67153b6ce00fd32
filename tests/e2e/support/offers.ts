// Offers of new shares that open within seconds, published through the server's own use case by two operators: the form
// of the console knows whole minutes.

import { randomInt } from 'node:crypto'
import { proposeOffer } from '../../../apps/server/src/features/new-shares/console/propose-offer.ts'
import { proposeRelease } from '../../../apps/server/src/features/draws/release-draw.ts'
import { newId } from '../../../apps/server/src/platform/ids.ts'
import { withRequestId } from '../../../apps/server/src/platform/request-scope.ts'
import { taipeiDate } from '../../../packages/rules/src/calendar/index.ts'
import { openDb } from '../../flows/support/open-db.ts'
import { until, type Votes } from './money.ts'
import { withOwner } from './operators.ts'

const minute = 60_000

/** A code that no security has. */
export const anySymbol = (): string => `7${String(randomInt(100_000)).padStart(5, '0')}`

/** Returns the id of an offer that members can apply for now. */
export async function openOffer(
  { vote, owner, operators }: Votes,
  symbol: string,
  name: { readonly tw: string; readonly en: string },
  { closesInMs = 60 * minute, drawsInMs = 70 * minute } = {},
): Promise<string> {
  const db = openDb({
    url: process.env['FAIRLOT_DATABASE_OWNER_URL'] ?? '',
    poolSize: 1,
    applicationName: 'e2e',
  })
  const requestId = newId()
  const now = new Date()
  const at = (ms: number): string => new Date(now.getTime() + ms).toISOString()
  const day = (days: number): string => at(days * 24 * 60 * minute).slice(0, 10)
  try {
    await owner.query(
      `INSERT INTO app.operator_roles (operator_id, role) VALUES ($1, 'market') ON CONFLICT DO NOTHING`,
      [operators[0]!.operatorId],
    )
    const proposed = await withRequestId(requestId, () =>
      proposeOffer(
        db,
        {
          symbol,
          name,
          industry: { tw: '光學元件', en: 'Optics' },
          price: '8600',
          lots: 1,
          minShares: 1_000,
          maxPerMember: 1,
          paymentMode: 'prepaid',
          pe: 1_840,
          industryPe: 2_170,
          announcesAt: at(0),
          opensAt: at(4_000),
          closesAt: at(closesInMs),
          drawsAt: at(drawsInMs),
          payBy: at(26 * 60 * minute),
          issuesOn: day(4),
          listsOn: day(5),
          reason: 'as in the prospectus',
        },
        { by: operators[0]!, now, requestId },
      ),
    )
    if (!proposed.ok) throw new Error(`${symbol}: ${proposed.msg}`)
    const { rows } = await owner.query('SELECT subject FROM app.reviews WHERE id = $1', [
      proposed.data.reviewId,
    ])
    const offerId = rows[0].subject as string
    await vote(1, 'offer', offerId, 'approve', '')
    await until(async () => {
      const found = await owner.query('SELECT state FROM app.offers WHERE id = $1', [offerId])
      return found.rows[0]?.state === 'subscribing'
    })
    return offerId
  } finally {
    await db.close()
  }
}

/** Two operators release the secret of a closed draw. */
export async function releaseSecret({ vote, operators }: Votes, drawId: string): Promise<void> {
  const requestId = newId()
  const released = await withOwner((db) =>
    withRequestId(requestId, () =>
      proposeRelease(
        db,
        { drawId, reason: 'the list is closed' },
        { by: operators[0]!, now: new Date(), requestId },
      ),
    ),
  )
  if (!released.ok) throw new Error(`draw ${drawId}: ${released.msg}`)
  await vote(1, 'draw-release', drawId, 'approve', '')
}

/** The deadline of the payment is over and the listing date has come. The triggers that protect the dates are off here. */
export async function bringListing(owner: Votes['owner'], offerId: string): Promise<void> {
  await owner.query('BEGIN')
  await owner.query('SET LOCAL session_replication_role = replica')
  await owner.query(
    `UPDATE app.offers SET draws_at = closes_at + interval '1 second', pay_by = closes_at + interval '2 seconds',
       issues_on = $2, lists_on = $2 WHERE id = $1`,
    [offerId, taipeiDate(Date.now())],
  )
  await owner.query(
    'UPDATE app.subscriptions SET pay_by = now() WHERE offer_id = $1 AND pay_by IS NOT NULL',
    [offerId],
  )
  await owner.query('COMMIT')
}
