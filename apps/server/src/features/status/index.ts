export { drillFrom, recordDrill } from './record-drill.ts'
