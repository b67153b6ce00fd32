import { expect, test } from 'vitest'
import {
  applyRefusal,
  chanceOf,
  offerProblem,
  type OfferTerms,
  placesOf,
  sharesRefusal,
  subscriptionCost,
} from './index.ts'

const now = new Date('2026-03-10T00:00:00Z')
const at = (day: string) => new Date(`2026-03-${day}T07:30:00Z`)
const good: OfferTerms = {
  symbol: '7101',
  name: { tw: '禾光精密', en: 'Heguang' },
  industry: { tw: '光學元件', en: 'Optics' },
  price: 8_600n,
  lots: 820,
  minShares: 1_000,
  maxPerMember: 1,
  paymentMode: 'prepaid',
  pe: 1_840,
  industryPe: 2_170,
  announcesAt: at('10'),
  opensAt: at('11'),
  closesAt: at('13'),
  drawsAt: at('16'),
  payBy: at('17'),
  issuesOn: '2026-03-20',
  listsOn: '2026-03-20',
}

test('an offer is refused by the first field that is wrong', () => {
  expect(offerProblem(good, now)).toBeUndefined()
  const wrong: readonly (readonly [keyof OfferTerms, unknown])[] = [
    ['symbol', 'S101'],
    ['name', { tw: ' ', en: 'Heguang' }],
    ['industry', { tw: '光學', en: '' }],
    ['price', 0n],
    ['price', 8_605n],
    ['lots', 0],
    ['minShares', 1_500],
    ['minShares', 3_000],
    ['maxPerMember', 0],
    ['maxPerMember', 11],
    ['pe', 0],
    ['industryPe', -1],
    ['announcesAt', at('12')],
    ['closesAt', at('11')],
    ['drawsAt', at('13')],
    ['payBy', at('16')],
    ['issuesOn', '2026-03-16'],
    ['listsOn', '2026-03-19'],
    ['listsOn', '2026-08-01'],
  ]
  for (const [field, value] of wrong)
    expect([field, offerProblem({ ...good, [field]: value }, now)]).toEqual([field, field])
  expect(offerProblem({ ...good, issuesOn: '2026-03-17', listsOn: '2026-03-17' }, now)).toBe('listsOn')
  expect(offerProblem(good, at('11'))).toBe('opensAt')
})

test('every share of an offer belongs to a whole application', () => {
  expect(placesOf(good)).toBe(820)
  expect(placesOf({ lots: 820, minShares: 2_000 })).toBe(410)
})

test('applications are accepted in the window of a running offer only', () => {
  const phase = { state: 'subscribing', stage: null, isRemoved: false, closesAt: at('13') } as const
  expect(applyRefusal(phase, at('12'))).toBeUndefined()
  expect(applyRefusal(phase, at('13'))).toBe('subscription.closed')
  expect(applyRefusal({ ...phase, state: 'pending' }, at('12'))).toBe('time.subscription-not-arrived')
  expect(applyRefusal({ ...phase, state: 'not-started' }, at('12'))).toBe('time.subscription-not-arrived')
  expect(applyRefusal({ ...phase, state: 'ended', stage: 'void' }, at('12'))).toBe('subscription.closed')
  expect(applyRefusal({ ...phase, state: 'ended', isRemoved: true }, at('12'))).toBe('stock.removed')
})

test('an application has exactly the shares of the offer', () => {
  expect(sharesRefusal(999, 1_000)).toBe('subscription.minimum')
  expect(sharesRefusal(1_000, 1_000)).toBeUndefined()
  expect(sharesRefusal(2_000, 1_000)).toBe('subscription.maximum')
})

test('a prepaid application holds price and fee, another the fee', () => {
  expect(subscriptionCost(good, 1_000)).toEqual({ amount: 8_600_000n, fee: 2_000n, held: 8_602_000n })
  expect(subscriptionCost({ ...good, paymentMode: 'on_win' }, 1_000).held).toBe(2_000n)
})

test('the chance is the places over the applications', () => {
  expect(chanceOf(820, 12_480)).toBe(657)
  expect(chanceOf(820, 0)).toBe(10_000)
  expect(chanceOf(820, 820)).toBe(10_000)
})
