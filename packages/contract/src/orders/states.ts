// Order states used in the API; the allowed transitions are in packages/rules.

export const orderStates = ['entrusted', 'filled', 'cancelled', 'refused'] as const
export const orderOrigins = [
  'member',
  'conditional',
  'liquidation',
  'auto-cover',
  'savings-plan',
  'copy',
] as const
export const directions = ['long', 'short'] as const
export const validities = ['ROD', 'IOC', 'FOK'] as const
export const conditionalKinds = ['stop', 'take-profit', 'one-cancels-other', 'trailing'] as const
/** An entry waits to open a position; the others close one. */
export const waitingKinds = [...conditionalKinds, 'entry'] as const
/** The side from which the price reaches the trigger of an entry. */
export const triggerWays = ['rise', 'fall'] as const
export const conditionalStates = ['waiting', 'fired', 'cancelled', 'expired', 'failed'] as const
/** Warnings a member has confirmed and sends again on purpose. */
export const acknowledgements = ['far-price', 'equity-share'] as const
/** Who caused a step of an order's timeline. */
export const stepCauses = ['member', 'system', 'venue', 'rule'] as const
/** The steps of a timeline; the screens have a text for each. */
export const stepKinds = [
  'placed',
  'held',
  'accepted',
  'filled',
  'reduced',
  'cancel-asked',
  'cancelled',
  'refused',
  'released',
  'replaced',
] as const
