/** States of a bank line. `open`: not matched to an owner yet. */
export const bankLineStates = ['open', 'suspense', 'returning', 'returned', 'matched'] as const
export type BankLineState = (typeof bankLineStates)[number]

export const bankLineActions = ['match', 'suspense', 'return'] as const
export type BankLineAction = (typeof bankLineActions)[number]

/** What a bank line can be matched to: a waiting deposit, a payout under way, or a payout the bank returned. */
export const bankLineTargets = ['deposit', 'payout', 'returned-payout'] as const
export type BankLineTarget = (typeof bankLineTargets)[number]

/** The heading of a bank statement file. */
export const statementHeading = 'account,transaction,booked_at,currency,amount,reference,from_ending'
