import { expect, test } from 'vitest'
import { newId } from './new-id.ts'

test('an id is a UUIDv7 of its time', () => {
  const at = Date.parse('2026-03-12T04:48:36.104Z')
  const id = newId(at)
  expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
  expect(Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)).toBe(at)
})

test('ids of one moment differ, and later ids sort after', () => {
  expect(new Set(Array.from({ length: 1_000 }, () => newId(5))).size).toBe(1_000)
  expect(newId(1_000) < newId(1_001)).toBe(true)
})
