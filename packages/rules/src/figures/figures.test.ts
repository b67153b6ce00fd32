// The figures of random accounts against plain books, and faults planted in facts and answers. A normal run takes a
// share of the accounts; FAIRLOT_PROVE=1 takes all and writes evidence/figures.json.

import { expect, test } from 'vitest'
import { figureParts, figureTerms } from '@fairlot/contract/positions'
import { writeEvidence } from '../../../../scripts/evidence.ts'
import { allocationOf, dayFiguresOf, figuresOf, partRows, percentBp } from './index.ts'
import { type Answer, differencesOf } from './testing/check-figures.ts'
import { type RandomAccount, randomAccount, today } from './testing/random-account.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const accounts = isWhole ? 20_000 : 2_000

type Facts = Parameters<typeof figuresOf>[0] & Parameters<typeof dayFiguresOf>[2]

const factsOf = (account: RandomAccount): Facts => ({ ...account, date: today })

function answerOf(facts: Facts): Answer {
  const figures = figuresOf(facts)
  return {
    figures,
    day: dayFiguresOf(facts, figures, facts),
    allocation: allocationOf(facts, figures),
  }
}

let differences = 0

test('figures of random accounts equal their plain books', () => {
  for (let seed = 1; seed <= accounts; seed += 1) {
    const account = randomAccount(seed)
    const found = differencesOf(account, answerOf(factsOf(account)))
    differences += found.length
    expect(found, `account ${seed}`).toEqual([])
  }
})

test('random accounts have every term, debts, calls and partial closes', () => {
  const seen = new Set<string>()
  for (let seed = 1; seed <= 300; seed += 1) {
    const account = randomAccount(seed)
    const { figures, day } = answerOf(factsOf(account))
    for (const part of figureParts) if (figures.parts[part] !== 0n) seen.add(part)
    for (const term of figureTerms) if (figures.terms[term] !== 0n) seen.add(term)
    if (account.called > 0n) seen.add('called')
    if (account.realisedByParts !== 0n) seen.add('partial close')
    if (day.rest !== 0n) seen.add('rest')
    if (figures.withdrawable === 0n) seen.add('nothing to withdraw')
  }
  const wanted = [...figureParts, ...figureTerms, 'called', 'partial close', 'rest', 'nothing to withdraw']
  expect(wanted.filter((one) => !seen.has(one))).toEqual([])
})

interface Fault {
  readonly fault: string
  /** What the figures read. */
  readonly facts?: (facts: Facts, account: RandomAccount) => Facts
  /** What they answer. */
  readonly answer?: (answer: Answer, account: RandomAccount) => Answer
}

const inPositions = (facts: Facts, change: (one: Facts['positions'][number]) => object): Facts => ({
  ...facts,
  positions: facts.positions.map((one) => ({ ...one, ...change(one) })),
})
const inFigures = (answer: Answer, change: (figures: Answer['figures']) => object): Answer => ({
  ...answer,
  figures: { ...answer.figures, ...change(answer.figures) },
})
const without = (facts: Facts, kind: string): Facts => ({
  ...facts,
  balances: facts.balances.filter((one) => one.kind !== kind),
})

const faults: readonly Fault[] = [
  { fault: 'an opening fee is dropped', facts: (facts) => inPositions(facts, () => ({ openFee: 0n })) },
  { fault: 'an opening tax is dropped', facts: (facts) => inPositions(facts, () => ({ openTax: 0n })) },
  { fault: 'a borrow fee is dropped', facts: (facts) => inPositions(facts, () => ({ borrowFee: 0n })) },
  {
    fault: 'a percentage is cut',
    answer: (answer) => {
      const { profit, opening, paidIn } = answer.day
      const base = opening + (paidIn > 0n ? paidIn : 0n)
      if (base <= 0n) return answer
      return { ...answer, day: { ...answer.day, profitBp: Number((profit * 10_000n) / base) } }
    },
  },
  { fault: 'foreign cash is left out', facts: (facts) => ({ ...facts, mids: new Map() }) },
  {
    fault: 'foreign cash that is held is left out',
    facts: (facts) => ({
      ...facts,
      balances: facts.balances.filter(({ asset, kind }) => asset !== 'USD' || kind !== 'held'),
    }),
  },
  { fault: 'a rate is stale', facts: (facts) => ({ ...facts, mids: facts.openingMids }) },
  { fault: 'the day begins at today’s rates', facts: (facts) => ({ ...facts, openingMids: facts.mids }) },
  { fault: 'a foreign deposit is a profit', facts: (facts) => ({ ...facts, foreignPaid: 0n }) },
  {
    fault: 'a quote is stale',
    facts: (facts) => ({ ...facts, marks: facts.references }),
  },
  {
    fault: 'a position has a stale quote',
    facts: (facts) => inPositions(facts, ({ symbol }) => ({ mark: facts.references.get(symbol)! })),
  },
  {
    fault: 'a loan counts twice',
    answer: (answer) => inFigures(answer, ({ total, parts }) => ({ total: total + parts.cashLoans })),
  },
  { fault: 'a loan is left out', facts: (facts) => without(facts, 'loan') },
  {
    fault: 'borrowed shares count as an asset',
    answer: (answer) =>
      inFigures(answer, ({ total, parts }) => ({ total: total - 2n * parts.borrowedShares })),
  },
  { fault: 'held receivables are left out', facts: (facts) => without(facts, 'held-receivable') },
  {
    fault: 'available contains unsettled cash',
    answer: (answer) =>
      inFigures(answer, ({ terms }) => ({
        terms: { ...terms, available: terms.available + terms.unsettled, unsettled: 0n },
      })),
  },
  {
    fault: 'what is owed can be withdrawn',
    answer: (answer) => inFigures(answer, ({ terms }) => ({ withdrawable: terms.available })),
  },
  { fault: 'unpaid interest is left out', facts: (facts) => without(facts, 'interest') },
  { fault: 'a margin call does not limit withdrawals', facts: (facts) => ({ ...facts, called: 0n }) },
  {
    fault: 'partial closes are not realised',
    facts: (facts, { realisedByParts }) => ({
      ...facts,
      realisedByFills: facts.realisedByFills - realisedByParts,
    }),
  },
  {
    fault: 'interest paid by hand is not realised',
    facts: (facts) => ({
      ...facts,
      changes: facts.changes.map((one) => ({ ...one, event: one.event.replace('margin.top-up', 'other') })),
    }),
  },
  {
    fault: 'a withdrawal counts as a loss',
    facts: (facts) => ({
      ...facts,
      changes: facts.changes.map((one) => ({ ...one, event: one.event.replace('withdrawal.', 'other.') })),
    }),
  },
  {
    fault: 'the total is after exit cost',
    answer: (answer) => inFigures(answer, ({ total, exitCost }) => ({ total: total - exitCost })),
  },
  {
    fault: 'the exit tax is forgotten',
    facts: (facts) => ({ ...facts, terms: { ...facts.terms, taxStock: 0 } }),
  },
  {
    fault: 'the allocation leaves the loan out',
    answer: (answer) => ({ ...answer, allocation: answer.allocation.filter(({ of }) => of !== 'loan') }),
  },
  {
    fault: 'the allocation counts a short as an asset',
    answer: (answer) => ({
      ...answer,
      allocation: answer.allocation.map((one) =>
        one.of === 'borrowed' ? { ...one, amount: -one.amount } : one,
      ),
    }),
  },
  { fault: 'the day begins at today’s prices', facts: (facts) => ({ ...facts, references: facts.marks }) },
  {
    fault: 'a settlement date is lost',
    answer: (answer) => inFigures(answer, ({ unsettledOn }) => ({ unsettledOn: unsettledOn.slice(1) })),
  },
  { fault: 'a change of the day is lost', facts: (facts) => ({ ...facts, changes: facts.changes.slice(1) }) },
]

/** A fault is found when it makes a difference in one of the accounts, or the figures refuse to be computed. */
function isFound({ facts: inFacts, answer: inAnswer }: Fault): boolean {
  for (let seed = 1; seed <= 500; seed += 1) {
    const account = randomAccount(seed)
    const facts = factsOf(account)
    try {
      const answer = answerOf(inFacts?.(facts, account) ?? facts)
      if (differencesOf(account, inAnswer?.(answer, account) ?? answer).length > 0) return true
    } catch {
      return true
    }
  }
  return false
}

test('every planted fault is found', () => {
  const missed = faults.filter((one) => !isFound(one)).map(({ fault }) => fault)
  expect(missed).toEqual([])
  if (isWhole)
    writeEvidence(new URL('../../../..', import.meta.url).pathname, 'figures', {
      accounts,
      differences,
      planted: faults.length,
      found: faults.length - missed.length,
    })
})

test('each kind of balance belongs to one part of the total', () => {
  const kinds = partRows.flatMap(({ asset, kinds: list }) => list.map((kind) => `${asset}/${kind}`))
  expect(new Set(kinds).size).toBe(kinds.length)
  expect(partRows.map(({ part }) => part).toSorted()).toEqual(figureParts.toSorted())
  expect([...new Set(partRows.map(({ term }) => term))]).toEqual([...figureTerms])
})

test('a balance without a part or shares without a price throw', () => {
  const facts = { ...factsOf(randomAccount(1)), positions: [] }
  const balance = { asset: 'TWD', kind: 'copied', due: null, amount: 1n }
  expect(() => figuresOf({ ...facts, balances: [balance] })).toThrow('no part of total assets')
  const shares = { asset: 'stk:9999', kind: 'available', due: null, amount: 1n }
  expect(() => figuresOf({ ...facts, balances: [shares] })).toThrow('no price for stk:9999')
  expect(figuresOf({ ...facts, balances: [{ ...shares, amount: 0n }] }).total).toBe(0n)
  // A currency without any rate is named and not counted.
  const dollars = { ...balance, asset: 'USD', kind: 'available' }
  const unknown = figuresOf({ ...facts, mids: new Map(), balances: [dollars] })
  expect([unknown.total, unknown.foreign]).toEqual([0n, [{ currency: 'USD', amount: 1n, twd: undefined }]])
  expect(() => figuresOf({ ...facts, balances: [{ ...dollars, kind: 'receivable' }] })).toThrow(
    'no part of total assets',
  )
})

test.each([
  [-14_477n, 1_238_000n, -117],
  [-6_903n, 527_900n, -131],
  [-33_124n, 2_241_900n, -148],
  [-1_788n, 476_000n, -38],
  [1n, 20_000n, 1],
  [-1n, 20_000n, -1],
  [1n, 20_001n, 0],
  [5n, 0n, null],
  [5n, -1n, null],
])('a percentage rounds half away from zero: %s of %s', (part, whole, bp) => {
  expect(percentBp(part, whole)).toBe(bp)
})
