import { expect, test } from 'vitest'
import {
  type AuctionOffer,
  auctionProblem,
  bidRefusal,
  capLotsOf,
  ceilingFor,
  ceilingProblem,
  depositOf,
  priceBands,
} from './index.ts'

const now = new Date('2026-03-10T00:00:00Z')
const at = (day: string) => new Date(`2026-03-${day}T06:00:00Z`)
const good: AuctionOffer = {
  symbol: '6110',
  name: { tw: '曜石光電', en: 'Obsidian' },
  industry: { tw: '光通訊', en: 'Optical networks' },
  floorPrice: 6_000n,
  lots: 2_400,
  minLots: 1,
  maxLots: 240,
  startsAt: at('11'),
  closesAt: at('13'),
  opensAt: at('17'),
  payBy: at('19'),
  listsOn: '2026-03-24',
}

test('an auction is refused by the first field that is wrong', () => {
  expect(auctionProblem(good, now)).toBeUndefined()
  const wrong: readonly (readonly [keyof AuctionOffer, unknown])[] = [
    ['symbol', 's110'],
    ['symbol', 'S110'],
    ['name', { tw: ' ', en: 'Obsidian' }],
    ['industry', { tw: '光通訊', en: '' }],
    ['floorPrice', 0n],
    ['floorPrice', 6_005n],
    ['lots', 0],
    ['minLots', 0],
    ['maxLots', 241],
    ['startsAt', now],
    ['closesAt', at('11')],
    ['opensAt', at('13')],
    ['payBy', at('17')],
    ['listsOn', '2026-03-19'],
    ['listsOn', '2026-08-01'],
  ]
  for (const [field, value] of wrong)
    expect([field, auctionProblem({ ...good, [field]: value }, now)]).toEqual([field, field])
})

test('one person gets a tenth at most, and at least one lot', () => {
  expect([2_400, 1_020, 19, 5].map(capLotsOf)).toEqual([240, 102, 1, 1])
})

test('bids are accepted in the window of a running auction only', () => {
  const auction = { state: 'bidding', isRemoved: false, closesAt: at('13') } as const
  expect(bidRefusal(auction, at('12'))).toBeUndefined()
  expect(bidRefusal(auction, at('13'))).toBe('auction.closed')
  expect(bidRefusal({ ...auction, state: 'not-started' }, at('10'))).toBe('auction.not-started')
  expect(bidRefusal({ ...auction, state: 'closed' }, at('14'))).toBe('auction.closed')
  expect(bidRefusal({ ...auction, state: 'void', isRemoved: true }, at('12'))).toBe('stock.removed')
})

test('a ceiling is whole steps and covers the smallest bid', () => {
  expect(ceilingFor(20_550_000n)).toBe(21_000_000n)
  expect(ceilingFor(21_000_000n)).toBe(21_000_000n)
  expect(ceilingProblem(good, 6_000_000n)).toBe(false)
  expect(ceilingProblem(good, 5_000_000n)).toBe(true)
  expect(ceilingProblem(good, 6_000_100n)).toBe(true)
  expect(ceilingProblem(good, 10n ** 18n)).toBe(true)
})

test('the deposit of won lots is within the deposit of the ceiling', () => {
  expect(depositOf(20_550_000n, 5_000)).toBe(10_275_000n)
  expect(depositOf(3n, 5_000)).toBe(2n)
  for (let amount = 1n; amount < 200n; amount += 1n)
    expect(depositOf(amount, 5_000) <= depositOf(200n, 5_000)).toBe(true)
})

test('prices become few bands with the last winning price alone', () => {
  const level = (price: number, asked: number, awarded: number) => ({ price: BigInt(price), asked, awarded })
  const band = (from: number, to: number, asked: number, awarded: number) => ({
    from: BigInt(from),
    to: BigInt(to),
    asked,
    awarded,
  })
  expect(priceBands([])).toEqual([])
  expect(priceBands([level(6_000, 3, 0)])).toEqual([band(6_000, 6_000, 3, 0)])
  expect(
    priceBands([level(6_000, 4, 1), level(6_500, 2, 2), level(5_900, 1, 0), level(5_800, 7, 0)]),
  ).toEqual([band(6_500, 6_500, 2, 2), band(6_000, 6_000, 4, 1), band(5_800, 5_900, 8, 0)])
  const many = Array.from({ length: 40 }, (_, n) => level(6_000 + 10 * n, 2, n === 0 ? 1 : 2))
  const bands = priceBands(many)
  expect(bands).toHaveLength(6)
  expect(bands.at(-1)).toEqual(band(6_000, 6_000, 2, 1))
  expect(bands.reduce((sum, { awarded }) => sum + awarded, 0)).toBe(79)
})
