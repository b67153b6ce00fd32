import type { HomeTexts } from './tw.ts'

export const texts: HomeTexts = {
  search: 'Search stocks',
  guest: {
    title: 'Look around first',
    text: 'Prices need no account. Log in for a watch list, price alerts and paper money.',
    login: 'Log in',
    register: 'Create account',
  },
  indices: 'Indices',
  index: {
    rule: 'How it is worked out',
    own: 'This is the venue’s own index, made only of what trades here. It is not an index an exchange publishes.',
    last: 'Now',
    reference: 'Yesterday’s close',
    change: 'Change',
    open: (name) => `${name}: how it is worked out`,
  },
  shortcuts: 'Shortcuts',
  links: {
    watch: 'Watch list',
    hot: 'Active',
    market: 'Market',
    search: 'Search',
    security: 'Security',
  },
  hot: 'Active stocks',
  hotRule: 'The five with most turnover today',
  hotAll: 'See all',
  hotNone: 'Nothing has traded today yet.',
  foot: 'Prices, indices and money are simulated. Company names only identify.',
  directions: { up: 'up', down: 'down', flat: 'unchanged' },
}
