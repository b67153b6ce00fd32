export { dayTradingApplicationStates, dayTradingRoutes } from './routes.ts'
