import { currencies, type Currency } from '@fairlot/money'

export type PairRefusal = 'currency.same' | 'currency.pair'

/** USD and INR are exchanged with each other only, the other eight among themselves. */
const isPaired = (currency: Currency): boolean => currency === 'USD' || currency === 'INR'

export function pairRefusal(pay: Currency, get: Currency): PairRefusal | undefined {
  if (pay === get) return 'currency.same'
  return isPaired(pay) === isPaired(get) ? undefined : 'currency.pair'
}

/** What one can be exchanged into, in the order of the list of currencies. */
export const exchangeableWith = (pay: Currency): readonly Currency[] =>
  currencies.filter((get) => pairRefusal(pay, get) === undefined)

/** Every directed pair. */
export const currencyPairs: readonly (readonly [pay: Currency, get: Currency])[] = currencies.flatMap((pay) =>
  exchangeableWith(pay).map((get) => [pay, get] as const),
)
