import type { HomeTexts } from './tw.ts'

export const texts: HomeTexts = {
  search: 'Search stocks',
  guest: {
    title: 'Look around first',
    text: 'You can view prices without an account. Log in for a watch list, price alerts and paper money.',
    login: 'Log in',
    register: 'Create account',
  },
  indices: 'Indices',
  index: {
    rule: 'How it is calculated',
    own: 'This is our own index, calculated only from stocks traded here. It is not an index published by an exchange.',
    last: 'Now',
    reference: 'Yesterday’s close',
    change: 'Change',
    open: (name) => `${name}: how it is calculated`,
  },
  shortcuts: 'Shortcuts',
  links: {
    subscribe: 'New shares',
    auctions: 'Auctions',
    placements: 'Placements',
    block: 'Block trades',
    dayTrade: 'Day trading',
    follow: 'Copy trading',
    deposit: 'Deposit',
    withdraw: 'Withdraw',
    exchange: 'Exchange',
    credit: 'Loans',
  },
  hot: 'Active stocks',
  hotRule: 'Top five by turnover today',
  hotAll: 'See all',
  hotNone: 'No trades today yet.',
  foot: 'Prices, indices and money are simulated. Company names are for identification only.',
  directions: { up: 'up', down: 'down', flat: 'unchanged' },
}
