/** From the figures of a mentor, by the published thresholds. */
export const mentorLevels = ['junior', 'intermediate', 'senior'] as const
export type MentorLevel = (typeof mentorLevels)[number]

/** A closed mentor stays listed with the figures of the last day. */
export const mentorStates = ['active', 'closed'] as const
export type MentorState = (typeof mentorStates)[number]

export const mentorApplicationStates = ['pending', 'passed', 'rejected'] as const
export type MentorApplicationState = (typeof mentorApplicationStates)[number]

/** Reasons an operator gives, then those of the system and of the member. */
export const mentorRejections = [
  'promises-return',
  'unclear-strategy',
  'market-conduct',
  'impersonation',
] as const
export const mentorApplicationReasons = [
  ...mentorRejections,
  'below-threshold',
  'name-taken',
  'cancelled',
  'expired',
] as const
export type MentorApplicationReason = (typeof mentorApplicationReasons)[number]

/** Cash purchases can be copied; all others count apart. `offer`: shares from a subscription, placement, auction or block. */
export const mentorTradeKinds = ['cash', 'margin', 'short', 'day-trade', 'offer'] as const
export type MentorTradeKind = (typeof mentorTradeKinds)[number]
