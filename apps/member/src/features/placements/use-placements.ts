import type { DataOf } from '@fairlot/contract'
import { formatMoney, formatPrice } from '@fairlot/money'
import { chanceOf } from '@fairlot/rules/new-shares'
import { refresh } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type Detail = DataOf<'/placements/offer'>
export type Placement = Detail['placement']
export type Application = NonNullable<Placement['mine']>

/** Reads everything an application changes. */
export const placementsMoved = (): Promise<void> =>
  refresh(
    '/placements/offers',
    '/placements/offer',
    '/positions/account',
    '/positions/listPositions',
    '/funds/records',
  )

/** Updates the screen when an application is allotted or refunded. */
export const usePlacementChanges = (): void =>
  useMemberEvents(['placement.changed'], () => void placementsMoved())

export const countText = (count: number): string => count.toLocaleString('en-US')
export const cash = (minor: string | bigint): string => formatMoney(minor, { symbol: true })

/** What part of the applied lots can be given: of the lots, or of the people when it is drawn by lot. */
export const rateText = ({ method, lots, minLots, applications, appliedLots }: Placement): string => {
  const rate = method === 'lot' ? chanceOf(lots / minLots, applications) : chanceOf(lots, appliedLots)
  return `${formatPrice(BigInt(rate))}%`
}

export const isOpenAt = ({ state, opensAt, closesAt }: Placement, now: number): boolean =>
  state === 'open' && Date.parse(opensAt) <= now && now < Date.parse(closesAt)

/** An application that counts: one that was cancelled or refunded can be sent again. */
export const standing = ({ mine }: Placement): Application | null =>
  mine === null || mine.state === 'cancelled' || mine.state === 'void' ? null : mine

export const detailOf = ({ placementId }: Pick<Placement, 'placementId'>): string =>
  `/common/dividend3?view=detail&id=${placementId}`
