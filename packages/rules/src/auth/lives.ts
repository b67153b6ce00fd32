// How long sessions and half-finished steps live.

import { authRules } from './limits.ts'

const MINUTE = 60_000
const HOUR = 60 * MINUTE

export const lives = {
  sessionMs: authRules.sessionLife.default * HOUR,
  sessionIdleMs: authRules.sessionIdle.default * MINUTE,
  sessionTouchMs: authRules.sessionTouch.default * MINUTE,
  secondFactorMs: authRules.secondFactorLife.default * MINUTE,
  passkeyMs: authRules.passkeyLife.default * MINUTE,
  recoveryMs: authRules.recoveryLife.default * MINUTE,
  enrolmentMs: authRules.enrolmentLife.default * MINUTE,
  withdrawalCoolDownMs: authRules.withdrawalCoolDown.default * HOUR,
  passedReviewMs: authRules.passedReview.default * 24 * HOUR,
  knownDeviceMs: authRules.knownDevice.default * 24 * HOUR,
} as const

export interface SessionTimes {
  readonly expiresAt: Date
  readonly lastSeenAt: Date
  readonly revokedAt: Date | null
}

/**
 * The server measures idle time since the session's last call. A visible page calls at least every
 * `session.touch.minutes`; a hidden one makes no calls. So 30 minutes without calls mean 30 minutes hidden or closed,
 * and no client can pretend to be in use.
 */
export function isSessionAlive(session: SessionTimes, now: Date): boolean {
  if (session.revokedAt !== null && session.revokedAt <= now) return false
  if (session.expiresAt <= now) return false
  return now.getTime() - session.lastSeenAt.getTime() < lives.sessionIdleMs
}
