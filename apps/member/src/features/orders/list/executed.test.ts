import type { ExecutedFill } from '@fairlot/contract/live'
import { expect, test } from 'vitest'
import { addExecuted, hasFilled, isBooked, markBooked, unbookedOf } from './executed.ts'
import { stateOf } from './order-state.ts'

const fill = (orderId: string, quantity: number, left: number): ExecutedFill => ({
  orderId,
  symbol: '2330',
  side: 'buy',
  price: 10_000,
  quantity,
  left,
})
const changed = (orderId: string, state: string, left: number) => ({
  orderId,
  state,
  left,
  filled: 0,
  reason: null,
})
const open = { state: 'entrusted', left: 5_000 } as const

test('fills not contained in the stored order are unbooked', () => {
  const fills = [fill('a', 2_000, 3_000), fill('a', 1_000, 2_000)]
  expect(unbookedOf(open, fills)).toEqual({ quantity: 3_000, left: 2_000 })
  expect(unbookedOf({ ...open, left: 3_000 }, fills)).toEqual({ quantity: 1_000, left: 2_000 })
  expect(unbookedOf({ ...open, left: 2_000 }, fills)).toBeUndefined()
})

test('an unbooked reduction is not counted as filled', () => {
  expect(unbookedOf(open, [fill('a', 1_000, 2_000)])).toEqual({ quantity: 1_000, left: 2_000 })
})

test('an ended order has no unbooked fill', () => {
  expect(unbookedOf({ state: 'filled', left: 0 }, [fill('a', 5_000, 0)])).toBeUndefined()
  expect(unbookedOf({ state: 'cancelled', left: 3_000 }, [fill('a', 3_000, 2_000)])).toBeUndefined()
})

test('the same fill counts once', () => {
  expect(addExecuted(fill('twice', 1_000, 1_000))).toBe(true)
  expect(addExecuted(fill('twice', 1_000, 1_000))).toBe(false)
  expect(addExecuted(fill('twice', 1_000, 0))).toBe(true)
  expect(addExecuted(fill('twice', 1_000, 1_000))).toBe(false)
})

test('a fill that arrives after its event is not news', () => {
  markBooked(changed('late', 'entrusted', 1_000))
  expect(addExecuted(fill('late', 1_000, 1_000))).toBe(false)
  expect(addExecuted(fill('late', 1_000, 0))).toBe(true)
  expect(isBooked(fill('late', 1_000, 0))).toBe(false)
  markBooked(changed('late', 'filled', 0))
  expect(isBooked(fill('late', 1_000, 0))).toBe(true)
})

test('a fill event of release 0.1.0 books nothing', () => {
  const old = {
    orderId: 'old',
    positionId: 'p',
    symbol: '2330',
    side: 'buy',
    price: 1,
    quantity: 1_000,
  } as const
  markBooked(old)
  expect(addExecuted(fill('old', 1_000, 1_000))).toBe(true)
  markBooked({ ...old, state: 'entrusted', left: 1_000, filled: 1_000, reason: null, fills: 1 })
  expect(isBooked(fill('old', 1_000, 1_000))).toBe(true)
})

test('a cancelled order accepts no late fill', () => {
  markBooked(changed('ended', 'cancelled', 4_000))
  expect(addExecuted(fill('ended', 1_000, 3_000))).toBe(false)
})

test('an order known only by its event has no executed fill', () => {
  markBooked(changed('accepted', 'entrusted', 1_000))
  expect(hasFilled('accepted')).toBe(false)
  addExecuted(fill('accepted', 1_000, 0))
  expect(hasFilled('accepted')).toBe(true)
})

test('only the newest orders are remembered', () => {
  addExecuted(fill('oldest', 1_000, 0))
  for (let at = 0; at < 50; at++) addExecuted(fill(`order ${at}`, 1_000, 0))
  expect(hasFilled('oldest')).toBe(false)
  expect(hasFilled('order 0')).toBe(true)
})

test('an unbooked fill decides the state shown, a booked one the row', () => {
  const order = { state: 'entrusted', cancelAsked: false, accepted: true, filled: 0 } as const
  expect(stateOf(order)).toBe('open')
  expect(stateOf(order, { quantity: 1_000, left: 1_000 })).toBe('partial')
  expect(stateOf(order, { quantity: 2_000, left: 0 })).toBe('executed')
  expect(stateOf({ ...order, cancelAsked: true }, { quantity: 2_000, left: 0 })).toBe('executed')
  expect(stateOf({ ...order, state: 'filled', filled: 2_000 })).toBe('filled')
})
