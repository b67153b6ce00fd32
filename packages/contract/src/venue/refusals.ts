// Every reason for which a venue can refuse a command. The id is in the `refused` event, on the member's screen and in
// docs/architecture/matching.md; the engine's tests cover each of them.

export const venueRules = {
  'instrument.unknown': 'The instrument is not listed on this shard.',
  'instrument.listed': 'The instrument is listed already.',
  'order.duplicate': 'An order with this id is in the book, or the id is of the kind the venue makes itself.',
  'order.unknown': 'No open order with this id belongs to this account.',
  'order.day': 'The order is meant for another trading day than the one that is on.',
  'order.quantity': 'Shares are whole, above zero, and whole lots of 1,000 in the board-lot session.',
  'order.max-lots': 'One order has at most 499 lots.',
  'order.tick': 'The price is not a whole number of ticks of its band.',
  'order.price-limit': 'The price lies outside the limits of the day.',
  'order.market-not-limited': 'An instrument without a daily limit takes no market orders.',
  'order.left': 'The order to be replaced has fewer shares open than was believed: some filled in between.',
  'order.reduce': 'A reduction takes away less than what is open; cancel takes all.',
  'phase.closed': 'No orders are taken between the close and the next opening call.',
  'phase.limit-rod-only': 'In an auction or a pause only limit orders for the rest of the day are taken.',
  'phase.order': 'This phase does not follow the one the shard is in.',
  'halt.no-entry': 'A halted instrument takes cancellations and reductions only.',
  'halt.already': 'The instrument is halted already.',
  'halt.not-halted': 'The instrument is not halted.',
  'reference.price': 'A reference price is positive and on its tick.',
  'command.failed': 'The venue could not execute the command, and two operators decided to refuse it.',
  'odd.closed': 'No odd lots are taken now: they have hours of their own.',
  'odd.quantity': 'An odd lot has 1 to 999 shares.',
  'odd.limit-rod-only': 'Odd lots are limit orders for the rest of the day.',
  'quote.levels': 'A quote has at most ten levels a side.',
  'block.chunk': 'The parts of a block come in order, each of them once.',
  'block.lines': 'A part of a block has 1 to 500 orders of the shares of one block, each order once.',
  'block.ended': 'The block ended before its last part came: its mentor cancelled it, or the day closed.',
  'block.bound': 'An order of a block changes only with the block, which its mentor can cancel.',
  'quote.crossed': 'The bids of a quote lie below its asks, each side in order from the best price.',
} as const

export type VenueRule = keyof typeof venueRules
