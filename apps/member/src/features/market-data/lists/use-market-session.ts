import type { DataOf } from '@fairlot/contract'
import { useEffect } from 'react'
import { useRead } from '#shell/data.ts'

export interface MarketSession {
  readonly data: DataOf<'/market/readSession'>
  /** Add it to the phone's clock to get the server's. */
  readonly offset: number
}

const LONGEST_WAIT_MS = 60_000

/** The market's phase by its calendar, read again when it changes. Undefined until known. */
export const useMarketSession = (): MarketSession | undefined => {
  const { data, dataUpdatedAt, refetch } = useRead('/market/readSession', {}, { staleTime: 60_000 })
  useEffect(() => {
    if (data === undefined) return
    const wait = data.next.at - data.now - (Date.now() - dataUpdatedAt)
    // Slightly later: the scheduler must have changed the phase first.
    const timer = setTimeout(() => void refetch(), Math.max(1_000, Math.min(LONGEST_WAIT_MS, wait + 500)))
    return () => clearTimeout(timer)
  }, [data, dataUpdatedAt, refetch])
  return data && { data, offset: data.now - dataUpdatedAt }
}

export const isAuction = (session: MarketSession | undefined): boolean =>
  session?.data.phase === 'opening-call' || session?.data.phase === 'closing-call'
