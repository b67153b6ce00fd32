import { describe, expect, test } from 'vitest'
import { addDays, taipeiDate } from '../calendar/taipei.ts'
import {
  costsMore,
  earliestStart,
  isSettable,
  noticeDays,
  parseRuleText,
  refuseConfigValue,
  refuseRuleValue,
  rulebook,
  ruleInput,
  ruleText,
  ruleTitlesEn,
  ruleTitlesTw,
  ruleUnitsEn,
  ruleUnitsTw,
} from './index.ts'

const settable = rulebook.filter(isSettable)
const now = new Date('2026-03-11T02:12:00Z')
const values = (over: Readonly<Record<string, readonly number[]>> = {}) =>
  new Map<string, readonly number[]>(rulebook.map(({ id, default: value }) => [id, over[id] ?? [value]]))

describe('a rule change', () => {
  test('is refused out of bounds, unchanged, fixed or unknown', () => {
    expect(settable.length).toBeGreaterThan(30)
    for (const { id, min, max, default: value } of settable) {
      expect(refuseRuleValue(id, min - 1, values()), id).toBe('bounds')
      expect(refuseRuleValue(id, max + 1, values()), id).toBe('bounds')
      expect(refuseRuleValue(id, min + 0.5, values()), id).toBe('bounds')
      expect(refuseRuleValue(id, value, values()), id).toBe('same')
    }
    expect(refuseRuleValue('login.password.min', 9, values())).toBe('fixed')
    expect(refuseRuleValue('tax.stock', 3_000, values())).toBe('fixed')
    expect(refuseRuleValue('no.such', 1, values())).toBe('unknown')
    expect(refuseRuleValue('fee.brokerage', 1_000, values())).toBeUndefined()
  })

  test('is refused when a minimum would exceed its maximum', () => {
    expect(refuseRuleValue('deposit.min', 10_000_000, values({ 'deposit.maxPerTxn': [5_000_000] }))).toBe(
      'order',
    )
    expect(
      refuseRuleValue('deposit.min', 6_000_000, values({ 'deposit.maxPerTxn': [200_000_000, 5_000_000] })),
    ).toBe('order')
    expect(refuseRuleValue('deposit.opens', 1_170, values())).toBe('order')
    expect(refuseRuleValue('margin.callRatio', 16_600, values())).toBeUndefined()
  })

  test('counts as costlier by its direction, or always without a direction', () => {
    expect(costsMore('fee.brokerage', 1_000, 1_425)).toBe(true)
    expect(costsMore('fee.brokerage', 1_425, 1_000)).toBe(false)
    expect(costsMore('margin.line', 100, 50)).toBe(true)
    expect(costsMore('guard.farPrice', 50_000, 60_000)).toBe(true)
    expect(costsMore('guard.farPrice', 60_000, 50_000)).toBe(true)
  })

  test('applies at once unless costlier, then after seven days', () => {
    expect(earliestStart('fee.brokerage', 1_425, 1_000, now)).toEqual(now)
    // 10:12 in Taipei on the 11th: five in the morning of the 18th is not yet seven days.
    const later = earliestStart('fee.brokerage', 1_000, 1_425, now)
    expect(later.toISOString()).toBe('2026-03-18T21:00:00.000Z')
    for (let hour = 0; hour < 48; hour++) {
      const at = new Date(now.getTime() + hour * 3_600_000)
      const start = earliestStart('fee.brokerage', 1_000, 1_425, at)
      const waits = start.getTime() - at.getTime()
      expect(waits).toBeGreaterThanOrEqual(noticeDays * 86_400_000)
      expect(waits).toBeLessThan((noticeDays + 1) * 86_400_000)
    }
    const chosen = new Date('2026-04-01T21:00:00Z')
    expect(earliestStart('fee.brokerage', 1_000, 1_425, now, chosen)).toEqual(chosen)
    expect(earliestStart('fee.brokerage', 1_425, 1_000, now, chosen)).toEqual(chosen)
    expect(taipeiDate(later.getTime())).toBe(addDays('2026-03-11', 8))
  })
})

describe('rule book texts', () => {
  test('every rule has a name in both languages', () => {
    for (const { id } of rulebook) {
      expect(ruleTitlesTw[id], id).toMatch(/\p{Script=Han}/u)
      expect(ruleTitlesEn[id], id).toMatch(/^[\x20-\x7e]+$/)
    }
  })

  test('a form’s initial text parses to the same number', () => {
    for (const { id, unit, default: value, min, max } of rulebook) {
      for (const one of [value, min, max]) expect(parseRuleText(ruleInput(one, unit), unit), id).toBe(one)
    }
    for (const [typed, unit] of [
      ['', 'count'],
      ['1.5', 'count'],
      ['-1', 'minor'],
      ['0.12345', 'ppm'],
      ['13:60', 'clock'],
      ['1e3', 'minor'],
    ] as const) {
      expect(parseRuleText(typed, unit), typed).toBeUndefined()
    }
  })

  test('a clock value is written as a time of day', () => {
    expect(ruleText(570, 'clock', ruleUnitsTw)).toBe('09:30')
    expect(ruleText(1_170, 'clock', ruleUnitsEn)).toBe('19:30')
  })
})

describe('a site setting', () => {
  test.each([
    ['title', 'Fairlot', false],
    ['title', '', true],
    ['title', ' padded ', true],
    ['menu', 'home,market,mine', false],
    ['menu', 'home,market', true],
    ['menu', 'home,home,mine', true],
    ['menu', 'home,casino,mine', true],
    ['logo', '', false],
    ['logo', 'https://elsewhere.example/logo.png', true],
    ['logo', `site/logo/${'a'.repeat(64)}.webp`, false],
    ['invitation_code', 'FAIRLOT', false],
    ['invitation_code', '', false],
    ['invitation_code', 'no good', true],
    ['support_contact', 'help@example.org', false],
    ['support_contact', '<script>', true],
    ['image_base', '/api/', false],
    ['image_base', 'https://elsewhere.example/', true],
    ['number_million_suffix', 'M', false],
    ['number_million_suffix', 'far too long', true],
  ] as const)('%s %j is refused: %s', (name, value, refused) => {
    expect(refuseConfigValue(name, value)).toBe(refused)
  })
})
