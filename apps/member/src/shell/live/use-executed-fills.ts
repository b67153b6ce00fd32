import type { ExecutedFill } from '@fairlot/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { appFeed } from './app-feed.ts'

/** Calls back for each fill that the exchange has committed and settlement has not booked. None is repeated. */
export const useExecutedFills = (run: (fill: ExecutedFill) => void): void => {
  const onFill = useEffectEvent(run)
  useEffect(() => appFeed().onExecuted((fills) => fills.forEach((fill) => onFill(fill))), [])
}
