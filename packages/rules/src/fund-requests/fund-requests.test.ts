import { expect, test } from 'vitest'
import { closuresOf } from '../calendar/index.ts'
import { depositsRules } from '../deposits/index.ts'
import { fundHours } from './index.ts'

const hours = { opens: depositsRules.opens.default, closes: depositsRules.closes.default }
/** A time in Taipei. */
const at = (text: string): Date => new Date(`${text.replace(' ', 'T')}+08:00`)
const closures = closuresOf([
  { date: '2026-02-12', settlementOnly: true },
  { date: '2026-02-16', settlementOnly: false },
  { date: '2026-02-17', settlementOnly: false },
])

test.each([
  ['2026-02-11 09:29:59', '2026-02-11 09:30'],
  ['2026-02-11 09:30', null],
  ['2026-02-11 19:29:59', null],
  ['2026-02-11 19:30', '2026-02-12 09:30'],
  // Banks are open on the two days before the Lunar New Year, though nothing trades.
  ['2026-02-12 12:00', null],
  ['2026-02-13 20:00', '2026-02-18 09:30'],
  ['2026-02-14 12:00', '2026-02-18 09:30'],
  ['2026-02-16 12:00', '2026-02-18 09:30'],
])('at %s the next opening is %s', (now, opens) => {
  const found = fundHours(closures, hours, at(now))
  expect(found.isOpen).toBe(opens === null)
  expect(found.opensAt?.getTime()).toBe(opens === null ? undefined : at(opens).getTime())
  expect(found.closesAt === null).toBe(opens !== null)
})
