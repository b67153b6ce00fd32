// What product and model begin with.

import type { Currency } from '@fairlot/money'
import { memberCount } from './steps.ts'

export const startOf: Readonly<Record<Currency, bigint>> = {
  TWD: 1_000_000_000n,
  RMB: 5_000_000n,
  HKD: 5_000_000n,
  USD: 2_000_000n,
  THB: 40_000_000n,
  JPY: 90_000_000n,
  VND: 9_000_000_000n,
  MYR: 5_000_000n,
  KRW: 900_000_000n,
  INR: 90_000_000n,
}
/** New Taiwan dollars for one unit, in billionths. */
export const firstMids: readonly (readonly [Currency, bigint])[] = [
  ['RMB', 4_312_345_678n],
  ['HKD', 3_971_234_567n],
  ['USD', 31_012_345_678n],
  ['THB', 951_234_567n],
  ['JPY', 205_123_456n],
  ['VND', 1_203_456n],
  ['MYR', 7_301_234_567n],
  ['KRW', 21_512_345n],
  ['INR', 352_345_678n],
]
export const quoteSeconds = 30
/** A Wednesday. */
export const firstDate = '2026-11-18'
export const symbol = '2330'
/** It does not move. Trades have no costs here: their amounts are in the simulation of trading. */
export const sharePrice = 10_000
export const startShares = 20_000n
export const poolShares = 1_000_000n
/** Of the value of a short, besides its proceeds. */
export const marginPercent = 90n

export const memberIds = Array.from(
  { length: memberCount },
  (_each, n) => `01900000-0000-7000-8000-00000000000${n}`,
)
