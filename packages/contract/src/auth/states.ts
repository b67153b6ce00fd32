/** How a member proves the second factor. */
export const factorKinds = ['authenticator', 'passkey', 'recovery-code'] as const
export type FactorKind = (typeof factorKinds)[number]

export const recoveryStates = ['pending', 'passed', 'rejected'] as const
export type RecoveryState = (typeof recoveryStates)[number]

/** Outcomes recorded in the sign-in log. */
export const signInOutcomes = [
  'signed-in',
  'wrong-password',
  'wrong-code',
  'locked',
  'restricted',
  'stolen-token',
] as const
export type SignInOutcome = (typeof signInOutcomes)[number]
