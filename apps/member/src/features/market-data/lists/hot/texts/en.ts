import type { HotTexts } from './tw.ts'

export const texts: HotTexts = {
  how: 'How it is ranked: ',
  rule: 'today’s turnover so far, largest first, worked out every 5 s. Views, advertising and our own positions play no part.',
  boards: 'Market',
  list: 'Active stocks, by turnover',
  rank: (place) => `No. ${place}`,
  turnover: (amount) => `turnover ${amount}`,
  none: 'Nothing has traded today yet.',
}
