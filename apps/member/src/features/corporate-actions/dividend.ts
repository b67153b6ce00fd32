import type { DataOf } from '@fairlot/contract'
import { refresh, useRead } from '#shell/data.ts'
import { useMemberEvents } from '#shell/live/use-member-events.ts'

export type Dividend = DataOf<'/corporate-actions/ofStock'>['actions'][number]

export const dividendPath = ({ symbol, actionId }: Dividend): string =>
  `/position/position?${new URLSearchParams({ view: 'dividend', symbol, id: actionId })}`

export const useDividends = (symbol: string) => {
  useMemberEvents(['dividend.changed', 'position.changed'], () => void refresh('/corporate-actions/ofStock'))
  return useRead('/corporate-actions/ofStock', { symbol }, { quiet: true })
}
