import { isSeatAccount } from '@fairlot/contract/venue'
import type { SettlementEvent } from './event-orders.ts'

/** True when no member is affected: a trade between two seats, or a phase change. */
export const concernsNoMember = ({ body }: SettlementEvent): boolean =>
  body.kind === 'phase' ||
  (body.kind === 'traded' && isSeatAccount(body.buyAccount) && isSeatAccount(body.sellAccount))
