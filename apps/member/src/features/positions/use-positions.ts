import { useEffect, useState } from 'react'
import { usePaged } from '#shell/paged.ts'
import { keepPositions, readKept } from './kept-positions.ts'

/** All current positions. */
export const useOpenPositions = () => usePaged('/positions/listPositions', { which: 'open' })

/** Those last shown on this phone, while there is no answer; the newest answer is kept for that. */
export const useLastShown = ({ data, dataUpdatedAt, isError, error }: PositionPages) => {
  const [kept] = useState(readKept)
  useEffect(() => {
    if (data !== undefined) keepPositions(data, dataUpdatedAt)
  }, [data, dataUpdatedAt])
  return data === undefined && isError && error.failed.why !== 'refused' ? kept : undefined
}

/** Positions closed in a month, with the month's sums on the first page. */
export const useClosedPositions = (month: string) =>
  usePaged('/positions/listPositions', { which: 'closed', month })

export const useOpenOrders = () => usePaged('/orders/listOrders', { which: 'open' })
export const useEndedOrders = (enabled: boolean) =>
  usePaged('/orders/listOrders', { which: 'ended' }, { enabled })

export type PositionPages = ReturnType<typeof useOpenPositions>
