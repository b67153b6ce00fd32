// Allowed transitions of an order. ../state-machines.ts lists them for the database; docs/features/orders.md has the
// diagram.

export const orderStates = ['entrusted', 'filled', 'cancelled', 'refused'] as const
export type OrderState = (typeof orderStates)[number]

/** `entrusted`: committed here, on its way to the book or in it. The others are final. */
export const orderTransitions: readonly (readonly [from: OrderState, to: OrderState])[] = [
  ['entrusted', 'filled'],
  ['entrusted', 'cancelled'],
  ['entrusted', 'refused'],
]

export const isOpenOrder = (state: OrderState): boolean => state === 'entrusted'
