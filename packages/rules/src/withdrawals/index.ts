export { withdrawalsRules } from './limits.ts'
export { payoutTransitions, withdrawalTransitions } from './states.ts'
export { type OwnBalance, coolDownEndsAt, type Withdrawable, withdrawableOf } from './withdrawable.ts'
