import type { DataOf } from '@fairlot/contract/routes'
import { sessionHours } from '@fairlot/rules/calendar'
import { dayTradingQuota } from '@fairlot/rules/day-trading'
import { isMarginEligible } from '@fairlot/rules/orders'
import type { Tx } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { OrderDeps } from './deps.ts'
import { readMarketDay } from './market-day.ts'
import { readOwnAccount } from './store.ts'

/** The facts a ticket needs. Refuses: `stock.not-found`. */
export async function readTerms(
  tx: Tx,
  deps: OrderDeps,
  memberId: string,
  symbol: string,
  now: Date,
): Promise<Outcome<DataOf<'/orders/terms'>>> {
  const day = await readMarketDay(tx, deps, symbol, now)
  if (day === undefined || day === 'delisted') return refuse('stock.not-found', { field: 'symbol' })
  const own = await readOwnAccount(tx, memberId, symbol, day.date, now)
  const quota = dayTradingQuota(day.terms, own.equity) - own.dayTraded
  return done({
    hash: day.termsHash,
    terms: { ...day.terms },
    kind: day.kind,
    limited: day.limited,
    date: day.date,
    state: day.state,
    reference: day.reference,
    upper: day.upper,
    lower: day.lower,
    last: day.last,
    buyingPower: own.buyingPower.toString(),
    equity: own.equity.toString(),
    marginEligible: isMarginEligible(day.terms, day.reference, day.limited),
    owed: own.owed.toString(),
    securing: own.securing.toString(),
    securedDebt: own.securedDebt.toString(),
    lendable: Number(own.lendable),
    dayTrading: {
      eligible: own.mayDayTrade,
      left: (quota > 0n ? quota : 0n).toString(),
      autoCoverAt:
        day.date === null ? null : new Date(sessionHours(deps.calendar, day.date).autoCoverAt).toISOString(),
    },
    stopped: own.stopped,
    called: own.called,
  })
}
