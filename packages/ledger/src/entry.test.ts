import { describe, expect, it } from 'vitest'
import { assertEntry, entry, fees, LARGEST_AMOUNT, member } from './index.ts'
import { head } from './testing/fixtures.ts'

const own = member('01900000-0000-7000-8000-000000000001')
const peer = member('01900000-0000-7000-8000-000000000002')

describe('building an entry', () => {
  it('writes the expected lines in order', () => {
    const { lines } = entry(head())
      .move(100n, own.available('TWD'), peer.available('TWD'))
      .move(0n, own.available('TWD'), fees('brokerage', 'TWD'))
      .hold('h', 30n, peer.available('TWD'))
      .capture('h', 20n, peer.available('TWD'), fees('brokerage', 'TWD'))
      .release('h', 10n, peer.available('TWD'))
      .done()
    expect(lines).toEqual([
      { account: own.available('TWD'), amount: -100n },
      { account: peer.available('TWD'), amount: 100n },
      { account: peer.available('TWD'), amount: -30n },
      { account: peer.held('TWD'), amount: 30n, hold: 'h' },
      { account: peer.held('TWD'), amount: -20n, hold: 'h' },
      { account: fees('brokerage', 'TWD'), amount: 20n },
      { account: peer.held('TWD'), amount: -10n, hold: 'h' },
      { account: peer.available('TWD'), amount: 10n },
    ])
  })

  it('refuses an entry that does not balance per asset', () => {
    expect(() => entry(head()).move(5n, own.available('TWD'), own.available('USD')).done()).toThrow(
      'is off by',
    )
    expect(() =>
      entry(head())
        .line({ account: own.available('TWD'), amount: 5n })
        .done(),
    ).toThrow('two lines')
    expect(() => entry(head()).move(-5n, own.available('TWD'), peer.available('TWD'))).toThrow(RangeError)
  })

  it('refuses zero lines and amounts out of range', () => {
    const lines = (amount: bigint) => [
      { account: own.available('TWD'), amount },
      { account: peer.available('TWD'), amount: -amount },
    ]
    expect(() => assertEntry({ ...head(), lines: lines(0n) })).toThrow('a line of zero')
    expect(() => assertEntry({ ...head(), lines: lines(LARGEST_AMOUNT + 1n) })).toThrow('out of range')
    expect(() => assertEntry({ ...head(), lines: lines(LARGEST_AMOUNT) })).not.toThrow()
  })
})
