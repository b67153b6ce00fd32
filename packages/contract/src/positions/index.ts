export * from './figures.ts'
export { positionsRoutes } from './routes.ts'
export * from './states.ts'
