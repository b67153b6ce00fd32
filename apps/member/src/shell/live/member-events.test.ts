import type { MemberEvent } from '@fairlot/contract/live'
import { expect, test } from 'vitest'
import { createMemberEvents } from './member-events.ts'

const make = () => {
  const own = createMemberEvents()
  const heard: number[] = []
  let holes = 0
  own.add({ kinds: ['position.changed'], onEvent: (event) => (event ? heard.push(event.n) : holes++) })
  return { own, heard, holes: () => holes }
}
const event = (n: number): MemberEvent => ({ n, kind: 'position.changed', data: { positionId: 'p' } })
const coupon = (n: number): MemberEvent => ({ n, kind: 'coupon.changed', data: { id: 'c', state: 'used' } })

test('events arrive in order, once, for the subscribed kind', () => {
  const { own, heard, holes } = make()
  own.continueFrom(3)
  const before = holes()
  own.take(event(4))
  own.take(event(4))
  own.take(coupon(5))
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

test('an unreadable event is a hole for listeners of its kind only', () => {
  const { own, heard, holes } = make()
  own.continueFrom(0)
  own.take({ n: 1, kind: 'position.changed' })
  own.take({ n: 2, kind: 'gift.arrived' })
  own.take(event(3))
  expect(holes()).toBe(1)
  expect(heard).toEqual([3])
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
  own.add({ kinds: ['order.filled', 'order.changed'], onEvent: () => holes++ })
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
