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

/** A mentor's order and those of the followers, on the way to the venue as one parent order. */
export const copyBlockStates = ['preparing', 'sending', 'sent', 'done'] as const
export type CopyBlockState = (typeof copyBlockStates)[number]

/** Why a copy takes part in a parent order with no share. */
export const copyZeroReasons = [
  /** Paused by its member: purchases only. */
  'paused',
  /** The member has stopped orders, or an operator has restricted the account. */
  'stopped',
  'restricted',
  /** The proportional part is less than one share. */
  'too-small',
  /** What is left of the amount, the share per stock or the cap does not pay for one share. */
  'money',
  'stock-share',
  'cap',
  /** Nothing of the mentor's position is left in the copy. */
  'no-shares',
  /** The copy ended before its turn, or the parent order was cancelled before it. */
  'ended',
  'cancelled',
] as const
export type CopyZeroReason = (typeof copyZeroReasons)[number]
