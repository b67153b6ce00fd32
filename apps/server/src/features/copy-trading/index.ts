export { copyTradingConsoleHandlers } from './routes.console.ts'
export { endOutlived } from './jobs.ts'
