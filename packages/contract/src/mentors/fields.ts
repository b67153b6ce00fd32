import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'
import {
  mentorApplicationReasons,
  mentorApplicationStates,
  mentorLevels,
  mentorStates,
  mentorTradeKinds,
} from './states.ts'

export const level = z.enum(mentorLevels)
export const strategy = z.strictObject({ tw: text(600), en: text(600) })
const bp = z.int()
const date = z.iso.date()

const tradeCount = z.object({ closed: z.int(), won: z.int(), realised: minor })

/** As `MentorFigures` of packages/rules, at the end of a trading day. */
export const figures = z.object({
  date,
  profit: minor,
  moneyBp: z.nullable(bp),
  index: minor,
  timeBp: bp,
  dayBp: bp,
  drawdownBp: bp,
  exposureBp: bp,
  days: z.int(),
  fills: z.int(),
  capital: minor,
  money: minor,
  trades: z.record(z.enum(mentorTradeKinds), tradeCount),
  /** Null with too few closed trades. */
  winRateBp: z.nullable(bp),
})

export const follow = z.object({
  /** What followers have behind the mentor now. */
  scale: minor,
  /** What followers ever put behind the mentor. */
  cumulative: minor,
  /** The median of the followers' own results against their amounts, after costs; null below five. */
  medianBp: z.nullable(bp),
  /** Null below junior: such a mentor cannot be followed. */
  minFollow: z.nullable(minor),
  minOpening: minor,
})

export const mentor = z.object({
  mentorId: id,
  name: text(20),
  strategy,
  /** A trader of the practice market. */
  isSimulated: z.boolean(),
  state: z.enum(mentorStates),
  since: instant,
  closedAt: z.nullable(instant),
  level: z.nullable(level),
  /** Null before the first day end. */
  figures: z.nullable(figures),
  follow,
  /** The time-weighted index of stored days, oldest first. */
  line: z.array(z.object({ date, index: minor })),
})

export const application = z.object({
  applicationId: id,
  name: text(20),
  strategy,
  state: z.enum(mentorApplicationStates),
  reason: z.nullable(z.enum(mentorApplicationReasons)),
  note: z.nullable(text(1_000)),
  sentAt: instant,
  promisedAt: instant,
  decidedAt: z.nullable(instant),
})
