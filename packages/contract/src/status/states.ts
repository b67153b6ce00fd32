/** Every kind of process an installation runs. */
export const processNames = ['api', 'console', 'worker', 'quotes', 'live', 'exchange', 'practice'] as const
export type ProcessName = (typeof processNames)[number]

/**
 * `well`: at least one copy is heard. `slow`: heard, and something about it is past its bound. `lost`: a copy fell silent
 * without a word and none took its place. `missing`: none is known.
 */
export const processStates = ['well', 'slow', 'lost', 'missing'] as const
export type ProcessState = (typeof processStates)[number]

/** What can wait or lag behind, as status.figures() names it. */
export const waitingNames = [
  'settlement',
  'quotes',
  'exchange-queue',
  'audit-unlinked',
  'reviews-to-carry-out',
  'reviews-stuck',
  'notices-untold',
  'pushes',
] as const
export type WaitingName = (typeof waitingNames)[number]

export const drillKinds = ['backup', 'restore', 'failover'] as const
export type DrillKind = (typeof drillKinds)[number]
