import { describe, expect, it } from 'vitest'
import { volumeText } from './figures.ts'

describe('the volume of a day', () => {
  it.each([
    [0, '0'],
    [13_000, '13'],
    [42_318_400, '42,318'],
  ])('is in whole lots: %d', (shares, text) => {
    expect(volumeText(shares)).toBe(text)
  })
})
