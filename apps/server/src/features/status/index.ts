export { statusLoops } from './jobs.ts'
export { drillFrom, recordDrill } from './record-drill.ts'
export { statusConsoleHandlers } from './routes.console.ts'
