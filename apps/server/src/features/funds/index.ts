export { fundsHandlers } from './routes.member.ts'
