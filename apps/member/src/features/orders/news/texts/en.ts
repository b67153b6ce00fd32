import type { NewsTexts } from './tw.ts'

export const texts: NewsTexts = {
  filled: (name, side, quantity) => `${name}: ${quantity} ${side === 'buy' ? 'bought' : 'sold'}`,
  filledDetail: (price) => `Filled at ${price}`,
  averageDetail: (price) => `Filled at ${price} on average`,
  executedDetail: (price) => `Executed at ${price}, costs follow`,
  refused: (name) => `${name} order rejected`,
  refusedDetail: 'The money on hold was released.',
  cancelled: (name, quantity) => `${name}: ${quantity} cancelled`,
  cancelledDetail: 'The hold on the unfilled part was released.',
  view: 'View order',
  viewDayTrades: 'View day trades',
  covering: (count, time) =>
    `${count} open day ${count === 1 ? 'trade' : 'trades'}, automatic cover at ${time}`,
  coveringDetail: 'Covered at market at that time. A fill is not guaranteed.',
}
