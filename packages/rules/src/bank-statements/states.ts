// Allowed transitions of a bank line in suspense. ../state-machines.ts lists them for the database.

/** Money at the bank that belongs to no member: it is sent back, or its owner is found. */
export const suspenseTransitions = [
  ['held', 'returning'],
  ['held', 'released'],
  ['returning', 'returned'],
] as const
