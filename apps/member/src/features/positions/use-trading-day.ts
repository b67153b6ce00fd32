import { addSettlementDays, closuresOf } from '@fairlot/rules/calendar'
import { useMarketSession } from '#features/market-data'

export interface TradingDay {
  /** The current trading day. */
  readonly date: string
  /** Its T+2: when the proceeds of today's sales can be withdrawn. */
  readonly settlesOn: string
}

const SETTLEMENT_DAYS = 2

/** Returns undefined until the session is known. */
export const useTradingDay = (): TradingDay | undefined => {
  const session = useMarketSession()
  if (session === undefined) return undefined
  const { calendar, date, closures } = session.data
  const closed = closuresOf(closures.map((day) => ({ date: day.date, settlementOnly: false })))
  return { date, settlesOn: addSettlementDays(calendar, closed, date, SETTLEMENT_DAYS) }
}
