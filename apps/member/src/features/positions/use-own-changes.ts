// Changes while the screen is open: fills, cancels, triggers, margin calls. The lists are then read again.

import type { Path } from '@fairlot/contract'
import { useEffect, useRef } from 'react'
import { onMemberEvent } from '#features/market-data'
import { refresh } from '#shell/data.ts'

const positionPaths: readonly Path[] = [
  '/positions/listPositions',
  '/positions/readPosition',
  '/positions/account',
  '/positions/profit',
  '/members/assets',
]
const orderPaths: readonly Path[] = ['/orders/listOrders', '/orders/readOrder']
const callPaths: readonly Path[] = ['/positions/marginCall', '/positions/account']

/** The queries each kind of member event invalidates. */
const changes: Readonly<Record<string, readonly Path[]>> = {
  'order.changed': [...orderPaths, '/positions/account', '/members/assets', '/funds/records'],
  'order.filled': [...orderPaths, ...positionPaths, '/funds/records', '/orders/listConditional'],
  'position.changed': [...positionPaths, '/positions/marginCall'],
  'conditional.changed': ['/orders/listConditional', ...orderPaths, '/positions/listPositions'],
  'margin.called': callPaths,
  'margin.ended': callPaths,
}
const all: readonly Path[] = [...new Set(Object.values(changes).flat())]

/** Reads again what a member event invalidated, while the screen is shown. */
export const useOwnChanges = (): void => {
  const wasHidden = useRef(false)
  useEffect(() => {
    // Events are not repeated for a page that was hidden, so everything is read again.
    const readAll = () => void refresh(...all)
    if (wasHidden.current) readAll()
    const stops = Object.entries(changes).map(([kind, paths]) =>
      onMemberEvent(kind, () => void refresh(...paths), readAll),
    )
    return () => {
      wasHidden.current = true
      stops.forEach((stop) => stop())
    }
  }, [])
}
