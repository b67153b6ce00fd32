import type { DataOf } from '@fairlot/contract'
import { useRead } from '#shell/data.ts'

export type Status = DataOf<'/day-trading/status'>

/** Polled every half minute: the quota changes with equity, and the statistics with all members' trades. */
export const useStatus = () => useRead('/day-trading/status', {}, { every: 30_000, quiet: true })
