import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startWheel, type Turning } from './wheel.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'performance'] }))
afterEach(() => void vi.useRealTimers())

class Seat implements Turning {
  isOnDetail: boolean
  readonly ticks: number[] = []
  constructor(isOnDetail: boolean) {
    this.isOnDetail = isOnDetail
  }
  tick(now: number): void {
    this.ticks.push(now)
  }
}

test('a list twice a second, a detail four times, evenly', () => {
  const wheel = startWheel<Seat>(() => performance.now())
  const [list, detail] = [new Seat(false), new Seat(true)]
  wheel.seat(list)
  wheel.seat(detail)
  vi.advanceTimersByTime(10_000)
  expect(list.ticks).toHaveLength(20)
  expect(detail.ticks).toHaveLength(40)
  const gaps = detail.ticks.slice(1).map((at, index) => at - detail.ticks[index]!)
  expect(new Set(gaps)).toEqual(new Set([250]))
  wheel.stop()
})

test('many are spread over the half second', () => {
  const wheel = startWheel<Seat>(() => performance.now())
  const seats = Array.from({ length: 200 }, () => new Seat(false))
  for (const seat of seats) wheel.seat(seat)
  vi.advanceTimersByTime(500)
  const bySlot = Map.groupBy(seats, ({ ticks }) => ticks[0])
  expect(bySlot.size).toBe(20)
  expect([...bySlot.values()].every((some) => some.length === 10)).toBe(true)
  wheel.stop()
})

test('who opens a detail is served faster from then on, and slower again after', () => {
  const wheel = startWheel<Seat>(() => performance.now())
  const seat = new Seat(false)
  wheel.seat(seat)
  vi.advanceTimersByTime(1_000)
  seat.isOnDetail = true
  wheel.seat(seat)
  vi.advanceTimersByTime(1_000)
  seat.isOnDetail = false
  wheel.seat(seat)
  vi.advanceTimersByTime(1_000)
  expect(seat.ticks).toHaveLength(2 + 4 + 2)
  wheel.remove(seat)
  vi.advanceTimersByTime(1_000)
  expect(seat.ticks).toHaveLength(8)
  expect(vi.getTimerCount()).toBe(0)
})

test('after a stall each is served once, not once for every turn missed', () => {
  let late = 0
  const wheel = startWheel<Seat>(() => performance.now() + late)
  const seat = new Seat(false)
  wheel.seat(seat)
  late = 60_000
  vi.advanceTimersByTime(25)
  expect(seat.ticks).toHaveLength(1)
  wheel.stop()
})
