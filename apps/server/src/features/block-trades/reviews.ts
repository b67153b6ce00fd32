import { blockRejections } from '@fairlot/contract/block-trades'
import { formatPrice } from '@fairlot/money'
import { blockTermsOf, premiumOf } from '@fairlot/rules/block-trades'
import { lotSize } from '@fairlot/rules/instruments'
import { valueAt } from '@fairlot/rules/orders'
import { amountText, momentText } from '#features/fund-requests'
import type { ReviewDescription, ReviewKindHandler } from '#features/operators'
import { readRuleValues } from '#features/site'
import type { Tx } from '#platform/db'
import { passBlock, rejectBlock } from './decide.ts'
import type { DecidingDeps } from './deps.ts'
import { listBlock } from './list-block.ts'
import { endPayload, listingPayload } from './listing-payload.ts'
import {
  type ApplicationRow,
  readApplication,
  readListing,
  readStockToday,
  startClosing,
  sumApplications,
} from './store.ts'

export const blockTradesReviews = (deps: DecidingDeps): readonly ReviewKindHandler[] => [
  blockTrade(deps),
  blockListing(),
  blockListingEnd(),
]

/** −1.83%, +1.00% */
const premiumText = (price: number, market: number | null): string => {
  if (market === null) return '—'
  const bp = premiumOf(price, market)
  const size = Math.abs(bp)
  const sign = bp < 0 ? '−' : bp > 0 ? '+' : ''
  return `${sign}${Math.floor(size / 100)}.${String(size % 100).padStart(2, '0')}%`
}
const priceText = (price: number | null): string => (price === null ? '—' : formatPrice(BigInt(price)))

const blockTrade = (deps: DecidingDeps): ReviewKindHandler => ({
  kind: 'block-trade',
  async describe(tx, { subject }) {
    const row = await readApplication(tx, subject)
    return row ? describeApplication(tx, deps, row) : { facts: [], effects: [] }
  },
  async execute(tx, { subject, reviewId }, { now }) {
    const did = await passBlock(tx, deps, { applicationId: subject, reviewId, now })
    return did ? 'passed' : 'cancelled'
  },
  async onRejected(tx, { subject, reviewId, number }, { now, note, why, reason }) {
    if (why === 'cancelled') return
    const rejectionReason = why === 'expired' ? 'expired' : blockRejections.find((each) => each === reason)
    if (rejectionReason === undefined)
      throw new Error(`review ${number} was rejected without a valid block-trade reason`)
    await rejectBlock(tx, deps, { applicationId: subject, reviewId, note, now, rejectionReason })
  },
})

async function describeApplication(
  tx: Tx,
  { profile }: DecidingDeps,
  row: ApplicationRow,
): Promise<ReviewDescription> {
  const now = new Date()
  const [listing, stock, values, { used }] = await Promise.all([
    readListing(tx, row.listingId),
    readStockToday(tx, row.symbol),
    readRuleValues(tx, now),
    sumApplications(tx, row.memberId, row.date),
  ])
  if (!listing) return { facts: [], effects: [] }
  const terms = blockTermsOf(profile, values)
  const value = valueAt(row.price, row.shares)
  const { lower = null, upper = null } = stock ?? {}
  return {
    facts: [
      { code: 'block-trade.stock', value: `${row.nameTw} ${row.nameEn} ${row.symbol}` },
      { code: 'block-trade.lots', value: String(row.shares / lotSize) },
      { code: 'block-trade.price', value: priceText(row.price) },
      {
        code: 'block-trade.market',
        value: `${priceText(row.market)} (${premiumText(row.price, row.market)})`,
      },
      { code: 'block-trade.seat', value: `${listing.seatTw} ${listing.seatEn}` },
      { code: 'block-trade.listing-left', value: String(listing.leftShares / lotSize) },
      { code: 'block-trade.settles', value: row.settlesOn },
      { code: 'block-trade.closes', value: momentText(listing.closesAt) },
    ],
    checks: [
      {
        ok: lower !== null && upper !== null && row.price >= lower && row.price <= upper,
        code: 'block-trade.in-limits',
        value: `${priceText(lower)}–${priceText(upper)}`,
      },
      {
        ok: row.shares >= listing.minShares && row.shares <= listing.maxShares,
        code: 'block-trade.in-bounds',
        value: `${listing.minShares / lotSize}–${listing.maxShares / lotSize}`,
      },
      { ok: used <= terms.perDay, code: 'block-trade.day-count', value: `${used}/${terms.perDay}` },
      // Without it there is no application.
      { ok: true, code: 'block-trade.password', value: '' },
      { ok: true, code: 'block-trade.paid-in-full', value: amountText(value + row.fee, 'TWD') },
    ],
    lines: [
      {
        code: 'block-trade.held',
        before: amountText(value + row.fee, 'TWD'),
        after: amountText(0n, 'TWD'),
      },
    ],
    effects: ['block-trade.traded', 'block-trade.settles-later', 'block-trade.notified'],
  }
}

const blockListing = (): ReviewKindHandler => ({
  kind: 'block-listing',
  async describe(tx, { payload }) {
    const listing = listingPayload.parse(payload)
    const stock = await readStockToday(tx, listing.symbol)
    return {
      facts: [
        {
          code: 'block-trade.stock',
          value: `${stock?.nameTw ?? ''} ${stock?.nameEn ?? ''} ${listing.symbol}`,
        },
        { code: 'block-trade.seat', value: listing.seat },
        { code: 'block-trade.price', value: priceText(listing.price) },
        {
          code: 'block-trade.market',
          value: `${priceText(stock?.market ?? null)} (${premiumText(listing.price, stock?.market ?? null)})`,
        },
        { code: 'block-trade.lots', value: String(listing.shares / lotSize) },
        {
          code: 'block-trade.per-member',
          value: `${listing.minShares / lotSize}–${listing.maxShares / lotSize}`,
        },
        { code: 'block-trade.closes', value: momentText(new Date(listing.closesAt)) },
      ],
      checks: [
        {
          ok:
            stock?.date === listing.date &&
            listing.price >= (stock.lower ?? Infinity) &&
            listing.price <= (stock.upper ?? 0),
          code: 'block-trade.in-limits',
          value: `${priceText(stock?.lower ?? null)}–${priceText(stock?.upper ?? null)}`,
        },
      ],
      effects: ['block-listing.shares-held', 'block-listing.listed'],
    }
  },
  execute: (tx, { payload, reviewId }, { now, requestId }) =>
    listBlock(tx, { payload: listingPayload.parse(payload), reviewId, now, requestId }),
  onRejected: () => Promise.resolve(),
})

const blockListingEnd = (): ReviewKindHandler => ({
  kind: 'block-listing-end',
  async describe(tx, { payload }) {
    const row = await readListing(tx, endPayload.parse(payload).listingId)
    return {
      facts: [
        { code: 'block-trade.stock', value: row ? `${row.nameTw} ${row.nameEn} ${row.symbol}` : '' },
        { code: 'block-trade.seat', value: row ? `${row.seatTw} ${row.seatEn}` : '' },
        { code: 'block-trade.price', value: row ? priceText(row.price) : '' },
        { code: 'block-trade.listing-left', value: row ? String(row.leftShares / lotSize) : '' },
      ],
      effects: ['block-listing.no-more', 'block-listing.shares-back'],
    }
  },
  async execute(tx, { payload }) {
    return (await startClosing(tx, endPayload.parse(payload).listingId)) ? 'passed' : 'ended-before'
  },
  onRejected: () => Promise.resolve(),
})
