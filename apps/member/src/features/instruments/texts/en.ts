import type { InstrumentsTexts } from './tw.ts'

export const texts: InstrumentsTexts = {
  label: 'Stock code or name',
  placeholder: 'Code, Chinese or English name',
  clear: 'Clear input',
  cancel: 'Cancel',
  stocks: 'Stocks',
  etf: 'ETF',
  kinds: 'Category',
  filters: { all: 'All', listed: 'Listed', otc: 'OTC', etf: 'ETF' },
  all: (count) => `See all ${count}`,
  found: (count) => `${count} found`,
  orMore: (count) => `${count} or more`,
  none: (text) => `No results for “${text}”`,
  noneText:
    'Search Taiwan’s listed and OTC stocks and ETFs by code, Chinese or English name. US stocks are not included.',
  noneOfKind: 'No results in this category.',
  near: 'Did you mean',
  recent: 'Recent searches',
  forget: 'Clear',
  forgetSpoken: 'Clear recent searches',
  viewed: 'Popular today',
  viewedRule: 'Members who viewed',
  members: (count) => (count === 1 ? '1 member viewed' : `${count} members viewed`),
  start: 'Type a code or a name. Results appear as you type.',
}
