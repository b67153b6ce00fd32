// What changed under the member's eyes: the venue filled, cancelled, fired, called. Lists are read again then.

import type { Path } from '@fairlot/contract'
import { useEffect, useRef } from 'react'
import { onOwn } from '#features/market-data'
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

/** By the kind of own event: what it makes old. */
const changes: Readonly<Record<string, readonly Path[]>> = {
  'order.changed': [...orderPaths, '/positions/account', '/members/assets', '/funds/records'],
  'order.filled': [...orderPaths, ...positionPaths, '/funds/records', '/orders/listConditional'],
  'position.changed': [...positionPaths, '/positions/marginCall'],
  'conditional.changed': ['/orders/listConditional', ...orderPaths, '/positions/listPositions'],
  'margin.called': callPaths,
  'margin.ended': callPaths,
}
const all: readonly Path[] = [...new Set(Object.values(changes).flat())]

/** Reads again what an own event made old, while the screen is shown. */
export const useOwnChanges = (): void => {
  const wasHidden = useRef(false)
  useEffect(() => {
    // What happened while a kept page was hidden is not told again.
    const readAll = () => void refresh(...all)
    if (wasHidden.current) readAll()
    const stops = Object.entries(changes).map(([kind, paths]) =>
      onOwn(kind, () => void refresh(...paths), readAll),
    )
    return () => {
      wasHidden.current = true
      stops.forEach((stop) => stop())
    }
  }, [])
}
