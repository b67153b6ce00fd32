export { type Bounds, depositBounds, isWithin } from './bounds.ts'
export { type Booking, type BookingRefusal, refuseBooking } from './booking.ts'
export { type FundHours, fundHours } from './hours.ts'
export { depositsRules } from './limits.ts'
export {
  agreementOf,
  type LineAgreement,
  type LineDifference,
  type LineMatch,
  matchLine,
  type OpenDeposit,
  type StatementLine,
  weightOf,
} from './match-line.ts'
export { depositTransitions } from './states.ts'
