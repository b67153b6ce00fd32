// The durable writes of trading, of reviews and of draws. The tests read these lists: a listed point that no test visits fails the
// test.

import { crashPointsOf } from '@fairlot/process/crash-points'

export const durableWrites = [
  'intake.place',
  'intake.cancel',
  'intake.cancel-all',
  'intake.guards',
  'conditional.place',
  'conditional.cancel',
  'conditional.read-trades',
  'conditional.fire',
  'conditional.follow-up',
  'conditional.arm-exits',
  'conditional.maintain-pair',
  'conditional.reprice',
  'conditional.expire',
  'settlement.apply',
  'settlement.seat-nets',
  'settlement.sweep',
  'settlement.interest',
  'settlement.keep-day-trades',
  'margin.check',
  'day-trading.keep',
  'day-trading.announce',
  'day-trading.cover',
] as const
export type DurableWrite = (typeof durableWrites)[number]

/** The writes of a listing day; tests/faults/listing-kill.test.ts visits these. */
export const listingWrites = ['new-shares.list', 'new-shares.deliver', 'auctions.deliver'] as const
export type ListingWrite = (typeof listingWrites)[number]

/** The writes of reviews; tests/faults/review-kill.test.ts visits these. */
export const reviewWrites = ['review.open', 'review.vote', 'review.execute'] as const
export type ReviewWrite = (typeof reviewWrites)[number]

/** The writes of draws and of new shares; tests/faults/draw-kill.test.ts visits these. */
export const drawWrites = [
  'draw.announce',
  'draw.close',
  'draw.release',
  'draw.decide',
  'draw.void',
  'application.apply',
  'application.cancel',
  'application.pay',
  'offer.places',
  'offer.book',
  'offer.call',
  'offer.collect',
  'offer.move-up',
  'offer.settle',
  'offer.void',
  'offer.refund',
] as const
export type DrawWrite = (typeof drawWrites)[number]
export type CrashPoint = `${DurableWrite | ListingWrite | ReviewWrite | DrawWrite}.${'before' | 'after'}`

/** `db.transaction` calls `passCommit` on both sides of the commit. */
export const { writesDurably, passCommit } = crashPointsOf<
  DurableWrite | ListingWrite | ReviewWrite | DrawWrite
>()
