import { expect, test } from 'vitest'
import { createCells } from './cells.ts'

const make = () => {
  const frames: (() => void)[] = []
  const cells = createCells<number>((run) => frames.push(run))
  const notified: string[] = []
  const listen = (key: string) => cells.subscribe(key, () => notified.push(key))
  return { cells, frames, notified, listen }
}

test('many updates in one frame notify only that key’s listener once', () => {
  const { cells, frames, notified, listen } = make()
  listen('2330')
  listen('2317')
  cells.set('2330', 0)
  frames.shift()!()
  notified.length = 0
  for (let at = 1; at <= 200; at++) cells.set('2330', at)
  expect(frames).toHaveLength(1)
  expect(cells.get('2330')).toBe(0)
  expect(cells.newest('2330')).toBe(200)
  frames.shift()!()
  expect(cells.get('2330')).toBe(200)
  expect(notified).toEqual(['2330'])
})

test('a first value is available at once', () => {
  const { cells } = make()
  cells.set('2330', 7)
  expect(cells.get('2330')).toBe(7)
})

test('an unsubscribed listener is not notified', () => {
  const { cells, frames, notified, listen } = make()
  listen('2330')()
  cells.set('2330', 1)
  frames.shift()!()
  expect(notified).toEqual([])
})
