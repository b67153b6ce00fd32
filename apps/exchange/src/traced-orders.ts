// Which orders of members a committed batch speaks of. Read from the events' texts, so only while traces are on.

import { isMemberAccount, type VenueEvent } from '@fairlot/contract/venue'
import type { SealedBatch } from './batch.ts'

export const memberOrdersIn = ({ events }: Pick<SealedBatch, 'events'>): readonly string[] =>
  events.filter(({ practice }) => !practice).flatMap(({ body }) => ordersOf(JSON.parse(body) as VenueEvent))

function ordersOf(event: VenueEvent): readonly string[] {
  switch (event.kind) {
    case 'accepted':
    case 'cancelled':
    case 'reduced':
      return isMemberAccount(event.account) ? [event.order] : []
    case 'refused': {
      const order = event.newOrder ?? event.order
      return order !== undefined && event.account !== undefined && isMemberAccount(event.account)
        ? [order]
        : []
    }
    case 'traded':
    case 'odd-traded':
    case 'allocated':
      return [
        ...(isMemberAccount(event.buyAccount) ? [event.buyOrder] : []),
        ...(isMemberAccount(event.sellAccount) ? [event.sellOrder] : []),
      ]
    default:
      return []
  }
}
