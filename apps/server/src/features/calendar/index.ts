export { calendarLoops } from './jobs.ts'
export { loadClosures } from './load-closures.ts'
export { calendarHandlers } from './routes.member.ts'
export { schedulePhases, type SchedulerDeps } from './schedule-phases.ts'
