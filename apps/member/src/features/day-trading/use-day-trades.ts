// The member's day trades, and what invalidates them.

import type { DataOf, Path } from '@fairlot/contract'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type DayTrade = DataOf<'/positions/listPositions'>['positions'][number]
export type DayTradeOrder = DataOf<'/orders/listOrders'>['orders'][number]

export const useOpenDayTrades = () =>
  useRead('/positions/listPositions', { which: 'open', dayTrade: true }, { quiet: true })

const paths: readonly Path[] = [
  '/positions/listPositions',
  '/orders/listOrders',
  '/day-trading/status',
  '/orders/terms',
]
const kinds = ['order.changed', 'order.filled', 'position.changed', 'day-trading.covering'] as const

export const useDayTradeNews = (): void => useMemberEvents(kinds, () => void refresh(...paths))
