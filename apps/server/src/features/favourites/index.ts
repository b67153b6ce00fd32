export { type AlertDeps, fireAlerts } from './alerts/firing/fire-alerts.ts'
