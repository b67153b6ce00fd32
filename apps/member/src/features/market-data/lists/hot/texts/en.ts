import type { HotTexts } from './tw.ts'

export const texts: HotTexts = {
  how: 'How it is ranked: ',
  rule: 'today’s turnover so far, largest first, updated every 5 s. Views, advertising and our own positions have no influence.',
  boards: 'Market',
  list: 'Active stocks, by turnover',
  rank: (place) => `No. ${place}`,
  turnover: (amount) => `turnover ${amount}`,
  none: 'No trades today yet.',
}
