export { couponBounds, type GrantTerms, isGrantable } from './grant.ts'
export { rebateOf } from './rebate.ts'
export { couponTransitions } from './states.ts'
