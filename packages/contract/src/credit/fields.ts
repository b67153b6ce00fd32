import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'
import {
  creditCallReasons,
  creditCallStates,
  creditEndReasons,
  creditPurposes,
  creditStates,
  scoreKinds,
} from './states.ts'

export const day = text(10)

/** Shares of one stock: what could be pledged, or what is. */
export const creditStock = z.object({
  symbol: text(12),
  nameTw: text(80),
  nameEn: text(80),
  shares: z.int(),
  /** The last price in hundredths, or the reference price. */
  price: z.int(),
})

export const creditCall = z.object({
  callId: id,
  reason: z.enum(creditCallReasons),
  state: z.enum(creditCallStates),
  calledAt: instant,
  /** The close of the last day to pay. */
  deadline: instant,
  /** What brings the loan to the safe ratio, or all of it when its term is over. */
  amount: minor,
})

export const creditLoan = z.object({
  loanId: id,
  /** The number of its review. */
  number: text(16),
  state: z.enum(creditStates),
  amount: minor,
  termDays: z.int(),
  /** Yearly, in millionths, fixed for the whole term. */
  aprPpm: z.int(),
  sentAt: instant,
  promisedAt: instant,
  decidedAt: z.nullable(instant),
  reason: z.nullable(z.enum(creditEndReasons)),
  note: z.nullable(text(300)),
  lentOn: z.nullable(day),
  dueOn: z.nullable(day),
  /** Still owed: principal and accrued interest. */
  principal: minor,
  interest: minor,
  interestPaid: minor,
  /** Days since the principal last changed, which the accrued interest covers. */
  interestDays: z.int(),
  /** Days after the due date, zero before it. */
  lateDays: z.int(),
  repaidAt: z.nullable(instant),
  pledges: z.array(creditStock),
  /** Value of the pledged shares over what is owed, in hundredths of a percent. */
  ratioBp: z.nullable(z.int()),
  /** With one pledged stock: the price below which a call comes. */
  callPrice: z.nullable(z.int()),
  call: z.nullable(creditCall),
})

export const creditIncrease = z.object({
  increaseId: id,
  number: text(16),
  state: z.enum(creditStates),
  amount: minor,
  purpose: z.enum(creditPurposes),
  sentAt: instant,
  promisedAt: instant,
  decidedAt: z.nullable(instant),
  reason: z.nullable(z.enum(creditEndReasons)),
  note: z.nullable(text(300)),
})

export const scoreLine = z.object({
  kind: z.enum(scoreKinds),
  count: z.int(),
  /** Points for each, the most of the kind, and what is deducted. */
  each: z.int(),
  cap: z.int(),
  points: z.int(),
})

/** One deduction, and the date from which it no longer counts. */
export const scoreEvent = z.object({ kind: z.enum(scoreKinds), on: day, until: day, count: z.int() })

export const creditScore = z.object({
  score: z.int(),
  start: z.int(),
  version: text(8),
  lines: z.array(scoreLine),
  events: z.array(scoreEvent),
})
