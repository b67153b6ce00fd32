// The practice market's rates: they move, they are the same for everyone at the same moment, and they are marked as
// simulated wherever they show. They are no bank's rates.

import { createHash } from 'node:crypto'
import type { Currency } from '@fairlot/money'
import { dollarsFrom, type OwnRate, type RateSource } from './source.ts'

/** New Taiwan dollars for one unit around which the practice rate moves, in billionths. */
const around: readonly (readonly [Currency, bigint])[] = [
  ['USD', 31_000_000_000n],
  ['RMB', 4_300_000_000n],
  ['HKD', 3_970_000_000n],
  ['JPY', 205_000_000n],
  ['KRW', 21_500_000n],
  ['THB', 950_000_000n],
  ['MYR', 7_300_000_000n],
  ['VND', 1_200_000n],
  ['INR', 352_273_000n],
]

const stepMs = 4_000

/** In millionths of the rate: three waves of different length and a small step that differs for every moment. */
function moveOf(currency: Currency, now: Date, own: string): bigint {
  const step = Math.floor(now.getTime() / stepMs)
  const digest = createHash('sha256').update(`fairlot practice rate ${currency}`).digest()
  const phase = digest[0]! / 256
  const wave = (length: number, size: number): number =>
    Math.sin((step / length + phase) * 2 * Math.PI) * size
  const small = createHash('sha256').update(`${currency} ${step} ${own}`).digest()[0]! - 128
  return BigInt(Math.round(wave(5_400, 4_000) + wave(700, 900) + wave(61, 220) + small))
}

/** The second differs from the first by less than two banks do. */
export const practiceSource = (name: 'practice-a' | 'practice-b'): RateSource => ({
  name,
  isSimulated: true,
  read: (now) => {
    const own = new Map<Currency, OwnRate>([['TWD', { amount: 1_000_000_000n, units: 1n }]])
    for (const [currency, usual] of around) {
      const amount = usual + (usual * moveOf(currency, now, name)) / 1_000_000n
      own.set(currency, { amount, units: 1n })
    }
    return Promise.resolve({ dollars: dollarsFrom(own), at: now })
  },
})
