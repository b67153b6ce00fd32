export { advancePlacements } from './advancing/advance-placements.ts'
export { placementsConsoleHandlers } from './routes.console.ts'
