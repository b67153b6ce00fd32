import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'
import { planStates, runStates, skipReasons } from './states.ts'

export const day = text(10)

export const planRun = z.object({
  /** The date by the plan, and the trading day it moved to. */
  dueOn: day,
  on: day,
  state: z.enum(runStates),
  reason: z.nullable(z.enum(skipReasons)),
  amount: minor,
  shares: z.int(),
  /** Value and fee of what was bought. */
  spent: minor,
  /** One order in each book at most. */
  orderIds: z.array(id),
})

export const savingsPlan = z.object({
  planId: id,
  symbol: text(12),
  nameTw: text(80),
  nameEn: text(80),
  amount: minor,
  /** Days of the month, ascending. */
  days: z.array(z.int()),
  state: z.enum(planStates),
  createdAt: instant,
  /** When the state last changed. */
  stateAt: instant,
  next: z.nullable(z.object({ dueOn: day, on: day, at: instant })),
  /** The newest first, at most five. */
  runs: z.array(planRun),
  bought: z.object({ times: z.int(), shares: z.int(), spent: minor }),
  /** The last price in hundredths, or the reference price. */
  price: z.int(),
  /** About what the next date buys at this price. */
  shares: z.int(),
})
