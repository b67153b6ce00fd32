import type { SectorsTexts } from './tw.ts'

const short: Readonly<Record<string, string>> = {
  'Biotechnology and Medical Care': 'Biotech and Medical',
  'Building Material and Construction': 'Construction',
  'Communications and Internet': 'Telecom and Internet',
  'Computer and Peripheral Equipment': 'Computers',
  'Digital and Cloud Services': 'Cloud Services',
  'Electronic Parts and Components': 'Electronic Parts',
  'Electronic Products Distribution': 'Electronics Trade',
  'Financial and Insurance': 'Finance',
  'Green Energy and Environmental Services': 'Green Energy',
  Optoelectronics: 'Optics',
  'Shipping and Transportation': 'Shipping',
  'Trading and Consumer Goods': 'Consumer Goods',
}

export const texts: SectorsTexts = {
  legend: 'Area is today’s turnover, colour is the change.',
  rule: 'A sector’s change is the average of its stocks’ changes, weighted by turnover, without ETFs. Industries are those of the two exchanges; unclassified stocks are in Other.',
  map: 'Map of the sectors, by turnover',
  shown: (shown, share) => `The map shows the ${shown} most traded sectors, ${share} of turnover`,
  name: (name) => short[name] ?? name,
  turnover: (amount) => `Turnover ${amount}`,
  spoken: ({ name, change, turnover, rising, flat, falling }) =>
    `${name}, ${change}, turnover ${turnover}, ${rising} up, ${flat} flat, ${falling} down`,
  unknown: 'no trade',
  limitUp: (count) => `Limit up ${count}`,
  limitDown: (count) => `Limit down ${count}`,
  stocks: (count) => (count === 1 ? `${count} stock` : `${count} stocks`),
  openAll: (name, count) => (count === 1 ? `The stock of ${name}` : `All ${count} stocks of ${name}`),
  leaders: (name) => `Most traded stocks of ${name}`,
  all: 'All sectors',
  breadth: { rising: 'up', flat: 'flat', falling: 'down' },
  none: 'There are no stocks yet.',
  quiet: 'No trades today yet. The map appears after the first one.',
}
