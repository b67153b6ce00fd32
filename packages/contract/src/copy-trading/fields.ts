import * as z from 'zod/mini'
import { id, instant, minor, text, texts } from '../fields.ts'
import { mentorLevels } from '../mentors/index.ts'
import { copyEndReasons, copyStates } from './states.ts'

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
