import type { DataOf } from '@fairlot/contract'
import { useRead } from '#shell/data.ts'
import { useSession } from '#shell/session.ts'

export type Alert = DataOf<'/favourites/listAlerts'>['alerts'][number]

/** All of the member's alerts. */
export const useAlerts = () => {
  const isMember = useSession() !== null
  return useRead('/favourites/listAlerts', {}, { enabled: isMember, staleTime: 60_000, quiet: true })
}

/** The symbols with a waiting alert. */
export const useAlerted = (): ReadonlySet<string> =>
  new Set(useAlerts().data?.alerts.flatMap(({ symbol, state }) => (state === 'waiting' ? [symbol] : [])))
