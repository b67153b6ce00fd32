export { changeConfig, type ConfigChange } from './change-config.ts'
export { agreementVersionInForce, publicInvitationCode } from './read-agreement.ts'
export type { SiteFacts } from './read-config.ts'
export { siteHandlers, type SiteDeps } from './routes.member.ts'
