import * as z from 'zod/mini'
import { id, instant, minor, text, texts } from '../fields.ts'
import { mentorLevels } from '../mentors/index.ts'
import { copyBlockStates, copyEndReasons, copyStates, copyZeroReasons } from './states.ts'

const bp = z.int()
const date = z.iso.date()

const settings = {
  /** The part of the amount for one stock, in hundredths of a percent. */
  stockShareBp: bp,
  /** The loss, against the amount, that ends the copy; null for none. */
  stopLossBp: z.nullable(bp),
  /** The largest cost of one copied purchase; null for none. */
  cap: z.nullable(minor),
}

export const copiedMentor = z.object({
  mentorId: id,
  name: text(20),
  level: z.nullable(z.enum(mentorLevels)),
  isSimulated: z.boolean(),
})

export const copy = z.object({
  copyId: id,
  mentor: copiedMentor,
  /** Null for a copy without a product. */
  product: z.nullable(z.object({ productId: id, name: texts, endsOn: date })),
  /** What the follower put behind the mentor. */
  amount: minor,
  /** What is held of it now: all of it until the first copied purchase, nothing after the end. */
  held: minor,
  /** What copied purchases have cost so far, with fees. */
  cost: minor,
  /** What copied sales have brought so far, after fees and tax. */
  proceeds: minor,
  /** The copied shares that are left, at the last price. */
  value: minor,
  /** value + proceeds - cost: the one definition of what a copy has gained or lost; the stop-loss uses it. */
  result: minor,
  ...settings,
  isPaused: z.boolean(),
  pausedAt: z.nullable(instant),
  state: z.enum(copyStates),
  /** Of an ended or cancelled copy. */
  endReason: z.nullable(z.enum(copyEndReasons)),
  note: z.nullable(text(300)),
  /** The first trading day whose list it is on. */
  startsOn: date,
  sentAt: instant,
  /** When a review is decided at the latest; null when the rule decided. */
  promisedAt: z.nullable(instant),
  startedAt: z.nullable(instant),
  endedAt: z.nullable(instant),
})

/** A position that a copied purchase opened. */
export const copiedPosition = z.object({
  positionId: id,
  symbol: text(10),
  name: texts,
  openedOn: date,
  /** What is left of it; 0 when it is closed. */
  shares: z.int(),
  openedShares: z.int(),
  /** The last price in hundredths; null before the first. */
  price: z.nullable(z.int()),
  cost: minor,
  proceeds: minor,
  value: minor,
  result: minor,
})

/** The part of one copy in one parent order. No share is a part too, with its reason. */
export const allocation = z.object({
  blockId: id,
  at: instant,
  side: z.enum(['buy', 'sell']),
  symbol: text(10),
  name: texts,
  /** The mentor's limit, in hundredths. */
  limit: z.int(),
  state: z.enum(copyBlockStates),
  /** Place in the order of the day, and how many copies are on the list. */
  place: z.int(),
  copies: z.int(),
  /** Null without shares. */
  orderId: z.nullable(id),
  planned: z.int(),
  /** What it got so far. */
  shares: z.int(),
  /** At the one average price, in hundredths of a dollar. */
  filledValue: minor,
  fee: minor,
  tax: minor,
  reason: z.nullable(z.enum(copyZeroReasons)),
})
