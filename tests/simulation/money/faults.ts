/** Mistakes the product could make. Each keeps every entry balanced. */
export const moneyFaults = [
  'rounds-up',
  'uses-a-quote-twice',
  'uses-an-expired-quote',
  'exchanges-any-pair',
  'forgets-the-spread',
  'forgets-a-leg',
  'rounds-interest-daily',
  'repays-principal-first',
  'accepts-too-much',
  'keeps-the-pledge',
  'charges-repaid-principal',
  'lends-above-the-pledge',
  'pays-a-dividend-twice',
  'pays-a-dividend-early',
  'spares-short-sellers',
  'withholds-no-supplement',
  'forgets-unsettled-purchases',
  'announces-by-one',
] as const
export type MoneyFault = (typeof moneyFaults)[number]
