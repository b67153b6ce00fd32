// Faults in the rows of parent orders, each with what the invariant of copying says of it. `$buy`, `$sale` and `$void` are a purchase
// that filled in part, a sale of it and a block that was cancelled; `$mentor` is another mentor.

export interface PlantedFault {
  readonly name: string
  readonly sql: string
  readonly says: RegExp
}

/** The nth of the purchase's three equal lines, in the order of the day: the first two got the larger part. */
const equal = (n: number, column = 'order_id'): string =>
  `(SELECT l.${column} FROM app.copy_block_lines l WHERE l.block_id = '$buy' AND l.planned = 200 ORDER BY l.place OFFSET ${n - 1} LIMIT 1)`
const anySale = `(SELECT l.order_id FROM app.copy_block_lines l WHERE l.block_id = '$sale' AND l.order_id IS NOT NULL ORDER BY l.place LIMIT 1)`
const lead = `(SELECT b.lead_order FROM app.copy_blocks b WHERE b.id = '$buy')`
const give = (to: string, shares: number): string =>
  `UPDATE app.orders SET filled_shares = filled_shares + ${shares} WHERE id = ${to}`
const changeEnd = (change: string): string =>
  `UPDATE exchange.events SET body = (body::jsonb || ${change})::text WHERE kind = 'block-done' AND body::jsonb ->> 'block' = '$buy'`
const changeParent = (change: string): string =>
  `UPDATE exchange.events SET body = (body::jsonb || ${change})::text WHERE kind IN ('traded', 'odd-traded')
   AND body::jsonb ->> 'buyOrder' LIKE '$buy%'`
const changeOrder = (change: string): string => `UPDATE app.orders SET ${change} WHERE id = ${equal(1)}`
const changeLine = (change: string): string =>
  `UPDATE app.copy_block_lines SET ${change} WHERE order_id = ${equal(1)}`
const changeCopy = (change: string): string =>
  `UPDATE app.copies SET ${change} WHERE id = ${equal(1, 'copy_id')}`
const changeBlock = (change: string): string => `UPDATE app.copy_blocks SET ${change} WHERE id = '$buy'`

const division: readonly PlantedFault[] = [
  { name: 'one share more for a follower', sql: give(equal(1), 1), says: /block .* gave .* shares of/ },
  {
    name: 'a share for the later of two equals',
    sql: `${give(equal(2), -1)}; ${give(equal(3), 1)}`,
    says: /part .* got .* by the rule/,
  },
  {
    name: 'a share of a follower for the mentor',
    sql: `${give(equal(1), -1)}; ${give(lead, 1)}`,
    says: /the mentor of block .* more than the exact part/,
  },
  {
    name: 'a hundredth above the average',
    sql: changeOrder('filled_value = filled_value + 1'),
    says: /not at the average/,
  },
  {
    name: 'a fill two hundredths above the others',
    sql: `UPDATE app.fills SET price = price + 2 WHERE order_id = ${equal(1)} AND price = (SELECT max(f.price) FROM app.fills f WHERE f.order_id = ${equal(1)})`,
    says: /part .* filled at/,
  },
  {
    name: 'an end with other shares',
    sql: changeEnd(`'{"filled":2400}'`),
    says: /block .* ended with 2400 shares/,
  },
  { name: 'an end at another average', sql: changeEnd(`'{"price":9997}'`), says: /ended with .* at 9997/ },
  { name: 'an end with other parts', sql: changeEnd(`'{"lines":4}'`), says: /in 4 parts/ },
  {
    name: 'a second end',
    sql: `INSERT INTO exchange.events SELECT (jsonb_populate_record(e, jsonb_build_object('event', e.event + 1000000))).* FROM exchange.events e
      WHERE e.kind = 'block-done' AND e.body::jsonb ->> 'block' = '$buy'`,
    says: /ended 2 times/,
  },
  {
    name: 'a parent beyond its limit',
    sql: changeParent(`'{"price":10050}'`),
    says: /has the limit buy to 10000/,
  },
  { name: 'fills of a cancelled parent', sql: changeBlock('is_cancelled = true'), says: /was cancelled/ },
]

const lines: readonly PlantedFault[] = [
  {
    name: 'an order of another member',
    sql: changeOrder(`member_id = (SELECT m.member_id FROM app.mentors m WHERE m.id = '$mentor')`),
    says: /line .* is for/,
  },
  { name: 'an order of the other side', sql: changeOrder(`side = 'sell'`), says: /line .* is for/ },
  { name: 'an order of another stock', sql: changeOrder(`symbol = '2330'`), says: /line .* is for/ },
  { name: 'an order at another limit', sql: changeOrder('price = 9990'), says: /line .* is for/ },
  { name: 'an order of more shares', sql: changeOrder('quantity = quantity + 1'), says: /line .* is for/ },
  { name: 'an order with more money', sql: changeOrder('held_cash = held_cash + 1'), says: /line .* is for/ },
  {
    name: 'a sale of another position',
    sql: `UPDATE app.orders SET position_id = ${lead} WHERE id = ${anySale}`,
    says: /line .* is for/,
  },
  {
    name: 'a mentor with another limit',
    sql: `UPDATE app.orders SET price = 9990 WHERE id = ${lead}`,
    says: /has the order/,
  },
  { name: 'a block of another mentor', sql: changeBlock(`mentor_id = '$mentor'`), says: /has the order/ },
  {
    name: 'an order without its line',
    sql: `DELETE FROM app.copy_block_lines WHERE order_id = ${equal(1)}`,
    says: /is of no block/,
  },
  {
    name: 'a place out of the order of the day',
    sql: changeLine('place = 100'),
    says: /has place 100/,
  },
  {
    name: 'a key that is not drawn',
    sql: changeLine(`key = decode(repeat('00', 32), 'hex')`),
    says: /has place .* and line/,
  },
  {
    name: 'a seed of no opening',
    sql: changeBlock(`seed = repeat('ab', 32)`),
    says: /was drawn with the seed/,
  },
  {
    name: 'a follower who came later',
    sql: changeCopy(`started_at = now() + interval '100 years'`),
    says: /is on the list of block/,
  },
  {
    name: 'a follower who had ended',
    sql: changeCopy(
      `state = 'ended', end_reason = 'stopped', entry_id = id, ended_at = started_at - interval '1 day'`,
    ),
    says: /is on the list of block/,
  },
  {
    name: 'a follower who was left out',
    sql: `DELETE FROM app.copy_block_lines WHERE block_id = '$buy' AND reason = 'paused'`,
    says: /is not on the list of block/,
  },
]

const money: readonly PlantedFault[] = [
  {
    name: 'a part above the amount',
    sql: changeCopy('amount = 1900000, spent = 0'),
    says: /plans 200 shares/,
  },
  {
    name: 'a part above its share of the capital',
    sql: changeBlock('capital = capital * 2'),
    says: /plans 200 shares/,
  },
  { name: 'a part above the cap', sql: changeCopy('cap = 1000000'), says: /plans 200 shares/ },
  {
    name: 'a part above the share per stock',
    sql: changeCopy('stock_share_bp = 3000'),
    says: /plans 200 shares/,
  },
  {
    name: 'a fee above what was reserved',
    sql: changeOrder('fee = fee + 2000000'),
    says: /reserved .* and paid/,
  },
  {
    name: 'a sale of more than was bought',
    sql: `UPDATE app.positions SET opened_shares = 10, shares = least(shares, 10) WHERE id = (SELECT o.position_id FROM app.orders o WHERE o.id = ${anySale})`,
    says: /bought 10 shares .* and sells/,
  },
  { name: 'a line that reserved more', sql: changeLine('cost = cost + 1'), says: /its entry moved/ },
  {
    name: 'an order that another copy paid',
    sql: `UPDATE ledger.lines SET hold_id = (SELECT c.hold_id FROM app.copies c WHERE c.id = ${equal(2, 'copy_id')}) WHERE amount < 0
      AND entry_id = (SELECT e.id FROM ledger.entries e WHERE e.key = 'copy.spent ' || ${equal(1)})`,
    says: /its entry moved/,
  },
  {
    name: 'a return without its entry',
    sql: `DELETE FROM ledger.entries WHERE event = 'copy.held' AND right(key, 36) = ${equal(1)}::text`,
    says: /gives .* back/,
  },
  { name: 'a return of less', sql: changeLine('returned = returned - 1'), says: /gives .* back/ },
  {
    name: 'a sale with other proceeds',
    sql: `UPDATE app.copy_block_lines SET proceeds = proceeds + 1 WHERE order_id = ${anySale}`,
    says: /sale .* brought/,
  },
  { name: 'a copy that spent more', sql: changeCopy('spent = spent + 1'), says: /has spent/ },
  {
    name: 'a copy with less under its hold',
    sql: `UPDATE ledger.holds SET remaining = remaining - 1 WHERE id = (SELECT c.hold_id FROM app.copies c WHERE c.state = 'following' LIMIT 1)`,
    says: /is following, has spent/,
  },
  {
    name: 'an ended copy that still holds',
    sql: `UPDATE ledger.holds SET state = 'open', remaining = 1, closed_at = NULL
      WHERE id = (SELECT c.hold_id FROM app.copies c WHERE c.state = 'ended' LIMIT 1)`,
    says: /is ended, has spent .* and holds 1/,
  },
]

const states: readonly PlantedFault[] = [
  {
    name: 'an allocation that settled twice',
    sql: `INSERT INTO app.fills SELECT (jsonb_populate_record(f, jsonb_build_object('event', f.event + 1000000))).* FROM app.fills f WHERE f.order_id = ${equal(1)}`,
    says: /allocation .* gives {2}shares/,
  },
  {
    name: 'an allocation that did not settle',
    sql: `DELETE FROM app.fills WHERE order_id = ${equal(1)}`,
    says: /allocation .* gives .* its fill {2}at/,
  },
  {
    name: 'an allocation for another order',
    sql: `UPDATE app.fills SET order_id = ${equal(2)} WHERE order_id = ${equal(1)}`,
    says: /allocation .* gives/,
  },
  {
    name: 'a line that filled in the market',
    sql: `UPDATE app.fills SET decided_by = 'price-time' WHERE order_id = ${equal(1)}`,
    says: /allocation .* gives/,
  },
  {
    name: 'a block that ended with an open order',
    sql: changeOrder(`state = 'entrusted', left_shares = 1, ended_at = NULL`),
    says: /is done with .* 1 open/,
  },
  {
    name: 'a block that ended before it was sent',
    sql: changeBlock('sent = 1'),
    says: /is done with .* which 1 were sent/,
  },
  { name: 'a line whose money did not return', sql: changeLine('returned = NULL'), says: /is done with/ },
  {
    name: 'a block with copies it never prepared',
    sql: changeBlock('copies = copies + 1'),
    says: /is done with/,
  },
  {
    name: 'a list that was not emptied',
    sql: `INSERT INTO app.copy_block_lists (block_id, part, copies) VALUES ('$buy', 0, ARRAY[${equal(1, 'copy_id')}])`,
    says: /1 on its list/,
  },
  {
    name: 'a cancelled block with a line less',
    sql: `UPDATE app.copy_blocks SET prepared = prepared - 1 WHERE id = '$void'`,
    says: /is done with/,
  },
]

export const plantedFaults: readonly PlantedFault[] = [...division, ...lines, ...money, ...states]
