export { positionsRoutes } from './routes.ts'
export * from './states.ts'
