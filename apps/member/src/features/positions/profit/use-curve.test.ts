import { expect, test } from 'vitest'
import { withToday } from './use-curve.ts'

type Past = Parameters<typeof withToday>[0]
type Account = Parameters<typeof withToday>[1]

const past: Past = {
  from: '2026-03-10',
  today: '2026-03-12',
  opening: '1000000',
  before: {
    paidIn: '200000',
    profit: '30000',
    realised: '10000',
    unrealised: '14000',
    rebates: '5000',
    currency: '1000',
  },
  costs: '1500',
  won: 1,
  closed: 2,
  line: [
    { date: '2026-03-10', total: '1250000', paidIn: '200000', profit: '50000', result: '50000' },
    { date: '2026-03-11', total: '1230000', paidIn: '0', profit: '-20000', result: '30000' },
  ],
  indexBp: null,
  asOf: '2026-03-12T04:48:36.000Z',
}
const account = {
  total: '1215000',
  day: {
    date: '2026-03-12',
    opening: '1230000',
    paidIn: '-5000',
    profit: '-10000',
    realised: '0',
    unrealised: '-10000',
    rebates: '0',
    currency: '0',
  },
} as Account

test('today of the figures is the last point of the curve', () => {
  const { line, drawdown, ...sums } = withToday(past, account)
  expect(line.at(-1)).toEqual({
    date: '2026-03-12',
    total: 1_215_000n,
    paidIn: -5_000n,
    profit: -10_000n,
    result: 20_000n,
  })
  expect(line.reduce((sum, { profit }) => sum + profit, 0n)).toBe(sums.profit)
  expect(sums.opening + sums.paidIn + sums.profit).toBe(sums.total)
  expect(sums.realised + sums.unrealised + sums.rebates + sums.currency).toBe(sums.profit)
  expect(sums).toMatchObject({ profit: 20_000n, profitBp: 167, total: 1_215_000n })
  expect(drawdown).toBe(-30_000n)
})
