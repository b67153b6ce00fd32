export { type DrawSchedule, reminderMs, roundMarginMs, scheduleOf } from './schedule.ts'
export { drawTransitions } from './states.ts'
