/** Every kind of process an installation runs. */
export const processNames = [
  'api',
  'console',
  'console-app',
  'worker',
  'settlement',
  'quotes',
  'live',
  'exchange',
  'practice',
  'practice-proposer',
  'practice-approver',
] as const
export type ProcessName = (typeof processNames)[number]

/**
 * `well`: at least one copy reports. `slow`: it reports, but a figure is over its limit. `lost`: a copy stopped
 * reporting without signing off and none replaced it. `missing`: none is known.
 */
export const processStates = ['well', 'slow', 'lost', 'missing'] as const
export type ProcessState = (typeof processStates)[number]

/** Queues and lags, as status.figures() names them. */
export const waitingNames = [
  'settlement',
  'quotes',
  'exchange-queue',
  'audit-unlinked',
  'reviews-to-execute',
  'reviews-stuck',
  'notices-unsent',
  'pushes',
  'commands-set-aside',
  'events-set-aside',
  'copy-blocks-stopped',
] as const
export type WaitingName = (typeof waitingNames)[number]

export const drillKinds = [
  'backup',
  'restore',
  'failover',
  'upgrade',
  'degrade',
  'soak',
  'viewers',
  'nats',
  'containers',
  'alerts',
  'secrets',
] as const
export type DrillKind = (typeof drillKinds)[number]
export * from './service-levels.ts'
