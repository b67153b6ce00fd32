// What may be pruned behind a snapshot: quotes and orders of the practice market's seats, and the venue's answers to
// them. A seat's trade has a counterparty and stays; so does every command or event of a member or of the pool of blocks,
// and everything about instruments and days. Decided once, when a row is written: the tables store the two separately.

import { type Command, copyPoolAccount, isSeatAccount, type VenueEvent } from '@fairlot/contract/venue'

const isPractice = (account: string): boolean => isSeatAccount(account) && account !== copyPoolAccount

export function mayCommandGo(command: Command | undefined): boolean {
  switch (command?.kind) {
    case 'place':
    case 'cancel':
    case 'reduce':
    case 'replace':
    case 'cancel-all':
    case 'quote':
      return isPractice(command.account)
    default:
      return false
  }
}

export function mayEventGo(event: VenueEvent): boolean {
  switch (event.kind) {
    case 'accepted':
    case 'cancelled':
    case 'reduced':
      return isPractice(event.account)
    case 'refused':
      return event.account !== undefined && isPractice(event.account)
    default:
      return false
  }
}
