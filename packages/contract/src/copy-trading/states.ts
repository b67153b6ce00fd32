/** `under-review`: the suitability rule could not decide, two operators do. Paused is a setting, not a state. */
export const copyStates = ['under-review', 'following', 'ended', 'cancelled'] as const
export type CopyState = (typeof copyStates)[number]

/** Reasons an operator gives. */
export const copyRejections = [
  'unsuitable',
  'source-of-funds',
  'suspected-takeover',
  'market-conduct',
] as const

/** Why a copy ended or was cancelled: first those of a review, then the others. */
export const copyEndReasons = [
  ...copyRejections,
  'cancelled',
  'expired',
  'stopped',
  'stop-loss',
  'mentor-closed',
  'term-over',
] as const
export type CopyEndReason = (typeof copyEndReasons)[number]
