import { useMarketSession } from '#features/market-data'

/** The first day on which a conditional order can fire: after the close the next one. Undefined until it is known. */
export const useFirstDay = (): string | undefined => {
  const session = useMarketSession()?.data
  if (session === undefined) return undefined
  return session.phase === 'closed' ? session.next.date : session.date
}
