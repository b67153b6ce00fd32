import type { DataOf } from '@fairlot/contract/routes'
import { sessionHours } from '@fairlot/rules/calendar'
import { dayTradingQuota } from '@fairlot/rules/day-trading'
import { isMarginEligible } from '@fairlot/rules/orders'
import { type Db, inSnapshot } from '#platform/db'
import { done, type Outcome, refuse } from '#platform/outcome'
import type { OrderDeps } from './deps.ts'
import { readMarketDay } from './market-day.ts'
import { readMemberFigures } from './member-figures.ts'
import { readOwnAccount } from './store.ts'

/** The facts a ticket needs. Refuses: `stock.not-found`. */
export async function readTerms(
  db: Db,
  deps: OrderDeps,
  memberId: string,
  symbol: string,
  now: Date,
): Promise<Outcome<DataOf<'/orders/terms'>>> {
  const day = await readMarketDay(db, deps, symbol, now)
  if (day === undefined || day === 'delisted') return refuse('stock.not-found', { field: 'symbol' })
  const [own, figures] = await inSnapshot(db, (tx) =>
    Promise.all([readOwnAccount(tx, memberId, symbol), readMemberFigures(tx, memberId, day.date, now)]),
  )
  const quota = dayTradingQuota(day.terms, figures.equity) - figures.dayTraded
  return done({
    hash: day.termsHash,
    terms: { ...day.terms },
    kind: day.kind,
    limited: day.limited,
    date: day.date,
    state: day.state,
    oddAuction: day.oddAuction && {
      from: new Date(day.oddAuction.from).toISOString(),
      until: new Date(day.oddAuction.until).toISOString(),
    },
    oddOpensAt: day.oddOpensAt === null ? null : new Date(day.oddOpensAt).toISOString(),
    reference: day.reference,
    upper: day.upper,
    lower: day.lower,
    last: day.last,
    buyingPower: own.buyingPower.toString(),
    equity: figures.equity.toString(),
    marginEligible: isMarginEligible(day.terms, day.reference, day.limited),
    owed: figures.owed.toString(),
    securing: own.securing.toString(),
    securedDebt: own.securedDebt.toString(),
    lendable: Number(own.lendable),
    dayTrading: {
      eligible: figures.mayDayTrade,
      left: (quota > 0n ? quota : 0n).toString(),
      autoCoverAt:
        day.date === null ? null : new Date(sessionHours(deps.calendar, day.date).autoCoverAt).toISOString(),
    },
    stopped: own.stopped,
    called: figures.called,
  })
}
