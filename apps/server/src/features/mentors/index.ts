export { mentorsConsoleHandlers } from './routes.console.ts'
export { writeMentorDays } from './figures/write-days.ts'
