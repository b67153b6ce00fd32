import { usePaged } from '#shell/paged.ts'

/** All current positions. */
export const useOpenPositions = () => usePaged('/positions/listPositions', { which: 'open' })

/** Positions closed in a month, with the month's sums on the first page. */
export const useClosedPositions = (month: string) =>
  usePaged('/positions/listPositions', { which: 'closed', month })

export const useOpenOrders = () => usePaged('/orders/listOrders', { which: 'open' })
export const useEndedOrders = (enabled: boolean) =>
  usePaged('/orders/listOrders', { which: 'ended' }, { enabled })

export type PositionPages = ReturnType<typeof useOpenPositions>
