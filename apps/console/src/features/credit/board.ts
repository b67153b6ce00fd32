import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { formatPrice } from '@fairlot/money'

export type Board = ConsoleDataOf<'/credit/board'>
export type BoardRow = Board['rows'][number]

/** Hundredths of a percent. */
export const percentOf = (bp: number | null): string =>
  bp === null ? '—' : `${formatPrice(BigInt(bp)).replace(/\.00$/, '')}%`

export const pledgeText = (pledges: BoardRow['pledges']): string =>
  pledges.length === 0 ? '—' : pledges.map(({ symbol, shares }) => `${symbol} ${shares}`).join(' · ')
