import { authRules } from '@fairlot/rules/auth'
import type { Challenge, ChallengeKind } from './store.ts'

/** Of the right kind, not expired, unused, and below the limit of wrong tries. */
export const isOpen = (
  challenge: Challenge | undefined,
  kind: ChallengeKind,
  now: Date,
): challenge is Challenge =>
  challenge !== undefined &&
  challenge.kind === kind &&
  challenge.expiresAt > now &&
  challenge.usedAt === null &&
  challenge.tries < authRules.challengeTries.default
