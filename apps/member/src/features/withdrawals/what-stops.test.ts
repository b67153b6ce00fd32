import { describe, expect, it } from 'vitest'
import { mostOf, whatStops, type Offer } from './what-stops.ts'

const offer: Offer = {
  currency: 'TWD',
  withdrawable: '61248000',
  settling: [],
  owed: '0',
  min: '100000',
  max: '50000000',
  leftToday: '30000000',
  timesLeftToday: 2,
  fee: '1500',
  isOpen: true,
  opensAt: null,
  expectedAt: null,
  hasFundPassword: true,
  restsUntil: null,
  pending: null,
}

describe('what stops a withdrawal', () => {
  it('names the first thing that stands in the way, and how much', () => {
    expect(whatStops(offer, 99_999n)).toEqual({ why: 'low', amount: 100_000n })
    expect(whatStops(offer, 50_000_001n)).toEqual({ why: 'high', amount: 50_000_000n })
    expect(whatStops({ ...offer, withdrawable: '150000' }, 200_000n)).toEqual({
      why: 'short',
      amount: 51_500n,
    })
    expect(whatStops(offer, 30_000_001n)).toEqual({ why: 'today', amount: 30_000_000n })
    expect(whatStops({ ...offer, timesLeftToday: 0 }, 200_000n)).toEqual({ why: 'times' })
    expect(whatStops(offer, 30_000_000n)).toBeUndefined()
  })

  it('offers as all exactly what passes', () => {
    expect(mostOf(offer)).toBe(30_000_000n)
    expect(whatStops(offer, mostOf(offer))).toBeUndefined()
    const little = { ...offer, withdrawable: '150000' }
    expect(mostOf(little)).toBe(148_500n)
    expect(whatStops(little, 148_500n)).toBeUndefined()
    expect(whatStops(little, 148_501n)).toEqual({ why: 'short', amount: 1n })
    expect(mostOf({ ...offer, withdrawable: '101499' })).toBe(0n)
    expect(mostOf({ ...offer, timesLeftToday: 0 })).toBe(0n)
  })

  it('has no bounds of its own in another currency', () => {
    const usd: Offer = {
      ...offer,
      currency: 'USD',
      withdrawable: '5000',
      min: null,
      max: null,
      leftToday: null,
      fee: '0',
    }
    expect(whatStops(usd, 1n)).toBeUndefined()
    expect(mostOf(usd)).toBe(5_000n)
    expect(whatStops(usd, 5_001n)).toEqual({ why: 'short', amount: 1n })
    expect(mostOf({ ...usd, withdrawable: '0' })).toBe(0n)
  })
})
