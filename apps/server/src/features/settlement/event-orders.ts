// Which of the venue's events settlement handles. Most batches of a quoting market contain none, and cost nothing.

import {
  type Allocated,
  type CommandRefused,
  isSeatAccount,
  type OddTraded,
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
  readonly body:
    | OrderAccepted
    | OrderCancelled
    | OrderReduced
    | CommandRefused
    | Traded
    | OddTraded
    | Allocated
    | PhaseChanged
}

export function affectsSettlement(event: {
  readonly event: number
  readonly at: number
  readonly body: VenueEvent
}): event is SettlementEvent {
  const { body } = event
  switch (body.kind) {
    case 'traded':
    case 'odd-traded':
    case 'allocated':
    case 'phase':
      return true
    case 'accepted':
    case 'cancelled':
    case 'reduced':
      return !isSeatAccount(body.account)
    case 'refused':
      // A refused cancel or reduction does not change its order.
      return (
        (body.command === 'place' || body.command === 'replace') &&
        body.account !== undefined &&
        !isSeatAccount(body.account)
      )
    default:
      return false
  }
}

/** The members' orders that an event concerns. */
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
    case 'odd-traded':
    case 'allocated':
      return [
        ...(isSeatAccount(body.buyAccount) ? [] : [body.buyOrder]),
        ...(isSeatAccount(body.sellAccount) ? [] : [body.sellOrder]),
      ]
    case 'phase':
      return []
  }
}

/** Returns true when no member is affected: a trade between two seats, or a phase change. */
export const affectsNoMember = ({ body }: SettlementEvent): boolean =>
  body.kind === 'phase' ||
  ((body.kind === 'traded' || body.kind === 'odd-traded') &&
    isSeatAccount(body.buyAccount) &&
    isSeatAccount(body.sellAccount))
