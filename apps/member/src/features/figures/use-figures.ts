// The one read of the account's summary figures. Every screen that shows one of them uses this hook, so that all figures
// of a screen are of one moment and two screens cannot disagree.

import type { DataOf } from '@fairlot/contract'
import { useEffect, useRef } from 'react'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type Account = DataOf<'/positions/account'>

const kinds = [
  'deposit.changed',
  'withdrawal.changed',
  'block-trade.changed',
  'order.changed',
  'order.filled',
  'position.changed',
  'margin.called',
  'margin.ended',
  'coupon.changed',
  'subscription.changed',
  'auction.changed',
  'placement.changed',
  'dividend.changed',
  'currency.exchanged',
  'funds.corrected',
] as const

/** Prices move the total: it is read again at this interval while a screen shows it. */
const EVERY_MS = 15_000

export const useFigures = ({ quiet = true }: { readonly quiet?: boolean } = {}) => {
  const wasHidden = useRef(false)
  useEffect(() => {
    // Events are not repeated for a page that was hidden.
    if (wasHidden.current) void refresh('/positions/account')
    return () => {
      wasHidden.current = true
    }
  }, [])
  useMemberEvents(kinds, () => void refresh('/positions/account'))
  return useRead('/positions/account', {}, { every: EVERY_MS, quiet })
}
