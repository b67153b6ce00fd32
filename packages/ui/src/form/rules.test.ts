import { describe, expect, test } from 'vitest'
import { type Rule, accept, firstError, restore, serialise } from './rules.ts'

const none = {}

describe('generic form rules', () => {
  test('required: refuses empty and blank values with its message', () => {
    const rules: Rule[] = [{ required: true, message: 'Enter your account' }]
    expect(firstError(rules, '', none)).toBe('Enter your account')
    expect(firstError(rules, '   ', none)).toBe('Enter your account')
    expect(firstError(rules, '0', none)).toBeUndefined()
  })

  test('pattern: refuses a mismatch but accepts an empty optional field', () => {
    const rules: Rule[] = [{ pattern: /^\d{10}$/, message: 'Ten digits' }]
    expect(firstError(rules, '09123', none)).toBe('Ten digits')
    expect(firstError(rules, '0912345678', none)).toBeUndefined()
    expect(firstError(rules, '', none)).toBeUndefined()
  })

  test('pattern: a global expression gives the same result every time', () => {
    const rules: Rule[] = [{ pattern: /^a+$/g, message: 'Only a' }]
    expect([1, 2, 3].map(() => firstError(rules, 'aaa', none))).toEqual([undefined, undefined, undefined])
  })

  test('custom validator: sees other fields and may return its own text', () => {
    const rules: Rule[] = [
      { validator: (value, values) => value === values['password'], message: 'The two differ' },
      { validator: (value) => (value.length > 8 ? 'Too long by one' : true), message: 'unused' },
    ]
    expect(firstError(rules, 'abc', { password: 'abd' })).toBe('The two differ')
    expect(firstError(rules, 'abcdefghi', { password: 'abcdefghi' })).toBe('Too long by one')
    expect(firstError(rules, 'abc', { password: 'abc' })).toBeUndefined()
  })

  test('a message per rule: the first failing rule is shown', () => {
    const rules: Rule[] = [
      { required: true, message: 'required' },
      { pattern: /^[a-z]+$/, message: 'lower case' },
      { pattern: /^.{3,}$/, message: 'three or more' },
    ]
    expect(firstError(rules, '', none)).toBe('required')
    expect(firstError(rules, 'A', none)).toBe('lower case')
    expect(firstError(rules, 'a', none)).toBe('three or more')
    expect(firstError(rules, 'abc', none)).toBeUndefined()
  })

  test('trigger on change: only change rules run while typing', () => {
    const rules: Rule[] = [
      { pattern: /^\d*$/, message: 'figures only', on: 'change' },
      { pattern: /^\d{6}$/, message: 'six figures', on: 'blur' },
    ]
    expect(firstError(rules, '12', none, 'change')).toBeUndefined()
    expect(firstError(rules, '1a', none, 'change')).toBe('figures only')
  })

  test('trigger on blur: runs default rules and change rules', () => {
    const rules: Rule[] = [
      { pattern: /^\d*$/, message: 'figures only', on: 'change' },
      { pattern: /^\d{6}$/, message: 'six figures' },
    ]
    expect(firstError(rules, '12', none, 'change')).toBeUndefined()
    expect(firstError(rules, '12', none, 'blur')).toBe('six figures')
    expect(firstError(rules, '1a', none, 'blur')).toBe('figures only')
  })

  test('submitting runs every rule', () => {
    const rules: Rule[] = [
      { required: true, message: 'required', on: 'blur' },
      { pattern: /^b/, message: 'begins with b', on: 'change' },
    ]
    expect(firstError(rules, '', none)).toBe('required')
    expect(firstError(rules, 'a', none)).toBe('begins with b')
  })

  test('maxlength truncation: cuts longer input by whole characters', () => {
    expect(accept('abcdef', { maxLength: 4 })).toBe('abcd')
    expect(accept('𠮷野家', { maxLength: 2 })).toBe('𠮷野')
    expect(accept('abc', { maxLength: 4 })).toBe('abc')
  })

  test('digit filter: keeps digits and converts full-width ones', () => {
    expect(accept('0912-345 678', { filter: 'digit' })).toBe('0912345678')
    expect(accept('０９１２a', { filter: 'digit' })).toBe('0912')
    expect(accept('-1.5', { filter: 'digit' })).toBe('15')
  })

  test('number filter: keeps digits and the first decimal point', () => {
    expect(accept('NT$1,234.50', { filter: 'number' })).toBe('1234.50')
    expect(accept('1.2.3', { filter: 'number' })).toBe('1.23')
    expect(accept('１２．５', { filter: 'number' })).toBe('12.5')
  })

  test('custom filter: replaces typed text', () => {
    expect(accept('k7m2qx', { filter: (text) => text.toUpperCase() })).toBe('K7M2QX')
  })

  test('filters run before truncation', () => {
    expect(accept('(0912) 345-678', { filter: 'digit', maxLength: 10 })).toBe('0912345678')
  })
})

describe('a form draft after an expired session', () => {
  const specs = {
    amount: { rules: [], filter: 'number', maxLength: 5 },
    password: { rules: [], secret: true },
    note: { rules: [], initial: 'hello' },
  } as const

  test('is restored without secrets', () => {
    const kept = serialise(specs, { amount: '12.5', password: 'paper2026lot', note: 'mine' })
    expect(kept).not.toContain('paper2026lot')
    expect(restore(specs, kept)).toEqual({ amount: '12.5', password: '', note: 'mine' })
  })

  test('ignores broken text and filters restored values', () => {
    const initial = { amount: '', password: '', note: 'hello' }
    expect(restore(specs, undefined)).toEqual(initial)
    expect(restore(specs, 'not json')).toEqual(initial)
    expect(restore(specs, 'null')).toEqual(initial)
    expect(restore(specs, '{"amount":"12x3456789","password":"x","gone":"1"}')).toEqual({
      ...initial,
      amount: '12345',
    })
  })
})
