// Seeded worlds: intake, exchange, settlement, the log downstream and phones in one process, with crashes at any wait,
// lost, doubled, reordered and late messages, hanging exchanges, two settlers, clocks that are minutes apart. The real
// engine, the real decisions of intake and settlement, the real rules. docs/architecture/proving.md explains.
// FAIRLOT_PROVE=1 runs 2,000 seeds and writes evidence/simulation.json. To repeat one seed:
//   FAIRLOT_SEED=1234 npx vitest run tests/simulation

import { describe, expect, it } from 'vitest'
import { writeEvidence } from '../flows/support/evidence.ts'
import { type PlantedBug, plantedBugs } from './planted-bugs.ts'
import { runSeed, type SeedResult } from './run-seed.ts'
import type { MessageFaults } from './world/network.ts'
import { type Coverage, faultKinds } from './world/scheduler.ts'

const isWhole = process.env['FAIRLOT_PROVE'] === '1'
const given = process.env['FAIRLOT_SEED']
const seeds = isWhole ? 2_000 : 200
const range = given === undefined ? `${seeds} seeds` : `seed ${given}`
const steps = 2_500
/** A planted bug that needs more seeds than this counts as not found. */
const seedsPerBug = 100

const evidence: Record<string, unknown> = { seeds, stepsPerSeed: steps }

const notify = ({ seed, breaches, steps: taken }: SeedResult): string =>
  `seed ${seed}, ${taken} steps: ${breaches.map(({ invariant, what }) => `${invariant} ${what}`).join('\n  ')}`

describe('a seeded world', () => {
  it('repeats exactly when its seed runs again', () => {
    for (const seed of [1, 5, 7, 11, 23]) expect(runSeed({ seed, steps })).toEqual(runSeed({ seed, steps }))
    expect(runSeed({ seed: 1, steps }).trace).not.toBe(runSeed({ seed: 2, steps }).trace)
  })

  it(`keeps every invariant over ${range}`, { timeout: 900_000 }, () => {
    const coverage: Coverage = new Map()
    const messages: MessageFaults = new Map()
    const decided = new Map<string, number>()
    const totals = {
      steps: 0,
      orders: 0,
      fills: 0,
      closed: 0,
      takeovers: 0,
      days: 0,
      commits: 0,
      closes: 0,
      replacements: 0,
      batches: 0,
      rateStops: 0,
    }
    const first = given === undefined ? 1 : Number(given)
    const last = given === undefined ? seeds : first
    const began = performance.now()
    for (let seed = first; seed <= last; seed += 1) {
      const result = runSeed({ seed, steps, coverage, messages, decided })
      expect(result.breaches, notify(result)).toEqual([])
      totals.steps += result.steps
      for (const [name, count] of Object.entries(result.counts)) totals[name as 'orders'] += count
    }
    evidence['seconds'] = Math.round((performance.now() - began) / 1_000)
    evidence['totals'] = totals
    if (given !== undefined) return
    const rows = [...coverage].toSorted(([a], [b]) => (a < b ? -1 : 1))
    printCoverage(rows)
    evidence['awaitPoints'] = Object.fromEntries(rows)
    evidence['messages'] = Object.fromEntries(messages)
    evidence['decided'] = Object.fromEntries([...decided].toSorted(([a], [b]) => (a < b ? -1 : 1)))
    // Every fault must have occurred at every durable write; otherwise the run proves less than it claims.
    for (const point of durablePoints) {
      const row = coverage.get(point)
      expect(row, `${point} is never reached`).toBeDefined()
      for (const fault of ['crash', 'conflict', 'cut'] as const)
        if (isWhole || seeds >= 200) expect(row![fault], `no ${fault} at ${point}`).toBeGreaterThan(0)
      expect(row!['cut-at-commit'], `no lost answer at ${point}`).toBeGreaterThan(0)
    }
    for (const [kind, count] of messages)
      for (const fault of ['lost', 'doubled', 'late'] as const)
        expect(count[fault], `no ${kind} was ${fault}`).toBeGreaterThan(0)
    expect(totals.takeovers).toBeGreaterThan(seeds)
    expect(totals.fills).toBeGreaterThan(seeds * 5)
    expect(totals.closes).toBeGreaterThan(seeds)
    expect(totals.replacements).toBeGreaterThan(seeds / 4)
    expect(totals.batches).toBeGreaterThan(seeds / 2)
    expect(totals.rateStops).toBeGreaterThan(0)
    // A fact that never decides anything may as well be wrong.
    for (const what of decisions) expect(decided.get(what), `intake never decided ${what}`).toBeGreaterThan(0)
  })
})

/** What decideBatch can answer, without order.not-holding: a position rarely closes between draft and lock. */
const decisions = [
  'placed',
  'replayed',
  'decided again',
  'order.duplicate-id',
  'order.not-pending',
  'order.lots',
  'order.stopped',
  'guard.daily-loss',
  'guard.equity-share',
  'day-trading.not-eligible',
  'day-trading.quota',
  'margin.called',
  'margin.line-full',
  'balance.insufficient',
  'margin.no-shares-to-lend',
]

const durablePoints = [
  'intake.place.commit',
  'exchange.batch.commit',
  'settlement.apply.commit',
  'reader.apply.commit',
]

describe('a planted bug is found', () => {
  const found: Record<string, { seed: number; steps: number; by: string }> = {}
  const run = Object.entries(plantedBugs).filter((_, index) => isWhole || index % 3 === 0)
  for (const [bug, what] of run)
    it(`${bug}: ${what}`, { timeout: 300_000 }, () => {
      for (let seed = 1; seed <= seedsPerBug; seed += 1) {
        const { breaches, steps: taken } = runSeed({ seed, steps, planted: bug as PlantedBug })
        if (breaches.length === 0) continue
        found[bug] = { seed, steps: taken, by: breaches[0]!.invariant }
        return
      }
      expect.fail(`${seedsPerBug} seeds did not find it`)
    })

  it('every planted bug is found within the allowed seeds', () => {
    expect(Object.keys(found)).toEqual(run.map(([bug]) => bug))
    expect(Object.keys(plantedBugs).length).toBeGreaterThanOrEqual(20)
    if (isWhole) writeEvidence('simulation', { ...evidence, planted: { allowed: seedsPerBug, found } })
  })
})

function printCoverage(rows: readonly [string, Record<string, number>][]): void {
  const columns = ['visits', ...faultKinds]
  const line = (cells: readonly (string | number)[]): string =>
    cells.map((cell, index) => (index === 0 ? String(cell).padEnd(30) : String(cell).padStart(14))).join('')
  process.stdout.write(`${line(['wait', ...columns])}\n`)
  for (const [point, row] of rows)
    process.stdout.write(`${line([point, ...columns.map((name) => row[name]!)])}\n`)
}
