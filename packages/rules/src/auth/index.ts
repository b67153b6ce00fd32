export { checkAccount } from './check-account.ts'
export { checkFundPassword } from './check-fund-password.ts'
export { checkMatch, checkPassword } from './check-password.ts'
export { authRules } from './limits.ts'
export { isSessionAlive, lives, type SessionTimes } from './lives.ts'
export {
  afterSuccess,
  lockRules,
  minutesLeft,
  noTries,
  takeTry,
  type LockRule,
  type Tries,
  type TryVerdict,
} from './lock.ts'
export { isRecoveryKey, recoveryKeyFrom } from './recovery-key.ts'
export { recoveryTransitions } from './recovery-states.ts'
