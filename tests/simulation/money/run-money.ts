import { houseAccounts, lending, member, partsOf, stock, tax } from '@fairlot/ledger'
import { currencies } from '@fairlot/money'
import type { MoneyFault } from './faults.ts'
import { openModel } from './model.ts'
import { dividendCases } from './model-stock.ts'
import { memberIds, symbol } from './start.ts'
import type { MoneyStep } from './steps.ts'
import { openWorld } from './world.ts'

export { moneyFaults } from './faults.ts'
export { dividendCases } from './model-stock.ts'
export { moneySteps } from './steps.ts'

const counted = [
  ...dividendCases,
  'currency.same',
  'currency.pair',
  'currency.amount',
  'balance.insufficient',
  'quoted',
  'request.not-found',
  'currency.quote-used',
  'currency.quote-expired',
  'done.exchange',
  'credit.open',
  'credit.amount',
  'done.credit',
  'credit.repay-amount',
  'done.repayment',
  'done.repaid',
  'done.sale',
  'done.short',
  'done.cover',
  'offer.terms',
  'proposed',
  'review.not-open',
  'review.expired',
  'review.same-person',
  'past-opening',
  'announced',
] as const

/** How often each answer was given and each case of a dividend occurred, and which pairs were exchanged. */
export const newCounts = () => ({
  pairs: new Set<string>(),
  ...(Object.fromEntries(counted.map((answer) => [answer, 0])) as Record<(typeof counted)[number], number>),
})

interface Options {
  readonly fault?: MoneyFault
  readonly counts?: ReturnType<typeof newCounts>
}

/** The differences between product and model, each answer and at the end every balance; none when they agree. */
export function runMoney(steps: readonly MoneyStep[], { fault, counts }: Options): readonly string[] {
  const world = openWorld(fault)
  const model = openModel()
  const found: string[] = []
  for (const [at, step] of steps.entries()) {
    const [did, expected] = [world.apply(step), model.apply(step)]
    if (did !== expected) found.push(`step ${at} ${step.kind}: ${did}, expected ${expected}`)
    if (counts === undefined) continue
    if (did in counts && did !== 'pairs') counts[did as (typeof counted)[number]] += 1
  }
  if (counts !== undefined) for (const [name, times] of model.stocks.met) counts[name] += times
  for (const pair of world.exchanged) counts?.pairs.add(pair)
  return [...found, ...differences(world, model)]
}

function differences(
  world: ReturnType<typeof openWorld>,
  model: ReturnType<typeof openModel>,
): readonly string[] {
  const { ledger } = world
  const found: string[] = ledger.breaches().map(({ invariant, what }) => `${invariant} ${what}`)
  const same = (name: string, booked: bigint, expected: bigint): void => {
    if (booked !== expected) found.push(`${name}: ${booked}, expected ${expected}`)
  }
  const asset = stock(symbol)
  /** Over all dates and owners. */
  const sum = (kind: string, of: string, owner?: string): bigint =>
    ledger
      .accounts()
      .filter((account) => {
        const parts = partsOf(account)
        return parts.kind === kind && parts.asset === of && (owner === undefined || parts.ownerId === owner)
      })
      .reduce((total, account) => total + ledger.balance(account), 0n)
  let [lent, short] = [0n, 0n]
  for (const [n, memberId] of memberIds.entries()) {
    const own = member(memberId)
    const expected = model.person(n)
    const traded = model.stocks.of(n)
    for (const currency of currencies)
      same(`${n} ${currency}`, ledger.balance(own.available(currency)), expected.own.get(currency)!)
    same(`${n} loan`, -ledger.balance(own.loan('TWD')), expected.principal)
    same(`${n} interest`, -ledger.balance(own.interest('TWD')), expected.interest)
    same(`${n} shares`, ledger.balance(own.available(asset)), expected.shares)
    same(`${n} pledged`, ledger.balance(own.held(asset)), expected.pledged)
    same(`${n} held`, ledger.balance(own.held('TWD')), 0n)
    same(`${n} receivable`, sum('receivable', 'TWD', memberId), traded.receivable)
    same(`${n} receivable shares`, sum('receivable', asset, memberId), traded.receivableShares)
    same(`${n} payable`, -sum('payable', 'TWD', memberId), traded.payable)
    same(`${n} dividend`, sum('dividend', 'TWD', memberId), traded.dividend)
    same(`${n} new shares`, sum('dividend', asset, memberId), traded.newShares)
    same(`${n} short`, -ledger.balance(own.loan(asset)), traded.short)
    same(`${n} collateral`, ledger.balance(own.collateral('TWD')), traded.collateral)
    lent += expected.principal
    short += traded.short
  }
  for (const currency of currencies)
    same(`house ${currency}`, ledger.balance(houseAccounts.fx(currency)), model.house(currency))
  same('the pool', ledger.balance(lending.lent('TWD')), lent)
  same('the shares lent', ledger.balance(lending.lent(asset)), short)
  same('the shares to lend', ledger.balance(lending.available(asset)), model.stocks.toLend())
  same('the issuers', ledger.balance(houseAccounts.dividends('TWD')), model.stocks.issuers())
  same('the supplement', ledger.balance(tax('supplement', 'TWD')), model.stocks.supplement())
  same('the clearing', sum('settling', 'TWD'), 0n)
  same('the shares in clearing', sum('settling', asset), 0n)
  return found
}
