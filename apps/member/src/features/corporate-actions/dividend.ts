import type { DataOf } from '@fairlot/contract'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type Dividend = DataOf<'/corporate-actions/ofStock'>['actions'][number]

const microsPerDollar = 1_000_000

export const cashText = (micros: number): string =>
  (micros / microsPerDollar).toLocaleString('en-US', { minimumFractionDigits: 2, maximumFractionDigits: 6 })

/** New shares for a thousand held. */
export const perThousandText = (stockMicros: number): string =>
  (stockMicros / 1_000).toLocaleString('en-US', { maximumFractionDigits: 3 })

export const isSplit = ({ splitTo, splitFrom }: Pick<Dividend, 'splitTo' | 'splitFrom'>): boolean =>
  splitTo !== splitFrom

export const dividendPath = ({ symbol, actionId }: Dividend): string =>
  `/position/position?${new URLSearchParams({ view: 'dividend', symbol, id: actionId })}`

export const useDividends = (symbol: string) => {
  useMemberEvents(['dividend.changed', 'position.changed'], () => void refresh('/corporate-actions/ofStock'))
  return useRead('/corporate-actions/ofStock', { symbol }, { quiet: true })
}
