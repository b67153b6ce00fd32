const minute = 60_000

/** Shorter than a member's everywhere: an unattended console is the likeliest attack. */
export const lives = {
  idleMs: 15 * minute,
  sessionMs: 8 * 60 * minute,
  challengeMs: 5 * minute,
  enrolmentMs: 3 * 24 * 60 * minute,
  deviceMs: 400 * 24 * 60 * minute,
  /** Push to a browser ends when its operator has not signed in from it for this long. */
  pushMs: 7 * 24 * 60 * minute,
} as const

export const challengeTries = 5

// Twice the members' memory and three passes: there are few operators, and each has more power.
export const hasherOptions = { memoryKiB: 98_304, passes: 3 } as const

export const seedPlace = (operatorId: string): string =>
  `app.operator_authenticators|sealed_seed|${operatorId}`
