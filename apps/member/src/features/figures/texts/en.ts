import type { FiguresTexts } from './tw.ts'

export const texts: FiguresTexts = {
  names: {
    total: 'Total assets',
    available: 'Available',
    held: 'On hold',
    unsettled: 'Unsettled',
    collateral: 'Margin and collateral',
    marketValue: 'Market value',
    loans: 'Loans',
    buyingPower: 'Buying power',
    withdrawable: 'Withdrawable',
    unrealised: 'Unrealised result',
    dayProfit: "Today's result",
  },
  how: 'Breakdown',
  howOf: (name) => `Breakdown: ${name}`,
  terms: 'What total assets consist of',
  gross: 'In the account',
  own: 'Yours',
  borrowed: 'Borrowed',
  today: 'Today',
  realised: 'Realised',
  unrealisedToday: 'Change of unrealised',
  rebates: 'Fee vouchers',
  asOf: (time) => `Ledger as of ${time}`,
}
