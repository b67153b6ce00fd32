import { expect, test } from 'vitest'
import { turnOf } from './article.ts'

test('the drawing of an article turns by its id', () => {
  const turns = ['0a0b', '0a0c', '0a0d'].map((end) => turnOf(`01a1f649-e0cf-72bb-8a3e-9a6280dd${end}`, 6))
  expect(new Set(turns).size).toBe(3)
  for (const turn of turns) expect([0, 1, 2, 3, 4, 5]).toContain(turn)
})
