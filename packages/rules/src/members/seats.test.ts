import { expect, test } from 'vitest'
import { practiceSeats, seatCash, seatInventory } from './index.ts'

test('practice seats have unique codes and cover every kind', () => {
  expect(new Set(practiceSeats.map(({ code }) => code)).size).toBe(practiceSeats.length)
  expect(new Set(practiceSeats.map(({ kind }) => kind))).toEqual(new Set(['maker', 'trader', 'house']))
  expect(practiceSeats.filter(({ kind }) => kind === 'maker')).toHaveLength(3)
})

test('seat inventory is equal in value, whole lots, at least 300', () => {
  expect(seatInventory('maker', 10_000)).toBe(30_000_000)
  expect(seatInventory('maker', 222_000)).toBe(1_351_000)
  expect(seatInventory('trader', 1_551_000)).toBe(300_000)
  expect(() => seatInventory('maker', 0)).toThrow('reference price')
})

test('the house seat has NT$100 billion, makers more than traders', () => {
  expect(seatCash('house')).toBe(10_000_000_000_000)
  expect(seatCash('maker')).toBeGreaterThan(seatCash('trader'))
})
