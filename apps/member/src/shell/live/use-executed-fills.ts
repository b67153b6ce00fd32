import type { ExecutedFill } from '@fairlot/contract/live'
import { useEffect, useEffectEvent } from 'react'
import { appFeed } from './app-feed.ts'

/** Calls back for each fill that the exchange has committed and settlement has not booked. None is repeated. */
export const useExecutedFills = (run: (fill: ExecutedFill) => void): void => {
  const onExecuted = useEffectEvent(run)
  useEffect(
    () =>
      appFeed().onMemberEvents({
        kinds: [],
        onEvent: () => undefined,
        onExecuted: (fill) => onExecuted(fill),
      }),
    [],
  )
}
