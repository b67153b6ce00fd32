import type { OddTexts } from './tw.ts'

export const texts: OddTexts = {
  match: 'Match',
  next: (seconds, every) => `Match in ${seconds} s, every ${every} s`,
  first: (time, every) => `Match at ${time}, then every ${every} s`,
  closed: 'Odd lots match from the open to the close',
  indicative: (price, shares) => `${shares} shares at ${price}`,
  noIndicative: 'No orders match at the moment',
  bid: 'Bid',
  ask: 'Ask',
  limit: 'Limit',
  howMuch: 'How much',
  by: { shares: 'Shares', amount: 'Amount' },
  all: 'Max',
  quick: 'Quick choices',
  division: (amount, price) => `${amount} ÷ ${price}`,
  stays: (amount) => `${amount} stays`,
  monthly: 'Buy every month: savings plan',
  cannot: 'Cannot',
  cannots: ['leverage', 'short', 'day trade', 'market'],
}
