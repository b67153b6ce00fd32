// Which of the venue's events settlement acts on. Most batches of a quoting market have none, and cost it nothing.

import {
  type CommandRefused,
  isSeatAccount,
  type OrderAccepted,
  type OrderCancelled,
  type OrderReduced,
  type PhaseChanged,
  type Traded,
  type VenueEvent,
} from '@fairlot/contract/venue'

export interface SettlementEvent {
  readonly event: number
  /** Milliseconds since 1970. */
  readonly at: number
  readonly body: OrderAccepted | OrderCancelled | OrderReduced | CommandRefused | Traded | PhaseChanged
}

export function concernsSettlement(event: {
  readonly event: number
  readonly at: number
  readonly body: VenueEvent
}): event is SettlementEvent {
  const { body } = event
  switch (body.kind) {
    case 'traded':
    case 'phase':
      return true
    case 'accepted':
    case 'cancelled':
    case 'reduced':
      return !isSeatAccount(body.account)
    case 'refused':
      // A refused cancel or reduction leaves its order as it was.
      return (
        (body.command === 'place' || body.command === 'replace') &&
        body.account !== undefined &&
        !isSeatAccount(body.account)
      )
    default:
      return false
  }
}

/** Orders of members an event speaks of. */
export function ordersIn({ body }: SettlementEvent): string[] {
  switch (body.kind) {
    case 'accepted':
    case 'cancelled':
    case 'reduced':
      return [body.order]
    case 'refused': {
      const id = body.command === 'replace' ? body.newOrder : body.order
      return id === undefined ? [] : [id]
    }
    case 'traded':
      return [
        ...(isSeatAccount(body.buyAccount) ? [] : [body.buyOrder]),
        ...(isSeatAccount(body.sellAccount) ? [] : [body.sellOrder]),
      ]
    case 'phase':
      return []
  }
}
