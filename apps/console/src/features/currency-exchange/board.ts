import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatMoney } from '@fairlot/money'

export type Board = ConsoleDataOf<'/currency-exchange/board'>
export type Rate = Board['rates'][number]

/** The size of an amount in percent of a limit, two decimals. */
export const percentOf = (amount: string, limit: string): string => {
  const size = BigInt(amount.replace(/^-/, ''))
  return `${formatMoney((size * 10_000n) / BigInt(limit))}%`
}

/** The source that members are quoted. */
export const quotedOf = ({ first, second, isBackup }: Rate): Rate['first'] => (isBackup ? second : first)

/** The difference of the two sources in percent of the first. */
export const differenceOf = ({ first, second }: Pick<Rate, 'first' | 'second'>): string =>
  percentOf(String(BigInt(first.mid) - BigInt(second.mid)), first.mid)
