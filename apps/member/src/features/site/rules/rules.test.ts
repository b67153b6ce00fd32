import { rulebook, ruleText } from '@fairlot/rules/site'
import { describe, expect, test } from 'vitest'

import { texts as en } from './texts/en.ts'
import { texts as tw } from './texts/tw.ts'

describe('the texts of the rule book', () => {
  test('name every rule with its reason in both languages', () => {
    for (const { id, reason } of rulebook) {
      expect(tw.titles[id], id).toMatch(/\p{Script=Han}/u)
      expect(tw.reasonOf(id, ''), id).toMatch(/\p{Script=Han}/u)
      expect(en.titles[id], id).toMatch(/^[\x20-\x7e]+$/)
      // The rule book itself is written in English.
      expect(en.reasonOf(id, reason), id).not.toBe('')
    }
  })

  test('name no unknown rule', () => {
    const ids = new Set(rulebook.map(({ id }) => id))
    expect(Object.keys(tw.titles).filter((id) => !ids.has(id))).toEqual([])
    expect(Object.keys(en.titles).filter((id) => !ids.has(id))).toEqual([])
  })

  test('name every chapter and every unit', () => {
    for (const { feature, unit, default: value } of rulebook) {
      expect(tw.chapterNames[feature], feature).toBeDefined()
      expect(en.chapterNames[feature], feature).toBeDefined()
      if (!['count', 'ppm', 'bp', 'minor'].includes(unit))
        expect(ruleText(value, unit, tw.units)).not.toBe(String(value))
    }
  })
})

describe('a rule value', () => {
  test.each([
    [1_425, 'ppm', '0.1425%'],
    [65_000, 'ppm', '6.50%'],
    [3_000, 'ppm', '0.30%'],
    [800, 'ppm', '0.08%'],
    [900_000, 'ppm', '90%'],
    [13_000, 'bp', '130%'],
    [16_650, 'bp', '166.50%'],
    [2_000, 'minor', 'NT$20.00'],
    [499, 'lots', '499 張'],
    [0, 'on-off', '關'],
    [1_000, 'count', '1,000'],
    [0, 'minutes', '0 分鐘'],
  ])('%d %s is written %s', (value, unit, text) => {
    expect(ruleText(value, unit, tw.units)).toBe(text)
  })
})
