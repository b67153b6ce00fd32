// Changes while the screen is open: fills, cancels, triggers, margin calls. The lists are then read again.

import type { Path } from '@fairlot/contract'
import type { MemberEventKind } from '@fairlot/contract/live'
import { useEffect, useRef } from 'react'
import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

const positionPaths: readonly Path[] = [
  '/positions/listPositions',
  '/positions/readPosition',
  '/positions/profit',
]
const orderPaths: readonly Path[] = ['/orders/listOrders', '/orders/readOrder']
const changedPosition: readonly Path[] = [...positionPaths, '/positions/marginCall']
const callPaths: readonly Path[] = ['/positions/marginCall']

/** The queries each kind of member event invalidates. */
const changes = {
  'order.changed': [...orderPaths, '/funds/records'],
  'order.filled': [...orderPaths, ...changedPosition, '/funds/records', '/orders/listConditional'],
  'position.changed': changedPosition,
  'block-trade.changed': changedPosition,
  'subscription.changed': changedPosition,
  'placement.changed': changedPosition,
  'conditional.changed': ['/orders/listConditional', ...orderPaths, '/positions/listPositions'],
  'margin.called': callPaths,
  'margin.ended': callPaths,
} as const satisfies Partial<Record<MemberEventKind, readonly Path[]>>
const kinds = Object.keys(changes) as (keyof typeof changes)[]
const all: readonly Path[] = [...new Set(Object.values(changes).flat())]

/** Reads again what a member event invalidated, while the screen is shown. */
export const useOwnChanges = (): void => {
  const wasHidden = useRef(false)
  useEffect(() => {
    // Events are not repeated for a page that was hidden, so everything is read again.
    if (wasHidden.current) void refresh(...all)
    return () => {
      wasHidden.current = true
    }
  }, [])
  useMemberEvents(kinds, (event) => {
    if (event === undefined) return void refresh(...all)
    const changesPosition = event.kind === 'order.changed' && event.data.positionId !== undefined
    void refresh(...changes[event.kind], ...(changesPosition ? changedPosition : []))
  })
}
