/**
 * Why a currency is not quoted. `silent`: the first source gives no rate. `alone`: the second gives none to compare
 * with. `apart`: the two differ too much. `jump`: the rate moved further than it can have moved.
 */
export const stopReasons = ['silent', 'alone', 'apart', 'jump'] as const
export type StopReason = (typeof stopReasons)[number]

/** `expired` quotes ended without an exchange. */
export const quoteStates = ['open', 'expired', 'dealt'] as const
export type QuoteState = (typeof quoteStates)[number]

/** Where rates are read: the practice market's own, or what central banks and a bank publish. */
export const rateSources = ['practice-a', 'practice-b', 'bnm', 'bot', 'ecb'] as const
export type RateSourceName = (typeof rateSources)[number]
