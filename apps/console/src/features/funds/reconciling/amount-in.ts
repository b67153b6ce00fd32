import { formatMoney } from '@fairlot/money'

/** Money in hundredths with two decimals; shares and counts whole. */
export const amountIn = (unit: 'money' | 'shares' | 'count', amount: string): string =>
  unit === 'money' ? formatMoney(amount) : formatMoney(BigInt(amount) * 100n).slice(0, -3)
