import type { DataOf } from '@fairlot/contract'
import { useRead } from '#shell/data.ts'

export type Status = DataOf<'/day-trading/status'>

/** Asked again every half minute: the quota moves with equity, and the figures with everybody's day. */
export const useStatus = () => useRead('/day-trading/status', {}, { every: 30_000, quiet: true })
