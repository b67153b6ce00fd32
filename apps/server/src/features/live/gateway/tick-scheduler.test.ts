import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTickScheduler, type Scheduled } from './tick-scheduler.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

class Item implements Scheduled {
  isOnDetail: boolean
  readonly ticks: number[] = []
  constructor(isOnDetail: boolean) {
    this.isOnDetail = isOnDetail
  }
  tick(now: number): void {
    this.ticks.push(now)
  }
}

test('lists tick twice a second, details four times, evenly', () => {
  const scheduler = startTickScheduler<Item>(() => performance.now())
  const [list, detail] = [new Item(false), new Item(true)]
  scheduler.schedule(list)
  scheduler.schedule(detail)
  vi.advanceTimersByTime(10_000)
  expect(list.ticks).toHaveLength(20)
  expect(detail.ticks).toHaveLength(40)
  const gaps = detail.ticks.slice(1).map((at, index) => at - detail.ticks[index]!)
  expect(new Set(gaps)).toEqual(new Set([250]))
  scheduler.stop()
})

test('many clients are spread over the half second', () => {
  const scheduler = startTickScheduler<Item>(() => performance.now())
  const items = Array.from({ length: 200 }, () => new Item(false))
  for (const item of items) scheduler.schedule(item)
  vi.advanceTimersByTime(500)
  const bySlot = Map.groupBy(items, ({ ticks }) => ticks[0])
  expect(bySlot.size).toBe(20)
  expect([...bySlot.values()].every((some) => some.length === 10)).toBe(true)
  scheduler.stop()
})

test('opening a detail speeds ticks up, closing slows them down', () => {
  const scheduler = startTickScheduler<Item>(() => performance.now())
  const item = new Item(false)
  scheduler.schedule(item)
  vi.advanceTimersByTime(1_000)
  item.isOnDetail = true
  scheduler.schedule(item)
  vi.advanceTimersByTime(1_000)
  item.isOnDetail = false
  scheduler.schedule(item)
  vi.advanceTimersByTime(1_000)
  expect(item.ticks).toHaveLength(2 + 4 + 2)
  scheduler.remove(item)
  vi.advanceTimersByTime(1_000)
  expect(item.ticks).toHaveLength(8)
  expect(vi.getTimerCount()).toBe(0)
})

test('after a stall each client ticks once', () => {
  let late = 0
  const scheduler = startTickScheduler<Item>(() => performance.now() + late)
  const item = new Item(false)
  scheduler.schedule(item)
  late = 60_000
  vi.advanceTimersByTime(25)
  expect(item.ticks).toHaveLength(1)
  scheduler.stop()
})
