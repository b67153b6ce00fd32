import type { EntryTexts } from './tw.ts'

const lotsOf = (lots: string) => `${lots} ${lots === '1' ? 'lot' : 'lots'}`

export const texts: EntryTexts = {
  when: 'Trigger when',
  ways: { rise: 'Rises to', fall: 'Falls to' },
  trigger: 'Trigger',
  triggerHow: { rise: 'a trade at or above', fall: 'a trade at or below' },
  away: (percent, last) => `Last ${last}, ${percent} away`,
  reached: {
    rise: (last) => `Must be above the last price ${last}`,
    fall: (last) => `Must be below the last price ${last}`,
  },
  then: 'Then send',
  thens: { limit: 'Limit', market: 'Market' },
  limit: { long: 'Buy limit', short: 'Sell limit' },
  limitHow: { long: 'at most', short: 'at least' },
  marketHow: {
    long: 'Sent at the day’s limit up, fills at the asking prices of that moment, valid that day',
    short: 'Sent at the day’s limit down, fills at the bid prices of that moment, valid that day',
  },
  until: 'Good until',
  close: (day) => `${day} close`,
  kept: 'The money is put on hold now. When it triggers, the order uses this hold and no more. If you cancel it, or it expires or fails, the hold is released. It works while the app is closed.',
  heldAt: (price) => `at ${price}`,
  review: (direction, lots) => `Review conditional order: ${direction} ${lotsOf(lots)}`,
  exits: {
    label: 'Exits',
    kinds: { none: 'None', stop: 'Stop', 'take-profit': 'Profit', 'one-cancels-other': 'Both' },
    stop: 'Stop loss',
    takeProfit: 'Take profit',
    hows: { stop: 'closes at market', takeProfit: 'closes at this limit' },
    result: (amount) => `About ${amount} after costs`,
    wrong: {
      takeProfit: {
        long: (price) => `Must be above ${price}`,
        short: (price) => `Must be below ${price}`,
      },
      stop: { long: (price) => `Must be below ${price}`, short: (price) => `Must be above ${price}` },
    },
    note: 'They start when the order fills, for the lots that filled; one cancels the other. If the order is cancelled, none are set. They watch the price once the position can be closed.',
    carried: (what) => `Sets after the fill: ${what}`,
    comma: ', ',
  },
  confirm: {
    title: 'Review your conditional order',
    trigger: {
      rise: (price) => `Triggers when the price rises to ${price}`,
      fall: (price) => `Triggers when the price falls to ${price}`,
    },
    limitLong: (price) => `Then buys at ${price} or lower, valid that day`,
    limitShort: (price) => `Then sells at ${price} or higher, valid that day`,
    marketLong: 'Then buys at market, valid that day',
    marketShort: 'Then sells at market, valid that day',
    until: (day) => `Waits until the close of ${day}`,
    send: 'Set conditional order',
    sent: 'Conditional order set',
    sentDetail: (held) => `${held} on hold`,
    view: 'View',
  },
}
