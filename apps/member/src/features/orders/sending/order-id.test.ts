import { expect, test } from 'vitest'
import { newOrderId } from './order-id.ts'

test('an order id is a UUIDv7 of its time', () => {
  const at = Date.parse('2026-03-12T04:48:36.104Z')
  const id = newOrderId(at)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
})

test('two in the same moment differ, and a later one sorts after', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newOrderId(5))).size).toBe(1_000)
  expect(newOrderId(1_000) < newOrderId(1_001)).toBe(true)
})
