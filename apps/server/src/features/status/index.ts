export { watchSystem } from './metrics.ts'
export { drillFrom, recordDrill } from './record-drill.ts'
