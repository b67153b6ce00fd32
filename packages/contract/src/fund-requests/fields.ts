// Fields the console shows for both deposits and withdrawals.

import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'

/** The owner, masked. */
export const requestMember = z.object({
  memberId: id,
  account: text(20),
  /** Null until identity documents were sent. */
  name: z.nullable(text(80)),
  number: text(16),
})

export const ledgerLine = z.object({
  entryId: id,
  event: text(64),
  /** As the ledger names it: owner, asset, kind. */
  account: text(200),
  amount: minor,
  asset: text(20),
  postedAt: instant,
})

/** Cents, small enough for the database. */
const bound = z.string().check(z.regex(/^\d{1,15}$/))

/** What an operator narrows a list by. Days are days in Taipei and both included. */
export const requestFilter = z.strictObject({
  /** A whole name, account, member number, review number, reference or account ending. The search is recorded. */
  text: z.optional(text(64).check(z.minLength(1))),
  from: z.optional(z.iso.date()),
  to: z.optional(z.iso.date()),
  min: z.optional(bound),
  max: z.optional(bound),
  channelId: z.optional(id),
})

/** How many rows each state has under the filter. */
export const countsOf = <const State extends string>(states: readonly State[]) =>
  z.record(z.enum(states), z.int())
