import type { RangeName } from '../screen-query.ts'
import type { ScreenerTexts } from './tw.ts'

const names: Readonly<Record<RangeName, string>> = {
  price: 'Price',
  change: 'Change',
  volume: 'Volume',
  turnover: 'Turnover',
  pe: 'P/E',
  dividendYield: 'Yield',
}

const units: Readonly<Record<RangeName, string>> = {
  price: 'NT$',
  change: '%',
  volume: 'lots',
  turnover: 'NT$ million',
  pe: 'times',
  dividendYield: '%',
}

const measured = (name: RangeName, value: string): string =>
  ({
    price: `NT$${value}`,
    change: `${value}%`,
    volume: `${value} lots`,
    turnover: `NT$${value} M`,
    pe: value,
    dividendYield: `${value}%`,
  })[name]

export const texts: ScreenerTexts = {
  saved: 'Saved screens',
  max: (max) => `up to ${max}`,
  matches: (count) => (count === 1 ? `${count} match` : `${count} matches`),
  conditions: 'Conditions, all must hold',
  noConditions: 'No conditions yet: all stocks and ETFs are listed.',
  clear: 'Clear',
  edit: 'Set conditions',
  remove: (condition) => `Remove condition ${condition}`,
  names,
  units,
  range: (name, from, to) =>
    from === ''
      ? `${names[name]} ≤ ${measured(name, to)}`
      : to === ''
        ? `${names[name]} ≥ ${measured(name, from)}`
        : `${names[name]} ${from} to ${measured(name, to)}`,
  industry: 'Industry',
  industries: (list) => list.join(', '),
  manyIndustries: (count) => `${count} industries`,
  kind: 'Type',
  kinds: { any: 'All', stock: 'Stocks', etf: 'ETFs' },
  limit: 'At limit',
  limits: { any: 'Any', up: 'Limit up', down: 'Limit down' },
  from: (name) => `${names[name]} from`,
  to: (name) => `${names[name]} to`,
  notNumber: 'Enter a number with up to two decimals.',
  order: 'The end cannot be below the start.',
  apply: 'Apply conditions',
  result: (count) => (count === 1 ? `${count} match` : `${count} matches`),
  of: (total) => `of ${total}`,
  link: { copy: 'Copy link', copied: 'Link copied', failed: 'Could not copy' },
  sort: 'Sort',
  sortings: { turnover: 'Turnover', volume: 'Volume', change: 'Change', price: 'Price', symbol: 'Code' },
  columns: { stock: 'Stock', traded: 'Volume / turnover', price: 'Price / change' },
  lots: (lots) => `${lots} lots`,
  lacking: (count) =>
    count === 1
      ? 'One more has no P/E or yield and is left out.'
      : `${count} more have no P/E or yield and are left out.`,
  list: 'Stocks that match',
  none: 'No stocks match all conditions right now.',
  save: 'Save screen',
  delete: 'Delete this screen',
  deleted: 'Screen deleted',
  savedToast: 'Screen saved',
  name: 'Name',
  nameHelp: 'A screen of the same name is replaced.',
  required: 'Enter a name',
  rule: 'Live prices of today; stocks without a trade count at their reference price.',
}
