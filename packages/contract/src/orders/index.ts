export { ordersRoutes } from './routes.ts'
export * from './states.ts'
