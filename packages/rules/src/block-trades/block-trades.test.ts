import { expect, test } from 'vitest'
import { closuresOf } from '../calendar/index.ts'
import { termsOf } from '../orders/index.ts'
import {
  blockCost,
  blockDayAt,
  blockTermsOf,
  checkBlockApplication,
  checkListing,
  premiumOf,
} from './index.ts'

const practice = blockTermsOf('practice')
const tw = blockTermsOf('tw')
const day = { reference: 10_000, upper: 11_000, lower: 9_000 }
const offer = { price: 9_800, lots: 60, minLots: 10, maxLots: 50 }

test('the practice market asks for smaller blocks than the real one', () => {
  expect(tw).toMatchObject({ minLots: 500, minAmount: 1_500_000_000, maxLots: 5_000, perDay: 5 })
  expect(practice).toMatchObject({ minLots: 10, minAmount: 30_000_000, maxLots: 200, perDay: 3 })
  expect(blockTermsOf('practice', new Map([['block.perDayCount', 7]])).perDay).toBe(7)
})

test.each([
  [{}, undefined],
  [{ price: 11_000 }, undefined],
  [{ price: 11_001 }, 'price'],
  [{ price: 8_999 }, 'price'],
  // Three lots at NT$98 are worth less than NT$300,000; four are worth more.
  [{ minLots: 3 }, 'minLots'],
  [{ minLots: 4 }, undefined],
  [{ minLots: 0 }, 'minLots'],
  [{ maxLots: 9 }, 'maxLots'],
  [{ maxLots: 201, lots: 300 }, 'maxLots'],
  [{ lots: 49 }, 'lots'],
])('a listing with %o has the problem %s', (over, field) => {
  expect(checkListing(practice, { ...offer, ...over }, day)?.field).toBe(field)
})

test('a stock without daily limits cannot be listed', () => {
  expect(checkListing(practice, offer, { ...day, upper: null, lower: null })).toEqual({
    field: 'price',
    rule: 'block.premiumRange',
  })
})

test.each([
  [10, 0, undefined],
  [50, 2, undefined],
  [9, 0, 'block.lots'],
  [51, 0, 'block.lots'],
  [10, 3, 'block.daily-limit'],
])('%i lots after %i applications answer %s', (lots, used, code) => {
  const listed = { minLots: 10, maxLots: 50, leftLots: 60 }
  expect(checkBlockApplication(practice, listed, lots, used)?.code).toBe(code)
})

test('more lots than are left are refused with what is left', () => {
  expect(checkBlockApplication(practice, { minLots: 10, maxLots: 50, leftLots: 12 }, 13, 0)).toEqual({
    code: 'block.sold-out',
    params: { left: 12 },
  })
})

test('a block costs its value and the fee of every purchase', () => {
  expect(blockCost(termsOf('tw'), 4_820, 10_000)).toEqual({
    value: 48_200_000n,
    fee: 68_600n,
    total: 48_268_600n,
  })
})

test('a premium is rounded half away from zero', () => {
  expect(premiumOf(4_820, 4_910)).toBe(-183)
  expect(premiumOf(20_001, 20_000)).toBe(1)
  expect(premiumOf(19_999, 20_000)).toBe(-1)
  expect(premiumOf(10_000, 10_000)).toBe(0)
})

const closures = closuresOf([{ date: '2026-11-19', settlementOnly: true }])
const at = (text: string): number => new Date(`${text}:00+08:00`).getTime()

test.each([
  ['2026-11-17T08:59', false],
  ['2026-11-17T09:00', true],
  ['2026-11-17T16:59', true],
  ['2026-11-17T17:00', false],
])('the real market takes applications at %s: %s', (moment, isOpen) => {
  expect(blockDayAt('twse', closures, tw, at(moment)).isOpen).toBe(isOpen)
})

test('the practice market takes applications while it trades continuously', () => {
  expect(blockDayAt('practice', closures, practice, at('2026-11-17T05:04')).isOpen).toBe(false)
  const night = blockDayAt('practice', closures, practice, at('2026-11-18T04:54'))
  expect(night).toMatchObject({ date: '2026-11-17', isOpen: true, settlesOn: '2026-11-19' })
  expect(blockDayAt('practice', closures, practice, at('2026-11-18T04:55')).isOpen).toBe(false)
})

test('shares settled on a closed day are sellable on the next', () => {
  expect(blockDayAt('twse', closures, tw, at('2026-11-17T10:00'))).toMatchObject({
    settlesOn: '2026-11-19',
    sellableOn: '2026-11-20',
  })
})
