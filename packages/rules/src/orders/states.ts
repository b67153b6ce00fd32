// What an order may become. The same rows stand in app.order_transitions, where a trigger refuses any other step; a test
// compares the two, and docs/features/orders.md draws them.

export const orderStates = ['entrusted', 'filled', 'cancelled', 'refused'] as const
export type OrderState = (typeof orderStates)[number]

/** `entrusted`: committed here and on its way to the book or in it. The others are final. */
export const orderTransitions: readonly (readonly [from: OrderState, to: OrderState])[] = [
  ['entrusted', 'filled'],
  ['entrusted', 'cancelled'],
  ['entrusted', 'refused'],
]

export const isOpenOrder = (state: OrderState): boolean => state === 'entrusted'
