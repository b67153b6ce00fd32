import { fixedClock } from '@fairlot/testkit'
import { expect, test } from 'vitest'
import type { Tx } from '#platform/db'
import { keepMarketDays } from './market-day.ts'

test('a lost connection is reported while the instrument is still read', async () => {
  const lost = new Error('Connection terminated unexpectedly')
  const answers: (() => void)[] = []
  // The instrument's row is asked for after the terms, and comes after they have failed.
  const tx: Tx = {
    query: (text) =>
      text.includes('app.instruments')
        ? new Promise((resolve) => answers.push(() => resolve([])))
        : Promise.reject(lost),
  }
  const clock = fixedClock(new Date('2026-11-20T02:00:00Z'))
  const days = keepMarketDays(tx, { money: 'practice', calendar: 'practice', clock })
  const reading = days.read('2330', clock.now())
  await new Promise(setImmediate)
  expect(answers).toHaveLength(1)
  answers[0]!()
  await expect(reading).rejects.toBe(lost)
})
