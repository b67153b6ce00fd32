import { compareBlocks } from '@fairlot/testkit/venue/compare-blocks'
import { expect, test } from 'vitest'
import * as engine from './index.ts'

const whole = process.env['FAIRLOT_PROVE'] === '1'
const commands = whole ? 300_000 : 15_000

test('random blocks are divided by the rules in the same market (I13)', { timeout: 900_000 }, () => {
  const comparison = compareBlocks(engine, { seed: 20_261_118, commands })
  expect(comparison.difference).toBeUndefined()
  const { counts } = comparison
  for (const count of [counts.whole, counts.partial, counts.empty, counts.refused, counts.twoPrices])
    expect(count, JSON.stringify(counts)).toBeGreaterThan(10)

  // An engine that was never restored wrote the same.
  const replayed = engine.createEngine()
  for (const [index, { command, at }] of comparison.log.entries())
    expect(replayed.apply(command, at)).toEqual(comparison.events[index])
  expect(replayed.stateHash()).toBe(comparison.finalHash)
})
