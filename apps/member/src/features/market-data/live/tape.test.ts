import type { TapeEntry } from '@fairlot/contract/live'
import { expect, test } from 'vitest'
import { joins, mergeTape, TAPE_LENGTH } from './tape.ts'

const trade = (event: number): TapeEntry => [event, event, 500, 1_000, 'buy']
const events = (tape: readonly TapeEntry[]) => tape.map(([event]) => event)

test('stored and live trades merge newest first, each once', () => {
  expect(events(mergeTape([trade(3), trade(2), trade(1)], [trade(2), trade(3), trade(4)]))).toEqual([
    4, 3, 2, 1,
  ])
})

test('a tape keeps its maximum length', () => {
  const many = Array.from({ length: 100 }, (_, at) => trade(at + 1))
  const kept = mergeTape([], many)
  expect(kept).toHaveLength(TAPE_LENGTH)
  expect(kept[0]![0]).toBe(100)
})

test('new trades join the tape only when they overlap', () => {
  expect(joins([trade(5), trade(4)], [trade(5), trade(6)])).toBe(true)
  expect(joins([trade(5), trade(4)], [trade(7), trade(8)])).toBe(false)
  expect(joins([], [trade(1)])).toBe(false)
  expect(joins([trade(1)], [])).toBe(false)
})
