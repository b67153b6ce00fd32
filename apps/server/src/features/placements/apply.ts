import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { lotsRefusal, placementCost, placementRefusal } from '@fairlot/rules/placements'
import { refuseUnlessFundPassword } from '#features/auth'
import { issueTicket } from '#features/draws'
import { identityStateOf, refuseUnverified } from '#features/identity'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import type { Caller } from '#platform/handler'
import { derivedId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Outside } from '#platform/outside'
import type { PlacementsDeps } from './deps.ts'
import { holdEntry } from './postings.ts'
import { showApplication } from './show.ts'
import {
  hasApplied,
  insertApplication,
  lockApplicant,
  type PlacementRow,
  readApplication,
  readPlacement,
} from './store.ts'

export interface Applying {
  readonly caller: Caller
  readonly body: BodyOf<'/placements/apply'>
  readonly now: Date
  readonly requestId: string
  readonly outside: Outside
}

type Applied = Outcome<DataOf<'/placements/apply'>>

/**
 * Holds the price and puts a ticket into the draw. Refuses in this order: the placement, its time, the lots, identity, fund
 * password; then under the applicant's lock a second application and the balance.
 */
export async function applyForPlacement(tx: Tx, deps: PlacementsDeps, asked: Applying): Promise<Applied> {
  const { caller, body, now } = asked
  const { memberId, account } = caller
  const [placement, identity] = await Promise.all([
    readPlacement(tx, body.placementId),
    identityStateOf(tx, memberId),
  ])
  if (!placement) return refuse('stock.not-found', { field: 'placementId' })
  const closed = placementRefusal(placement, now)
  if (closed) return refuse(closed, { params: { at: placement.opensAt.toISOString() } })
  const wrongLots = lotsRefusal(body.lots, placement)
  if (wrongLots) return refuse(wrongLots.code, { field: 'lots', params: { shares: wrongLots.shares } })
  const unverified = refuseUnverified(identity)
  if (unverified) return unverified
  const { fundPassword } = body
  const wrong = await asked.outside(() =>
    refuseUnlessFundPassword(deps, { memberId, account, fundPassword, now }),
  )
  if (wrong) return wrong
  await lockApplicant(tx, memberId)
  // Checking a password takes long enough for the placement to close meanwhile.
  const current = (await readPlacement(tx, placement.id))!
  const ended = placementRefusal(current, now)
  return ended ? refuse(ended) : holdAndEnter(tx, deps, asked, current)
}

async function holdAndEnter(
  tx: Tx,
  deps: PlacementsDeps,
  { caller: { memberId }, body, now, requestId }: Applying,
  placement: PlacementRow,
): Promise<Applied> {
  const { applicationId: id, lots } = body
  // Sent again under another key after a lost connection: return the first answer, without a second effect.
  const before = await readApplication(tx, id)
  if (before) {
    const isSame = before.memberId === memberId && before.placementId === placement.id && before.lots === lots
    return isSame
      ? done({ application: showApplication(before) }, 'done.placement')
      : refuse('input.invalid', { field: 'applicationId' })
  }
  if (await hasApplied(tx, memberId, placement.id))
    return refuse('subscription.once', { params: { times: 1 } })
  const amount = placementCost(placement.price, lots)
  const holdId = derivedId(`placement hold ${id}`)
  const held = await post(tx, holdEntry({ id, memberId, holdId, amount }, now))
  if (!held.ok) return refuse('balance.insufficient', { field: 'lots' })
  const { ticketId } = await issueTicket(tx, deps, { drawId: placement.drawId, memberId, reference: id }, now)
  const application = { id, placementId: placement.id, memberId, lots, amount, holdId, ticketId }
  await insertApplication(tx, { ...application, appliedAt: now })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'placements.applied',
    actor: `member:${memberId}`,
    subject: `placement-application:${id}`,
    now: { state: 'waiting' },
    details: {
      placementId: placement.id,
      symbol: placement.symbol,
      lots,
      amount: amount.toString(),
      ticketId,
      entryId: held.entryId,
    },
    event: { kind: 'placement.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ application: showApplication((await readApplication(tx, id))!) }, 'done.placement')
}
