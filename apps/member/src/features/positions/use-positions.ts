import { usePaged } from '#shell/paged.ts'

/** All that is held now. */
export const useOpenPositions = () => usePaged('/positions/listPositions', { which: 'open' })

/** What was closed in a month, with the month's sums on its first page. */
export const useClosedPositions = (month: string) =>
  usePaged('/positions/listPositions', { which: 'closed', month })

export const useOpenOrders = () => usePaged('/orders/listOrders', { which: 'open' })
export const useEndedOrders = (enabled: boolean) =>
  usePaged('/orders/listOrders', { which: 'ended' }, { enabled })

export type PositionPages = ReturnType<typeof useOpenPositions>
