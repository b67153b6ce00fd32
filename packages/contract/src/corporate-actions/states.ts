/** Announced; past its ex-date, with every holder's entitlement; paid to all holders; or cancelled before the ex-date. */
export const corporateActionStates = ['announced', 'ex', 'paid', 'cancelled'] as const
export type CorporateActionState = (typeof corporateActionStates)[number]

export const loweredKinds = ['stop', 'take-profit', 'alert'] as const
export type LoweredKind = (typeof loweredKinds)[number]
