import { houseAccounts, lending, member, stock } from '@fairlot/ledger'
import { currencies } from '@fairlot/money'
import { openModel } from './model.ts'
import type { MoneyStep } from './steps.ts'
import { memberIds, type MoneyFault, openWorld, symbol } from './world.ts'

export { moneySteps } from './steps.ts'
export { moneyFaults } from './world.ts'

const answers = [
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
] as const

/** How often each answer was given, and which pairs were exchanged. */
export const newCounts = () => ({
  pairs: new Set<string>(),
  ...(Object.fromEntries(answers.map((answer) => [answer, 0])) as Record<(typeof answers)[number], number>),
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
    if (did in counts && did !== 'pairs') counts[did as (typeof answers)[number]] += 1
  }
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
  let lent = 0n
  for (const [n, memberId] of memberIds.entries()) {
    const own = member(memberId)
    const expected = model.person(n)
    for (const currency of currencies)
      same(`${n} ${currency}`, ledger.balance(own.available(currency)), expected.own.get(currency)!)
    same(`${n} loan`, -ledger.balance(own.loan('TWD')), expected.principal)
    same(`${n} interest`, -ledger.balance(own.interest('TWD')), expected.interest)
    same(`${n} shares`, ledger.balance(own.available(stock(symbol))), expected.shares)
    same(`${n} pledged`, ledger.balance(own.held(stock(symbol))), expected.pledged)
    lent += expected.principal
  }
  for (const currency of currencies)
    same(`house ${currency}`, ledger.balance(houseAccounts.fx(currency)), model.house(currency))
  same('the pool', ledger.balance(lending.lent('TWD')), lent)
  return found
}
