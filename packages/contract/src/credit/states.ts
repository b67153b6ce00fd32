/** The specification's states of a request: pending review, passed, rejected. */
export const creditStates = ['pending', 'passed', 'rejected'] as const
export type CreditState = (typeof creditStates)[number]

/** Days a loan may run. */
export const creditTermDays = [30, 90, 180] as const
export type CreditTermDays = (typeof creditTermDays)[number]

/** What an operator may name when rejecting. */
export const creditRejections = ['collateral', 'source-of-funds', 'suspected-takeover', 'unsuitable'] as const

/** Why a request ended without money. The last two are not decisions of an operator. */
export const creditEndReasons = [...creditRejections, 'cancelled', 'expired'] as const
export type CreditEndReason = (typeof creditEndReasons)[number]

export const creditPurposes = ['reserve', 'working', 'other'] as const
export type CreditPurpose = (typeof creditPurposes)[number]

/** The four things that lower a score. */
export const scoreKinds = ['late-day', 'late-call', 'forced-sale', 'default'] as const
export type ScoreKind = (typeof scoreKinds)[number]

/** `ratio`: the collateral fell. `due`: the term is over. */
export const creditCallReasons = ['ratio', 'due'] as const
export type CreditCallReason = (typeof creditCallReasons)[number]

export const creditCallStates = ['open', 'forced', 'met', 'recovered', 'closed'] as const
export type CreditCallState = (typeof creditCallStates)[number]

export const creditRecordKinds = ['loan', 'repayment', 'increase'] as const
export type CreditRecordKind = (typeof creditRecordKinds)[number]

export const creditBoardViews = ['all', 'pending', 'running', 'low', 'late'] as const
export type CreditBoardView = (typeof creditBoardViews)[number]
