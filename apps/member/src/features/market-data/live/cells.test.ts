import { expect, test } from 'vitest'
import { createCells } from './cells.ts'

const make = () => {
  const frames: (() => void)[] = []
  const cells = createCells<number>((run) => frames.push(run))
  const told: string[] = []
  const listen = (key: string) => cells.subscribe(key, () => told.push(key))
  return { cells, frames, told, listen }
}

test('two hundred updates in a frame are told once to who asked for that key, and to nobody else', () => {
  const { cells, frames, told, listen } = make()
  listen('2330')
  listen('2317')
  cells.set('2330', 0)
  frames.shift()!()
  told.length = 0
  for (let at = 1; at <= 200; at++) cells.set('2330', at)
  expect(frames).toHaveLength(1)
  expect(cells.get('2330')).toBe(0)
  expect(cells.newest('2330')).toBe(200)
  frames.shift()!()
  expect(cells.get('2330')).toBe(200)
  expect(told).toEqual(['2330'])
})

test('a first value is there at once', () => {
  const { cells } = make()
  cells.set('2330', 7)
  expect(cells.get('2330')).toBe(7)
})

test('who has left is not told', () => {
  const { cells, frames, told, listen } = make()
  listen('2330')()
  cells.set('2330', 1)
  frames.shift()!()
  expect(told).toEqual([])
})
