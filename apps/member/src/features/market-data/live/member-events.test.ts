import { expect, test } from 'vitest'
import { createMemberEvents } from './member-events.ts'

const make = () => {
  const own = createMemberEvents()
  const heard: unknown[] = []
  let holes = 0
  own.add({ kind: 'alert.fired', onEvent: (data) => heard.push(data), onHole: () => holes++ })
  return { own, heard, holes: () => holes }
}
const event = (n: number, kind = 'alert.fired') => ({ n, kind, data: n })

test('events arrive in order, once, for the subscribed kind', () => {
  const { own, heard, holes } = make()
  own.continueFrom(3)
  const before = holes()
  own.take(event(4))
  own.take(event(4))
  own.take(event(5, 'order.filled'))
  own.take(event(6))
  expect(heard).toEqual([4, 6])
  expect(own.last()).toBe(6)
  expect(holes()).toBe(before)
})

test('a missing number reports a hole', () => {
  const { own, heard, holes } = make()
  own.continueFrom(3)
  own.take(event(5))
  expect(holes()).toBe(2)
  expect(heard).toEqual([5])
})

test('a gateway that continues elsewhere reports a hole', () => {
  const { own, holes } = make()
  own.continueFrom(3)
  own.continueFrom(3)
  expect(holes()).toBe(1)
  own.continueFrom(900)
  expect(holes()).toBe(2)
})

test('the first number after a list read reports a hole', () => {
  const { own, holes } = make()
  own.continueFrom(3)
  expect(holes()).toBe(1)
})

test('one handler for several kinds gets one hole report', () => {
  const own = createMemberEvents()
  let holes = 0
  const onHole = () => holes++
  for (const kind of ['order.filled', 'order.changed']) own.add({ kind, onEvent: () => {}, onHole })
  own.continueFrom(3)
  expect(holes).toBe(1)
})

test('forgetting restarts the numbering for another member', () => {
  const { own, heard } = make()
  own.continueFrom(70)
  own.forget()
  own.continueFrom(3)
  own.take(event(4))
  expect(heard).toEqual([4])
})
