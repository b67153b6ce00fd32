// Random sequences of exchanges, loans, trades and dividends in ten currencies. The rules decide, the postings of the product write, and a
// second ledger books; a plain model that knows neither holds what each member must own and owe. FAIRLOT_PROVE=1 runs 20,000 sequences and writes
// evidence/money-sequences.json; a fault planted in either must be noticed.

import { existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { currencyPairs } from '@fairlot/rules/currency-exchange'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { writeEvidence } from '../../scripts/evidence.ts'
import { dividendCases, moneyFaults, moneySteps, newCounts, runMoney } from './money/run-money.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const runs = isWhole ? 20_000 : 500
const seed = 20_261_118
const root = resolve(import.meta.dirname, '../..')
const seenAfter: Record<string, number> = {}
const counts = newCounts()
const isCase = (name: string): boolean => dividendCases.some((one) => one === name)

describe('random money sequences', () => {
  test('end with the balances and debts of the model', () => {
    fc.assert(
      fc.property(moneySteps(), (steps) => {
        expect(runMoney(steps, { counts })).toEqual([])
      }),
      { numRuns: runs, seed },
    )
    const { pairs, ...met } = counts
    // Every directed pair, every kind of answer and every case of a dividend occurs, otherwise the sequences show less than they say. A share of
    // them exchanges most pairs.
    expect(pairs.size).toBeGreaterThanOrEqual(isWhole ? currencyPairs.length : 40)
    expect(Object.entries(met).filter(([, count]) => count === 0)).toEqual([])
  })

  test.each(moneyFaults)('reveal the planted fault %s', (fault) => {
    const result = fc.check(
      fc.property(moneySteps(), (steps) => runMoney(steps, { fault }).length === 0),
      { numRuns: 2_000, seed, endOnFailure: true },
    )
    expect(result.failed).toBe(true)
    seenAfter[fault] = result.numRuns
  })

  test.runIf(isWhole && existsSync(resolve(root, '.git')))('write the evidence file', () => {
    const { pairs, ...met } = counts
    expect(Object.keys(seenAfter)).toEqual([...moneyFaults])
    writeEvidence(root, 'money-sequences', {
      seed,
      sequences: runs,
      pairs: pairs.size,
      answers: Object.fromEntries(Object.entries(met).filter(([name]) => !isCase(name))),
      dividends: Object.fromEntries(Object.entries(met).filter(([name]) => isCase(name))),
      faultsSeenAfter: seenAfter,
    })
  })
})
