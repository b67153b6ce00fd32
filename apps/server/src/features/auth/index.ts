export type { AuthDeps } from './deps.ts'
export { refuseUnlessSigned } from './factors/refuse-unless-signed.ts'
export { resealSeeds } from './factors/reseal-seeds.ts'
export { tidyAuth } from './jobs.ts'
export { refuseUnlessFundPassword, type FundPasswordGiven } from './passwords/fund-password.ts'
export { openPasswordHasher, type PasswordHasher } from '#platform/credentials/password-hasher'
export { claimTry, settleTry, unknownDevice } from './passwords/tries.ts'
export {
  hasFundPassword,
  type WithdrawalCoolDown,
  withdrawalCoolDownOf,
} from './passwords/withdrawal-cool-down.ts'
export { countByPepper } from './passwords/store.ts'
export { resealRecoveryRequests } from './recovery/reseal-requests.ts'
export { authHandlers } from './routes.member.ts'
export { openSessionGate } from './sessions/session-gate.ts'
