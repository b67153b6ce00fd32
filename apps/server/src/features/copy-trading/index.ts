export { copyTradingConsoleHandlers } from './routes.console.ts'
export { endOutlived } from './jobs.ts'
export { runBlocks } from './blocks/run-blocks.ts'
