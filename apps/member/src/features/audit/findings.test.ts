import { beforeEach, expect, test, vi } from 'vitest'

const kept = new Map<string, string>()
vi.stubGlobal('localStorage', {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => kept.set(key, value),
  removeItem: (key: string) => kept.delete(key),
})
const { keepFinding, summarise } = await import('./findings.ts')

beforeEach(() => {
  kept.clear()
  kept.set('account', '0912345678')
})

test('a subject checked again counts once, with its newest finding', () => {
  keepFinding('fills', '0/1/buy', true, '2026-03-12T01:00:00.000Z')
  keepFinding('fills', '0/2/buy', true, '2026-03-12T01:01:00.000Z')
  keepFinding('fills', '0/1/buy', false, '2026-03-12T01:02:00.000Z')
  expect(summarise()).toEqual({ fills: { right: 1, wrong: 1, at: '2026-03-12T01:02:00.000Z' } })
})

test('the findings of one account are not shown to another', () => {
  keepFinding('draws', 'a', true)
  kept.set('account', '0987654321')
  expect(summarise()).toEqual({})
  keepFinding('mentors', 'b', true, '2026-03-12T01:00:00.000Z')
  expect(Object.keys(summarise())).toEqual(['mentors'])
})

test('a broken store finds nothing', () => {
  kept.set('findings', '{')
  expect(summarise()).toEqual({})
})
