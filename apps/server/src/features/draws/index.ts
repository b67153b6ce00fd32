export type { DrawKind } from '@fairlot/contract/draws'
export { type BeaconClient, openBeaconClient } from './beacon-client.ts'
export { closeDraw } from './close-draw.ts'
export type { DrawDeps } from './deps.ts'
export { decideOpening, type OpeningBeacon } from './opening/decide-opening.ts'
export { sha256 } from './hash.ts'
export { type DrawPlan, type Moment, planDraw } from './plan-draw.ts'
export { type DrawOutcome, readOutcome } from './read-outcome.ts'
export { readTickets } from './reading/read-draws.ts'
export {
  type IssuedTicket,
  issueTicket,
  removeTicket,
  type SignedReceipt,
  withdrawTicket,
} from './tickets/issue-ticket.ts'
export { signText } from './sign-text.ts'
