import { describe, expect, it } from 'vitest'
import { maxOf, withdrawalStop, type Offer } from './withdrawal-limits.ts'

const offer: Offer = {
  currency: 'TWD',
  withdrawable: '61248000',
  settling: [],
  owed: '0',
  called: '0',
  min: '100000',
  max: '50000000',
  leftToday: '30000000',
  timesLeftToday: 2,
  fee: '1500',
  isOpen: true,
  hours: { open: '09:30', close: '19:30' },
  opensAt: null,
  expectedAt: null,
  hasFundPassword: true,
  coolDownEndsAt: null,
  pending: null,
}

describe('withdrawal limits', () => {
  it('name the first obstacle and its amount', () => {
    expect(withdrawalStop(offer, 99_999n)).toEqual({ why: 'low', amount: 100_000n })
    expect(withdrawalStop(offer, 50_000_001n)).toEqual({ why: 'high', amount: 50_000_000n })
    expect(withdrawalStop({ ...offer, withdrawable: '150000' }, 200_000n)).toEqual({
      why: 'short',
      amount: 51_500n,
    })
    expect(withdrawalStop(offer, 30_000_001n)).toEqual({ why: 'today', amount: 30_000_000n })
    expect(withdrawalStop({ ...offer, timesLeftToday: 0 }, 200_000n)).toEqual({ why: 'times' })
    expect(withdrawalStop(offer, 30_000_000n)).toBeUndefined()
  })

  it('offer as maximum exactly what passes', () => {
    expect(maxOf(offer)).toBe(30_000_000n)
    expect(withdrawalStop(offer, maxOf(offer))).toBeUndefined()
    const little = { ...offer, withdrawable: '150000' }
    expect(maxOf(little)).toBe(148_500n)
    expect(withdrawalStop(little, 148_500n)).toBeUndefined()
    expect(withdrawalStop(little, 148_501n)).toEqual({ why: 'short', amount: 1n })
    expect(maxOf({ ...offer, withdrawable: '101499' })).toBe(0n)
    expect(maxOf({ ...offer, timesLeftToday: 0 })).toBe(0n)
  })

  it('do not apply own bounds to another currency', () => {
    const usd: Offer = {
      ...offer,
      currency: 'USD',
      withdrawable: '5000',
      min: null,
      max: null,
      leftToday: null,
      fee: '0',
    }
    expect(withdrawalStop(usd, 1n)).toBeUndefined()
    expect(maxOf(usd)).toBe(5_000n)
    expect(withdrawalStop(usd, 5_001n)).toEqual({ why: 'short', amount: 1n })
    expect(maxOf({ ...usd, withdrawable: '0' })).toBe(0n)
  })
})
