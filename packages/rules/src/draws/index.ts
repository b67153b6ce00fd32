export { type DrawSchedule, roundMarginMs, scheduleOf } from './schedule.ts'
export { drawTransitions } from './states.ts'
