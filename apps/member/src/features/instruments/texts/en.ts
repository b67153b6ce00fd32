import type { InstrumentsTexts } from './tw.ts'

export const texts: InstrumentsTexts = {
  label: 'Stock code or name',
  placeholder: 'Code, Chinese or English name',
  clear: 'Clear what is typed',
  cancel: 'Cancel',
  stocks: 'Stocks',
  etf: 'ETF',
  kinds: 'Kind',
  filters: { all: 'All', listed: 'Listed', otc: 'OTC', etf: 'ETF' },
  all: (count) => `See all ${count}`,
  found: (count) => `${count} found`,
  orMore: (count) => `${count} or more`,
  none: (text) => `Nothing found for “${text}”`,
  noneJoin: '. ',
  noneText:
    'Search Taiwan’s listed, OTC and ETF securities by code, Chinese or English name. There are no US stocks here.',
  noneOfKind: 'None of this kind.',
  near: 'Did you mean',
  recent: 'Recent searches',
  forget: 'Clear',
  forgetSpoken: 'Clear recent searches',
  looked: 'Looked at today',
  lookedRule: 'Members who really looked',
  members: (count) => (count === 1 ? '1 member looked' : `${count} members looked`),
  start: 'Type a code or a name. Results appear as you type.',
}
