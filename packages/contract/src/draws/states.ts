/** What a draw decides. */
export const drawKinds = ['new-shares', 'placements', 'auctions'] as const
export type DrawKind = (typeof drawKinds)[number]

/**
 * `committed`: announced, tickets are issued. `closed`: the list is published. `released`: two operators have released
 * the secret. `decided`: the order is published. `void`: there will be no order.
 */
export const drawStates = ['committed', 'closed', 'released', 'decided', 'void'] as const
export type DrawState = (typeof drawStates)[number]

/** `no-tickets`: the list was empty at the close. `not-released`: no release by the last deadline. */
export const voidReasons = ['no-tickets', 'not-released'] as const
export type VoidReason = (typeof voidReasons)[number]

/** Tickets in one answer of `/draws/tickets`. */
export const ticketsPerPage = 10_000
