export { type Bounds, depositBounds, isWithin } from './bounds.ts'
export { type Booking, type BookingRefusal, refuseBooking } from './booking.ts'
export { depositsRules } from './limits.ts'
export { depositTransitions } from './states.ts'
