export type { AuthDeps } from './deps.ts'
export { refuseUnlessSigned } from './factors/refuse-unless-signed.ts'
export { resealSeeds } from './factors/reseal-seeds.ts'
export { tidyAuth } from './jobs.ts'
export { refuseUnlessFundPassword, type FundPasswordGiven } from './passwords/fund-password.ts'
export { openPasswordHasher, type PasswordHasher } from './passwords/password-hasher.ts'
export { claimTry, settleTry, unknownDevice } from './passwords/tries.ts'
export { hasFundPassword, type WithdrawalRest, withdrawalRestOf } from './passwords/withdrawal-rest.ts'
export { countByPepper } from './passwords/store.ts'
export { resealRecoveryRequests } from './recovery/reseal-requests.ts'
export { authHandlers } from './routes.member.ts'
export { openSessionGate } from './sessions/session-gate.ts'
// Operators sign in with the same parts.
export { enrolmentUri, newSeed, stepOf } from './factors/authenticator-code.ts'
export { hashRecoveryCode, newRecoveryCode } from './factors/recovery-code.ts'
export { isCommonPassword } from './passwords/common-passwords.ts'
export { deviceLabel, networkOf } from './sessions/device-label.ts'
export { hashSecret, isRandomSecret, randomSecret } from './sessions/secret-value.ts'
export {
  enrolmentOptions as passkeyEnrolmentOptions,
  loginOptions as passkeyLoginOptions,
  type Party,
  readAssertion,
  readEnrolment as readPasskeyEnrolment,
  type SavedPasskey,
  type WebauthnJson,
} from './factors/passkey-ceremony.ts'
