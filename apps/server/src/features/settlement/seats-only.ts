import { isSeatAccount } from '@fairlot/contract/venue'
import type { SettlementEvent } from './concerns.ts'

/** Nobody waits for it: a trade between two seats, or a word about the day. */
export const isSeatsOnly = ({ body }: SettlementEvent): boolean =>
  body.kind === 'phase' ||
  (body.kind === 'traded' && isSeatAccount(body.buyAccount) && isSeatAccount(body.sellAccount))
