// Plausible programming mistakes in the engine, each one edit of its source. The oracle must find every one.

import { blockFaults } from './block-faults.ts'
import type { Fault } from './fault.ts'

/** Found only with the commands of many days, by `npm run prove`. */
const rare = new Set([
  'exactly 3.5 per cent pauses',
  'the average looks back too far',
  'the bound moves with the fills',
  'a snapshot forgets a jump',
  'a filled order is remembered',
  'odd lots are delayed in the closing call',
  'odd lots keep the reference after hours',
  'a delayed match is delayed again',
])
export const isRare = ({ name }: Fault): boolean => rare.has(name)

const engine = (name: string, file: string, find: string, replace: string): Fault => ({
  name,
  file: `engine/src/${file}`,
  find,
  replace,
})

export const faults: readonly Fault[] = [
  engine(
    'the last comes first',
    'book-side.ts',
    'order.previous = level.last\n',
    'order.previous = undefined\n',
  ),
  engine('depth forgets a comer', 'book-side.ts', '  level.quantity += order.left\n', ''),
  engine(
    'a market order waits at the worse price',
    'book-side.ts',
    "'buy' ? Math.max(last, best)",
    "'buy' ? Math.min(last, best)",
  ),
  engine('a member trades with itself', 'continuous.ts', 'isSameOwner(resting, order)) {', 'false) {'),
  engine(
    'a FOK overlooks its own order',
    'continuous.ts',
    "      if (isSameOwner(resting, order)) return 'self-trade'\n      if (isBeyond(price",
    '      if (isBeyond(price',
  ),
  engine('two accounts of one owner trade', 'order.ts', "(a.group !== '' && a.group === b.group)", 'false'),
  engine('an IOC pauses', 'continuous.ts', "if (validity !== 'ROD') {", "if (validity === 'FOK') {"),
  engine(
    'the bound moves with the fills',
    'continuous.ts',
    'isBeyond(price, reference)) {',
    'isBeyond(price, pauseReference(venue, instrument))) {',
  ),
  engine(
    'a trade at the comer’s price',
    'continuous.ts',
    'if (isMarket(incoming)) return resting.price\n',
    'if (isMarket(incoming)) return lastPrice(instrument)\n',
  ),
  engine('exactly 3.5 per cent pauses', 'volatility.ts', '* 1_000 > from * 35', '* 1_000 >= from * 35'),
  engine(
    'the average looks back too far',
    'volatility.ts',
    'slice.number > oldest',
    'slice.number >= oldest',
  ),
  engine(
    'pauses until the closing call',
    'volatility.ts',
    'venue.at >= venue.phaseUntil - quietBeforeClose',
    'venue.at >= venue.phaseUntil',
  ),
  engine(
    'the opening price follows the last',
    'volatility.ts',
    'instrument.open ??= price',
    'instrument.open = price',
  ),
  engine(
    'two minutes are watched',
    'volatility.ts',
    'venue.phaseUntil - minute &&',
    'venue.phaseUntil - 2 * minute &&',
  ),
  engine(
    'withdrawals never postpone',
    'volatility.ts',
    'cancelledVolume * 10 >= volume * 3',
    'cancelledVolume * 10 >= volume * 9',
  ),
  engine('an auction leaves better buyers', 'auction-price.ts', 'demandAbove <= volume && ', ''),
  engine(
    'an auction takes the highest price',
    'auction-price.ts',
    'Math.max(lastPrice(book), lowest)',
    'Math.max(highest, lowest)',
  ),
  engine(
    'time decides at the opening',
    'auction.ts',
    "instrument.last === undefined && venue.seed !== ''",
    'venue.at < 0',
  ),
  engine('a late order takes part in the draw', 'auction.ts', 'entry <= drawn ?', 'drawn > 0 ?'),
  engine('the draw of the opening is ignored', 'session.ts', 'if (isDrawn) venue.seed = seed', ''),
  engine(
    'an own order at the same price is overlooked',
    'instrument.ts',
    'a.price >= b.price',
    'a.price > b.price',
  ),
  engine(
    'a filled order is remembered',
    'instrument.ts',
    "if (order.id !== '') venue.orders.delete(order.id)",
    '',
  ),
  engine(
    'a replaced order stays',
    'place-order.ts',
    "  cancelResting(venue, instrument, old, 'replaced')\n",
    "  sayCancelled(venue, instrument, old, 'replaced')\n",
  ),
  engine('a reduction may take all', 'cancel.ts', 'by >= order.left', 'by > order.left'),
  engine(
    'another may cancel',
    'cancel.ts',
    'order && order.holder.account === account && order.holder === book.holders.get(account)',
    'order && order.holder === book.holders.get(order.holder.account)',
  ),
  engine('a quote takes placed orders away', 'mass-quote.ts', 'if (isQuoted(order)) takeOut', 'takeOut'),
  engine('a quote may lock', 'mass-quote.ts', 'bestBid < bestAsk', 'bestBid <= bestAsk'),
  engine(
    'market orders reach the closing call',
    'session.ts',
    '      cancelMarketOrders(venue, instrument)\n',
    '',
  ),
  engine(
    'the wrong side makes the reference',
    'session.ts',
    'bid > instrument.reference',
    'bid < instrument.reference',
  ),
  engine(
    'a halt ends without a call',
    'halt.ts',
    "beginPause(venue, instrument, 'resumed')",
    "setState(venue, instrument, 'continuous')",
  ),
  engine(
    'yesterday’s order enters today',
    'entry-rules.ts',
    "  if (date !== undefined && date !== venue.date) return 'order.day'\n",
    '',
  ),
  engine(
    'a replacement forgets its day',
    'place-order.ts',
    'const wanted = { id: newId, price, quantity, validity, date, group }',
    'const wanted = { id: newId, price, quantity, validity, date: undefined, group }',
  ),
  engine(
    'a replacement does not check what is left',
    'place-order.ts',
    'left !== undefined && old.left !== left',
    'left !== undefined && old.left < left',
  ),
  engine('odd lots match too early', 'odd-session.ts', 'firstMatchAfter = 10 *', 'firstMatchAfter = 9 *'),
  engine('odd lots match too seldom', 'odd-session.ts', 'matchEvery = 5_000', 'matchEvery = 10_000'),
  engine(
    'time decides in the first match of odd lots',
    'odd-session.ts',
    "odd.last === undefined && venue.seed !== ''",
    'venue.at < 0',
  ),
  engine('a delayed match is delayed again', 'odd-session.ts', 'due < odd.from + matchEvery', 'venue.at < 0'),
  engine(
    'odd lots match in a halt',
    'odd-session.ts',
    "odd.first === undefined || instrument.state === 'halted'",
    'odd.first === undefined',
  ),
  engine(
    'odd lots are delayed in the closing call',
    'odd-session.ts',
    "  venue.phase === 'continuous' &&\n",
    '',
  ),
  engine(
    'odd lots keep the reference after hours',
    'odd-session.ts',
    'instrument.reference : lastPrice(instrument)',
    'instrument.reference : instrument.reference',
  ),
  engine(
    'odd lots are taken too late',
    'odd-session.ts',
    'venue.at >= auction.from && venue.at < auction.until',
    'venue.at >= auction.from && venue.at <= auction.until',
  ),
  engine(
    'an odd lot of a whole one',
    'odd-orders.ts',
    'quantity <= maxOddShares',
    'quantity <= maxOddShares + 1',
  ),
  engine('an odd lot meets its own', 'odd-orders.ts', 'if (meetsOwn(odd, order))', 'if (order.left < 0)'),
  engine('a snapshot forgets a delay of odd lots', 'snapshot.ts', '  odd.from = row.from ?? undefined\n', ''),
  engine('timers are late', 'engine.ts', 'venue.due <= at', 'venue.due < at'),
  engine('a snapshot forgets a jump', 'snapshot.ts', '    jumped: row.jumped,\n', ''),
  engine(
    'a snapshot forgets a set reference',
    'snapshot.ts',
    '    referenceOverride: row.referenceOverride ?? undefined,\n',
    '',
  ),
  {
    name: 'the upper limit rounds up',
    file: 'rules/src/instruments/daily-limits.ts',
    find: 'floorToTick(kind, (reference * 11) / 10)',
    replace: 'ceilToTick(kind, (reference * 11) / 10)',
  },
  {
    name: 'the lower limit rounds down',
    file: 'rules/src/instruments/daily-limits.ts',
    find: 'ceilToTick(kind, (reference * 9) / 10)',
    replace: 'floorToTick(kind, (reference * 9) / 10)',
  },
  ...blockFaults,
]
