import type { DataOf } from '@fairlot/contract/routes'
import { balancesOf, type Balance, isShares } from '@fairlot/ledger'
import { dayMs } from '@fairlot/rules/calendar'
import { supportedBy } from '@fairlot/rules/credit'
import { ruleProfileOf } from '#features/site'
import { type Db, inSnapshot, type Tx } from '#platform/db'
import type { CreditDeps } from './deps.ts'
import { readLimits } from './read-limits.ts'
import { countRecords, readMarks } from './records-store.ts'
import { byStock, showIncrease, showLoan, showScore } from './show.ts'
import { type IncreaseRow, readLastIncrease, readPledges, readScoreInputs } from './store.ts'
import { readOpenCall } from './watch/store.ts'

type Overview = DataOf<'/credit/overview'>

/** Everything about credit from one snapshot, so that the sums add up. */
export const readOverview = (
  deps: CreditDeps & { readonly db: Db },
  memberId: string,
  now: Date,
): Promise<Overview> => inSnapshot(deps.db, (tx) => showOverview(tx, deps, memberId, now))

async function showOverview(tx: Tx, deps: CreditDeps, memberId: string, now: Date): Promise<Overview> {
  const { day, limit, borrowable, borrowed, loan, holdings } = await readLimits(
    tx,
    ruleProfileOf(deps.money),
    memberId,
    now,
  )
  const balances = await balancesOf(tx, memberId)
  const increase = await readLastIncrease(tx, memberId)
  const { terms, trading } = day
  const shown =
    loan && showLoan(loan, await readPledges(tx, [loan.loanId]), await readOpenCall(tx, loan.loanId), day)
  return {
    score: showScore(await readScoreInputs(tx, memberId, now), day.scoreStart),
    limit: limit.toString(),
    borrowable: borrowable.toString(),
    borrowed: borrowed.toString(),
    supported: supportedBy(terms, holdings).toString(),
    loan: shown ?? null,
    increase: increase?.state === 'pending' ? showIncrease(increase) : null,
    increaseFrom: increaseFrom(increase, terms.increaseDays, now)?.toISOString() ?? null,
    holdings: byStock(holdings),
    available: sumOf(balances, 'available').toString(),
    records: await countRecords(tx, memberId),
    owed: await owedOf(tx, balances, borrowed),
    terms: {
      isOpen: terms.isOpen === 1,
      min: String(terms.min),
      step: String(terms.step),
      max: String(terms.max),
      financingPpm: terms.financing,
      aprPpm: terms.apr,
      callRatioBp: trading.callRatio,
      safeRatioBp: trading.cancelRatio,
      callDays: trading.callDays,
      increaseDays: terms.increaseDays,
      withdrawScore: day.withdrawScore,
    },
    today: day.today,
    simulated: deps.money === 'practice',
  }
}

/** The next request for a higher limit; null when it may come now. A pending one blocks for as long as it takes. */
export function increaseFrom(last: IncreaseRow | undefined, days: number, now: Date): Date | null {
  if (last === undefined) return null
  // A request that was cancelled or expired was not decided, and does not count.
  if (last.reason === 'cancelled' || last.reason === 'expired') return null
  const from = new Date(last.sentAt.getTime() + days * dayMs)
  return from > now || last.state === 'pending' ? from : null
}

const sumOf = (balances: readonly Balance[], kind: string): bigint =>
  balances
    .filter((one) => one.asset === 'TWD' && one.kind === kind)
    .reduce((sum, { amount }) => sum + amount, 0n)

/** Everything the member owes, from the ledger: the loans of its accounts are those of credit and of margin. */
async function owedOf(tx: Tx, balances: readonly Balance[], credit: bigint): Promise<Overview['owed']> {
  const lent = balances.filter(
    ({ asset, kind, amount }) => isShares(asset) && kind === 'loan' && amount !== 0n,
  )
  const marks = await readMarks(
    tx,
    lent.map(({ asset }) => asset.slice('stk:'.length)),
  )
  const shorts = lent.reduce(
    (sum, { asset, amount }) => sum - amount * BigInt(marks.get(asset.slice('stk:'.length)) ?? 0),
    0n,
  )
  const [loans, interest, payable] = ['loan', 'interest', 'payable'].map(
    (kind) => -sumOf(balances, kind),
  ) as [bigint, bigint, bigint]
  return {
    credit: credit.toString(),
    margin: (loans - credit).toString(),
    shorts: shorts.toString(),
    interest: interest.toString(),
    payable: payable.toString(),
    total: (loans + shorts + interest + payable).toString(),
  }
}
