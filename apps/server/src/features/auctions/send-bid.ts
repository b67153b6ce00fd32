import type { BodyOf, DataOf } from '@fairlot/contract/routes'
import { post } from '@fairlot/ledger'
import { bidReceiptText, bidTextLength, personOf } from '@fairlot/proof'
import { auctionsRules, bidRefusal, ceilingProblem, depositOf } from '@fairlot/rules/auctions'
import { refuseUnlessFundPassword } from '#features/auth'
import { sha256, signText } from '#features/draws'
import { identityStateOf, refuseUnverified } from '#features/identity'
import { recordOutcome } from '#features/members'
import type { Tx } from '#platform/db'
import type { Caller } from '#platform/handler'
import { derivedId } from '#platform/ids'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { Outside } from '#platform/outside'
import type { AuctionDeps } from './deps.ts'
import { bidEntry } from './postings.ts'
import { showBid } from './show.ts'
import {
  type AuctionRow,
  type BidRow,
  countOwn,
  insertBid,
  lockBidder,
  readAuction,
  readBidRow,
} from './store.ts'

export interface Bidding {
  readonly caller: Caller
  readonly body: BodyOf<'/auctions/bid'>
  readonly now: Date
  readonly requestId: string
  readonly outside: Outside
}

type Sent = Outcome<DataOf<'/auctions/bid'>>

/** `sealOverhead` of the timelock; the api does not load the curve. */
const sealedDigits = 2 * (bidTextLength + 112)

/**
 * Holds the deposit of the ceiling and the fee. The bid itself stays sealed. Refuses in this order: the auction, its time,
 * the shape, the ceiling, identity, fund password; then under the bidder's lock a bid too many and the balance.
 */
export async function sendBid(tx: Tx, deps: AuctionDeps, asked: Bidding): Promise<Sent> {
  const { caller, body, now } = asked
  const { memberId, account } = caller
  const [auction, identity] = await Promise.all([
    readAuction(tx, body.auctionId),
    identityStateOf(tx, memberId),
  ])
  if (!auction) return refuse('stock.not-found', { field: 'auctionId' })
  const closed = bidRefusal(auction, now)
  if (closed) return refuse(closed)
  if (body.sealed.length !== sealedDigits) return refuse('input.invalid', { field: 'sealed' })
  if (ceilingProblem(auction, BigInt(body.ceiling)))
    return refuse('auction.ceiling', { field: 'ceiling', rule: auctionsRules.ceilingStep.id })
  const unverified = refuseUnverified(identity)
  if (unverified) return unverified
  const { fundPassword } = body
  const wrong = await asked.outside(() =>
    refuseUnlessFundPassword(deps, { memberId, account, fundPassword, now }),
  )
  if (wrong) return wrong
  await lockBidder(tx, memberId)
  // Checking a password takes long enough for the bidding to end meanwhile.
  const current = (await readAuction(tx, auction.id))!
  const ended = bidRefusal(current, now)
  return ended ? refuse(ended) : holdAndList(tx, deps, asked, current)
}

async function holdAndList(
  tx: Tx,
  deps: AuctionDeps,
  { caller: { memberId }, body, now, requestId }: Bidding,
  auction: AuctionRow,
): Promise<Sent> {
  const { bidId: id, fingerprint, sealed } = body
  // Sent again under another key after a lost connection: return the first answer, without a second effect.
  const before = await readBidRow(tx, id)
  if (before) {
    const isSame = before.memberId === memberId && before.fingerprint === fingerprint
    return isSame
      ? done(answer(deps, before), 'done.bid-sealed')
      : refuse('input.invalid', { field: 'bidId' })
  }
  if ((await countOwn(tx, memberId, auction.id)) >= auctionsRules.maxBids.default) {
    const params = { times: auctionsRules.maxBids.default }
    return refuse('auction.too-many', { params, rule: auctionsRules.maxBids.id })
  }
  const ceiling = BigInt(body.ceiling)
  const { fee } = auction
  const deposit = depositOf(ceiling, auction.deposit)
  const holdId = derivedId(`auction hold ${id}`)
  const held = await post(tx, bidEntry({ id, memberId, deposit, fee, holdId, now }))
  if (!held.ok) return refuse('balance.insufficient', { field: 'ceiling' })
  const person = await personOf(sha256, auction.id, memberId)
  const isNew = await insertBid(tx, {
    id,
    auctionId: auction.id,
    memberId,
    person,
    fingerprint,
    sealed,
    ceiling,
    deposit,
    fee,
    holdId,
    sentAt: now,
  })
  // A copy of another bid's fingerprint: a refusal rolls everything back.
  if (!isNew) return refuse('input.invalid', { field: 'fingerprint' })
  await recordOutcome(tx, deps, {
    memberId,
    action: 'auctions.bid-sealed',
    actor: `member:${memberId}`,
    subject: `bid:${id}`,
    now: { state: 'sealed' },
    details: {
      auctionId: auction.id,
      symbol: auction.symbol,
      fingerprint,
      ceiling: ceiling.toString(),
      entryId: held.entryId,
    },
    event: { kind: 'auction.changed', id },
    notice: null,
    requestId,
    at: now,
  })
  return done(answer(deps, (await readBidRow(tx, id))!), 'done.bid-sealed')
}

function answer({ secrets }: AuctionDeps, row: BidRow): DataOf<'/auctions/bid'> {
  const { id: bidId, person, fingerprint, sealHash } = row
  const listed = { bidId, person, fingerprint, sealHash, ceiling: row.ceiling.toString() }
  const text = bidReceiptText(row.auctionId, listed, row.sentAt.toISOString())
  return { bid: showBid(row), receipt: { text, ...signText(secrets, text) } }
}
