// What may be pruned behind a snapshot: quotes and orders of the practice market's seats, and what the venue said to
// them. A seat's trade is somebody's trade and stays; so does every word to or from a member, and everything about
// instruments and days. Decided once, when a row is written: the tables keep the two apart.

import { type Command, isSeatAccount, type VenueEvent } from '@fairlot/contract/venue'

export function mayCommandGo(command: Command | undefined): boolean {
  switch (command?.kind) {
    case 'place':
    case 'cancel':
    case 'reduce':
    case 'replace':
    case 'cancel-all':
    case 'quote':
      return isSeatAccount(command.account)
    default:
      return false
  }
}

export function mayEventGo(event: VenueEvent): boolean {
  switch (event.kind) {
    case 'accepted':
    case 'cancelled':
    case 'reduced':
      return isSeatAccount(event.account)
    case 'refused':
      return event.account !== undefined && isSeatAccount(event.account)
    default:
      return false
  }
}
