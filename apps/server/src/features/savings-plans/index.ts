export { runPlans } from './buying/run-plans.ts'
