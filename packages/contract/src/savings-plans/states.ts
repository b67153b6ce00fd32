export const planStates = ['active', 'paused', 'ended'] as const
export type PlanState = (typeof planStates)[number]

/** One date of a plan. `ordered` is open until its orders have ended. */
export const runStates = ['ordered', 'filled', 'partly-filled', 'skipped'] as const
export type RunState = (typeof runStates)[number]

/**
 * Why a date was skipped. `money`: not enough. `amount`: it does not buy one share. `halted`: the stock could not be traded
 * on that day. `limit-up`: no seller at the day's upper limit. `unfilled`: no seller at the order's limit. `restricted`: the
 * account may not trade. `stopped`: the member's own stop or loss limit. `cancelled`: the member cancelled the order.
 * `missed`: the platform did not work on that day.
 */
export const skipReasons = [
  'money',
  'amount',
  'halted',
  'limit-up',
  'unfilled',
  'restricted',
  'stopped',
  'cancelled',
  'delisted',
  'refused',
  'missed',
] as const
export type SkipReason = (typeof skipReasons)[number]
