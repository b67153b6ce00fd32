import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { blockCost, blockTradesRules, checkBlockApplication } from '@fairlot/rules/block-trades'
import { lotSize } from '@fairlot/rules/instruments'
import { refuseUnknown } from '#features/identity'
import { recordOutcome } from '#features/members'
import { openReview } from '#features/operators'
import type { Tx } from '#platform/db'
import type { Caller } from '#platform/handler'
import { derivedId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Outside } from '#platform/outside'
import type { BlockTradesDeps } from './deps.ts'
import { refuseUnlessBlockPassword } from './password.ts'
import { holdEntry } from './postings.ts'
import { showApplication } from './show-application.ts'
import {
  insertApplication,
  type ListingRow,
  lockApplying,
  readApplication,
  readListing,
  readListingPassword,
  sumApplications,
} from './store.ts'
import { blockTermsNow, type TermsNow } from './terms-now.ts'

export interface Applying {
  readonly caller: Caller
  readonly body: BodyOf<'/block-trades/apply'>
  readonly now: Date
  readonly requestId: string
  readonly outside: Outside
}

type Applied = Outcome<DataOf<'/block-trades/apply'>>

/**
 * Holds value and fee, reserves the shares and opens a review by two operators. Refuses in this order: identity, hours and
 * listing, password; then under the locks the day's count, the lots, the shares left, the balance.
 */
export async function applyForBlock(tx: Tx, deps: BlockTradesDeps, asked: Applying): Promise<Applied> {
  const { caller, body, now } = asked
  const unknown = await refuseUnknown(tx, deps.profile, caller.memberId, 'trade')
  if (unknown) return unknown
  const [found, listing] = await Promise.all([blockTermsNow(tx, deps, now), readListing(tx, body.listingId)])
  const isOffered = listing?.state === 'open' && listing.closesAt > now && listing.date === found.day.date
  if (!found.day.isOpen || !isOffered || listing.price !== body.price) {
    return refuse('block.closed', { field: 'listingId', rule: blockTradesRules.closes.id })
  }
  const { account } = caller
  const hash = await readListingPassword(tx, listing.id)
  if (!hash) return refuse('block.closed', { field: 'listingId' })
  const wrong = await asked.outside(() =>
    refuseUnlessBlockPassword(
      deps,
      { id: listing.id, password: hash },
      { account, password: body.password, now },
    ),
  )
  if (wrong) return wrong
  await lockApplying(tx, caller.memberId, listing.id)
  return holdAndAsk(tx, deps, asked, found)
}

async function holdAndAsk(
  tx: Tx,
  deps: BlockTradesDeps,
  { caller: { memberId }, body, now, requestId }: Applying,
  { terms, trading, day }: TermsNow,
): Promise<Applied> {
  const id = body.applicationId
  const shares = body.lots * lotSize
  // Sent again under another key after a lost connection: the first answer, without a second effect.
  const before = await readApplication(tx, id)
  if (before) {
    const isSame =
      before.memberId === memberId && before.listingId === body.listingId && before.shares === shares
    return isSame
      ? done({ application: showApplication(before) }, 'done.block-applied')
      : refuse('input.invalid', { field: 'applicationId' })
  }
  // Read again: another application may have taken shares since.
  const listing = await readListing(tx, body.listingId)
  if (listing?.state !== 'open') return refuse('block.closed', { field: 'listingId' })
  const { used } = await sumApplications(tx, memberId, day.date)
  const refusal = checkBlockApplication(terms, lotsOf(listing), body.lots, used)
  if (refusal) {
    const { code, params } = refusal
    return refuse(code, { field: 'lots', params, ...('rule' in refusal ? { rule: refusal.rule } : {}) })
  }
  const { value, fee, total } = blockCost(trading, listing.price, shares)
  const holdId = derivedId(`block hold ${id}`)
  const held = await post(tx, holdEntry({ id, memberId, holdId, value, fee }, now))
  if (!held.ok) return refuse('balance.insufficient', { field: 'lots' })
  const { symbol, price, market } = listing
  const opened = await openReview(tx, {
    kind: 'block-trade',
    memberId,
    subject: id,
    amount: total,
    currency: 'TWD',
    payload: { applicationId: id, listingId: listing.id, symbol, price, shares, fee: fee.toString() },
    now,
    requestId,
  })
  if (!opened.ok) return refuse('system.busy')
  await insertApplication(tx, {
    id,
    memberId,
    listingId: listing.id,
    price,
    market,
    shares,
    fee,
    holdId,
    date: day.date,
    settlesOn: day.settlesOn,
    sellableOn: day.sellableOn,
    sentAt: now,
    promisedAt: opened.promisedAt < listing.closesAt ? opened.promisedAt : listing.closesAt,
  })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'block-trades.sent',
    actor: `member:${memberId}`,
    subject: `block-trade:${id}`,
    now: { state: 'pending' },
    details: { symbol, price, shares, total: total.toString(), listingId: listing.id, entryId: held.entryId },
    event: { kind: 'block-trade.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done({ application: showApplication((await readApplication(tx, id))!) }, 'done.block-applied')
}

const lotsOf = ({ minShares, maxShares, leftShares }: ListingRow) => ({
  minLots: minShares / lotSize,
  maxLots: maxShares / lotSize,
  leftLots: leftShares / lotSize,
})
