import { expect, test } from 'vitest'
import { candleOfTrade } from './candle.ts'
import { dateStart, gather, minuteStart, periodStart } from './periods.ts'

const taipei = (text: string): number => new Date(`${text.replace(' ', 'T')}+08:00`).getTime()

test.each([
  ['1m', '2026-11-13 09:07:59.999', '2026-11-13 09:07'],
  ['3m', '2026-11-13 09:07:59.999', '2026-11-13 09:06'],
  ['15m', '2026-11-13 09:14:59', '2026-11-13 09:00'],
  ['15m', '2026-11-13 09:15:00', '2026-11-13 09:15'],
  // The closing auction trades exactly on the minute and begins a new candle.
  ['30m', '2026-11-13 13:30:00', '2026-11-13 13:30'],
  ['30m', '2026-11-14 04:59:59', '2026-11-14 04:30'],
] as const)('a %s candle that holds %s begins at %s', (period, at, start) => {
  expect(periodStart(period, taipei(at))).toBe(taipei(start))
})

test.each([
  ['day', '2026-11-13', '2026-11-13'],
  ['month', '2026-11-13', '2026-11-01'],
  ['month', '2026-02-28', '2026-02-01'],
  ['year', '2026-12-31', '2026-01-01'],
  ['year', '2024-02-29', '2024-01-01'],
] as const)('the %s of trading date %s begins on %s in Taipei', (period, date, start) => {
  expect(periodStart(period, dateStart(date))).toBe(taipei(`${start} 00:00`))
})

test('a minute starts at second zero', () => {
  expect(minuteStart(taipei('2026-11-13 09:07:59.999'))).toBe(taipei('2026-11-13 09:07'))
})

test('gathering keeps order, joins minutes of a period and keeps gaps', () => {
  const minute = (text: string, price: number) => ({
    at: taipei(`2026-11-13 ${text}`),
    ...candleOfTrade(price, 1_000),
  })
  const gathered = gather('15m', [
    minute('09:00', 5),
    minute('09:14', 9),
    minute('09:15', 7),
    minute('13:30', 8),
  ])
  expect(gathered.map(({ at, open, high, close, trades }) => [at, open, high, close, trades])).toEqual([
    [taipei('2026-11-13 09:00'), 5, 9, 9, 2],
    [taipei('2026-11-13 09:15'), 7, 7, 7, 1],
    [taipei('2026-11-13 13:30'), 8, 8, 8, 1],
  ])
})
