import { expect, test } from 'vitest'
import { createFlashGate, FLASH_EVERY_MS, MAX_IN_A_FRAME, type Tick, tickOf } from './flash.ts'

test.each([
  [100, 101, 'up'],
  [101, 100, 'down'],
  [100, 100, undefined],
  [null, 100, undefined],
  [undefined, 100, undefined],
  [100, null, undefined],
] as const)('from %s to %s is a tick %s', (before, now, tick) => {
  expect(tickOf(before, now)).toBe(tick)
})

const frame = (gate: ReturnType<typeof createFlashGate>, cells: readonly object[], at: number): object[] => {
  const shown: object[] = []
  for (const cell of cells) gate.ask(cell, 'up', () => shown.push(cell))
  expect(gate.decide(at)).toBe(shown.length)
  return shown
}
const cells = Array.from({ length: 8 }, () => ({}))

test('a cell flashes at most once a second', () => {
  const gate = createFlashGate()
  expect(frame(gate, cells.slice(0, 1), 0)).toHaveLength(1)
  expect(frame(gate, cells.slice(0, 1), FLASH_EVERY_MS - 1)).toHaveLength(0)
  expect(frame(gate, cells.slice(0, 1), FLASH_EVERY_MS)).toHaveLength(1)
})

test('six cells in a frame flash, seven do not', () => {
  const gate = createFlashGate()
  expect(frame(gate, cells.slice(0, MAX_IN_A_FRAME), 0)).toHaveLength(6)
  expect(frame(gate, cells.slice(0, MAX_IN_A_FRAME + 1), 5_000)).toHaveLength(0)
})

test('recently flashed cells do not count against others', () => {
  const gate = createFlashGate()
  expect(frame(gate, cells.slice(0, 6), 0)).toHaveLength(6)
  expect(frame(gate, cells, 100)).toEqual(cells.slice(6))
})

test('only the newest tick of a cell per frame is shown', () => {
  const gate = createFlashGate()
  const shown: Tick[] = []
  gate.ask(cells[0]!, 'up', (tick) => shown.push(tick))
  gate.ask(cells[0]!, 'down', (tick) => shown.push(tick))
  gate.decide(0)
  expect(shown).toEqual(['down'])
})
