export { favouritesHandlers } from './routes.member.ts'
