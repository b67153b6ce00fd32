export { watchSystem } from './metrics.ts'
export { startCountingAnswers } from './service-levels.ts'
export { drillFrom, recordDrill } from './record-drill.ts'
