export { type AlertDeps, fireAlerts } from './alerts/firing/fire-alerts.ts'
export { favouritesLoops } from './jobs.ts'
export { favouritesHandlers } from './routes.member.ts'
