export { copyTradingConsoleHandlers } from './routes.console.ts'
export { endLost, endOutlived } from './jobs.ts'
export { runBlocks } from './blocks/run-blocks.ts'
