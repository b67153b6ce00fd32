import type { ConsoleDataOf } from '@fairlot/contract/console-routes'
import { type ByOperator, membersOfSearch, queryOf, recordSearch, showOwner } from '#features/operators'
import type { Db } from '#platform/db'
import { type ConsoleOutcome, done } from '#platform/outcome'
import type { MarketFacts } from '../deps.ts'
import { showAccount } from '../show-account.ts'
import { readOneMoment, readOwners } from './store.ts'

type Shown = ConsoleDataOf<'/positions/holdings'>

/** A masked name can be that of several members. */
const maxAccounts = 5

/** Everything in one snapshot: balances and positions of two moments do not add up. The search is recorded with it. */
export function readHoldings(
  db: Db,
  market: MarketFacts,
  { text, symbol }: { readonly text: string; readonly symbol?: string | undefined },
  context: ByOperator,
): Promise<ConsoleOutcome<Shown>> {
  const { now } = context
  return db.transaction(async (tx) => {
    await readOneMoment(tx)
    const query = queryOf(text)
    const memberIds = (await membersOfSearch(tx, query)).slice(0, maxAccounts)
    const accounts: Shown['accounts'] = []
    for (const owner of await readOwners(tx, memberIds)) {
      const { figures, positions } = await showAccount(tx, market, owner.memberId, now)
      accounts.push({
        member: showOwner(owner),
        total: figures.total.toString(),
        available: figures.terms.available.toString(),
        margin: figures.margin.toString(),
        loans: (-figures.parts.cashLoans).toString(),
        unrealised: figures.unrealised.toString(),
        ratioBp: figures.ratioBp,
        called: figures.called.toString(),
        positions: positions.filter((each) => symbol === undefined || each.symbol === symbol).map(show),
      })
    }
    await recordSearch(tx, query, accounts.length, context)
    return done({ at: now.toISOString(), accounts })
  })
}

type Position = Awaited<ReturnType<typeof showAccount>>['positions'][number]

const show = (row: Position): Shown['accounts'][number]['positions'][number] => ({
  positionId: row.positionId,
  symbol: row.symbol,
  nameTw: row.nameTw,
  nameEn: row.nameEn,
  direction: row.direction,
  multiple: row.multiple,
  dayTrade: row.dayTrade,
  shares: row.shares,
  price: row.price,
  last: row.last,
  loan: row.loan,
  collateral: row.collateral,
  interest: row.interest,
  margin: row.margin,
  unrealised: row.unrealised,
  callPrice: row.callPrice,
  openedAt: row.openedAt,
})
