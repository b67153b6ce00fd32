import type { DataOf } from '@fairlot/contract'
import { useEffect } from 'react'
import { useRead } from '#shell/data.ts'

export interface MarketSession {
  readonly data: DataOf<'/market/readSession'>
  /** Add it to the phone's clock to have the server's. */
  readonly offset: number
}

const LONGEST_WAIT_MS = 60_000

/** What the market is doing by its calendar, asked again when that changes. Undefined until it is known. */
export const useMarketSession = (): MarketSession | undefined => {
  const { data, dataUpdatedAt, refetch } = useRead('/market/readSession', {}, { staleTime: 60_000 })
  useEffect(() => {
    if (data === undefined) return
    const wait = data.next.at - data.now - (Date.now() - dataUpdatedAt)
    // A little after: the scheduler that turns the phase must have been there first.
    const timer = setTimeout(() => void refetch(), Math.max(1_000, Math.min(LONGEST_WAIT_MS, wait + 500)))
    return () => clearTimeout(timer)
  }, [data, dataUpdatedAt, refetch])
  return data && { data, offset: data.now - dataUpdatedAt }
}

export const isAuction = (session: MarketSession | undefined): boolean =>
  session?.data.phase === 'opening-call' || session?.data.phase === 'closing-call'
