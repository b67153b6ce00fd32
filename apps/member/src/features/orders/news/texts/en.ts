import type { NewsTexts } from './tw.ts'

export const texts: NewsTexts = {
  filled: (name, side, lots) =>
    `${name}: ${lots} ${lots === '1' ? 'lot' : 'lots'} ${side === 'buy' ? 'bought' : 'sold'}`,
  filledDetail: (price) => `Filled at ${price}`,
  refused: (name) => `The ${name} order was refused`,
  refusedDetail: 'The frozen money is back.',
  cancelled: (name, lots) => `${name}: ${lots} ${lots === '1' ? 'lot' : 'lots'} cancelled`,
  cancelledDetail: 'What did not fill is free again.',
  look: 'See order',
  lookDayTrades: 'See day trades',
  covering: (count, time) =>
    `${count} day ${count === 1 ? 'trade' : 'trades'} open: automatic cover at ${time}`,
  coveringDetail: 'Covered at the market then; it may not succeed.',
}
