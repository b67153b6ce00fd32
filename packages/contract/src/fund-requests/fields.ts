// Fields the console shows for both deposits and withdrawals.

import * as z from 'zod/mini'
import { id, instant, minor, text } from '../fields.ts'

/** The owner, masked. */
export const requestMember = z.object({ memberId: id, account: text(20) })

export const ledgerLine = z.object({
  entryId: id,
  event: text(64),
  /** As the ledger names it: owner, asset, kind. */
  account: text(200),
  amount: minor,
  asset: text(20),
  postedAt: instant,
})
