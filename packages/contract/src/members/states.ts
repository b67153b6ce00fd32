export const memberKinds = ['member', 'mentor', 'seat'] as const
export type MemberKind = (typeof memberKinds)[number]

/** Identity verification as the specification names it. */
export const verificationStates = ['unverified', 'under-review', 'verified', 'rejected'] as const
export type VerificationState = (typeof verificationStates)[number]

export const restrictionKinds = ['frozen', 'login-banned', 'disabled', 'no-trading', 'no-withdrawal'] as const
export type RestrictionKind = (typeof restrictionKinds)[number]

/** Why a restriction was set. Every restriction needs a reason; the member reads the text of its code. */
export const restrictionReasons = [
  'member-request',
  'suspected-takeover',
  'identity-doubt',
  'court-order',
  'market-conduct',
  'debt',
] as const
export type RestrictionReason = (typeof restrictionReasons)[number]
