export { notifyAnswers, tidySupport } from './jobs.ts'
export { supportConsoleHandlers } from './routes.console.ts'
export { openStatistics } from './statistics.ts'
