import type { BlockLine, PlaceBlock, VenueEvent } from '@fairlot/contract/venue'
import { expect, test } from 'vitest'
import { restoreEngine } from './index.ts'
import { brief, cents, closeAt, closingCallAt, type Day, newDay, symbol } from './testing/day.ts'

const pool = 'seat:copy-pool'
const date = '2026-01-13'

const linesOf = (...quantities: readonly number[]): BlockLine[] =>
  quantities.map((quantity, index) => ({ order: `x${index}`, account: `member:${index}`, quantity }))

const blockOf = (lines: readonly BlockLine[], other: Partial<PlaceBlock> = {}): PlaceBlock => ({
  kind: 'block',
  block: 'k',
  account: pool,
  symbol,
  side: 'buy',
  price: cents(100),
  date,
  from: 0,
  lines,
  last: true,
  ...other,
})

const refusals = (events: readonly VenueEvent[]): string[] =>
  events.flatMap((event) =>
    event.kind === 'refused' ? [`${event.command} ${event.order} ${event.rule}`] : [],
  )

/** The second day, with odd lots, ten minutes after its opening. */
function oddDay(): Day {
  const day = newDay({ phase: 'closing-call' })
  day.at = closeAt
  day.phase('closed')
  const begin = (phase: 'opening-call' | 'continuous'): void => {
    day.at += 3_600_000
    day.apply({ kind: 'phase', date: '2026-01-14', phase, odd: true })
  }
  begin('opening-call')
  begin('continuous')
  return day
}

test('a block that fills whole gives each line its shares', () => {
  const day = newDay()
  day.sell('s1', 99, 1)
  day.sell('s2', 100, 1)
  expect(brief(day.apply(blockOf(linesOf(1_000, 700, 300))))).toEqual([
    'accepted x0',
    'accepted k',
    'traded k s1 1@99',
    'traded k s2 1@100',
    'done k 2000@99.5',
    'allocated x0 k 1000@99.5',
    'allocated x1 k 700@99.5',
    'allocated x2 k 300@99.5',
  ])
})

test('a partial fill is divided when the parent ends', () => {
  const day = newDay()
  day.sell('s1', 100, 1)
  day.apply(blockOf(linesOf(1_000, 700, 300)))
  day.at = closingCallAt
  day.phase('closing-call')
  day.at = closeAt
  expect(brief(day.phase('closed')).slice(1)).toEqual([
    'cancelled k 1 end-of-day',
    'close 100 next 100',
    'state closed',
    'done k 1000@100',
    'allocated x0 k 500@100',
    'cancelled x0 0.5 end-of-day',
    'allocated x1 k 350@100',
    'cancelled x1 0.35 end-of-day',
    'allocated x2 k 150@100',
    'cancelled x2 0.15 end-of-day',
  ])
})

test('a line whose value is between two prices takes both', () => {
  const day = newDay()
  day.sell('s1', 99.9, 1)
  day.sell('s2', 100, 2)
  const events = day.apply(blockOf(linesOf(1_000, 1_999, 1)))
  const allocated = events.filter((event) => event.kind === 'allocated')
  const valueOf = (order: string): number =>
    allocated.reduce((sum, event) => sum + (event.buyOrder === order ? event.price * event.quantity : 0), 0)
  // 29,990,000 hundredths for 3,000 shares: 9,996.67 each.
  expect(['x0', 'x1', 'x2'].map(valueOf)).toEqual([9_996_667, 19_983_337, 9_997])
  expect(
    allocated.map(({ buyLeft, sellLeft, price, quantity }) => [price, quantity, buyLeft, sellLeft]),
  ).toEqual([
    [9_996, 333, 667, 0],
    [9_997, 667, 0, 0],
    [9_996, 666, 1_333, 0],
    [9_997, 1_333, 0, 0],
    [9_997, 1, 0, 0],
  ])
})

test('the remainder of a parent waits in the book of odd lots', () => {
  const day = oddDay()
  const events = day.apply(blockOf(linesOf(1_000, 500), { date: '2026-01-14' }))
  expect(brief(events)).toEqual(['accepted x0', 'accepted k', 'accepted k/odd'])
  const { bids, odd } = day.engine.book(symbol)!
  expect([bids, odd!.bids]).toEqual([[[10_000, 1_000]], [[10_000, 500]]])
  expect(brief(day.apply({ kind: 'cancel', order: 'x0', account: 'member:0', symbol }))).toEqual([
    'cancelled k 1 asked',
    'cancelled k/odd 0.5 asked',
    'done k 0@0',
    'cancelled x0 1 asked',
    'cancelled x1 0.5 asked',
  ])
})

test('a parent above 499 lots is several orders', () => {
  const day = newDay()
  expect(brief(day.apply(blockOf(linesOf(1_000_000, 200_000))))).toEqual([
    'accepted x0',
    'accepted k',
    'accepted k/2',
    'accepted k/3',
  ])
  expect(day.book()).toBe('1200@100 | ')
})

test('a parent that is refused refuses every line', () => {
  const day = newDay()
  const about = (rule: string): string[] => [`place x0 ${rule}`, `place x1 ${rule}`]
  expect(refusals(day.apply(blockOf(linesOf(1_000, 1_000), { price: cents(111) })))).toEqual(
    about('order.price-limit'),
  )
  // The day has no odd lots: no part of the parent enters.
  expect(refusals(day.apply(blockOf(linesOf(1_000, 1), { block: 'l' })))).toEqual(about('odd.closed'))
  day.apply({ kind: 'halt', symbol, reason: 'news' })
  expect(refusals(day.apply(blockOf(linesOf(1_000, 1_000), { block: 'm' })))).toEqual(about('halt.no-entry'))
  expect(day.book()).toBe(' | ')
  expect(day.engine.dueAt()).toBeUndefined()
})

const chunk = (from: number, count: number, other: Partial<PlaceBlock> = {}): PlaceBlock => {
  const { last: _, ...rest } = blockOf(
    linesOf(...Array.from({ length: from + count }, () => 1_000)).slice(from),
  )
  return { ...rest, from, ...other }
}

test('a chunk out of order ends the block', () => {
  const day = newDay()
  expect(day.apply(chunk(0, 1))).toEqual([])
  expect(refusals(day.apply(chunk(2, 1)))).toEqual([
    'block k block.chunk',
    'place x0 block.chunk',
    'place x2 block.chunk',
  ])
  // The one that was missed comes late, and gets its answer too.
  expect(refusals(day.apply(chunk(1, 1, { last: true })))).toEqual([
    'block k block.ended',
    'place x1 block.ended',
  ])
})

test('a repeated chunk changes nothing', () => {
  const day = newDay()
  day.apply(chunk(0, 2))
  expect(refusals(day.apply(chunk(0, 2)))).toEqual(['block k block.chunk'])
  expect(brief(day.apply(chunk(2, 1, { last: true })))).toEqual(['accepted x0', 'accepted k'])
  expect(refusals(day.apply(chunk(2, 1, { last: true })))).toEqual(['block k block.chunk'])
  expect(refusals(day.apply(chunk(3, 1)))).toEqual(['block k block.chunk', 'place x3 block.chunk'])
  expect(day.book()).toBe('3@100 | ')
})

test('a block is refused twice on a day', () => {
  const day = newDay()
  day.sell('s1', 100, 1)
  day.apply(chunk(0, 1, { last: true }))
  expect(refusals(day.apply(chunk(0, 1, { last: true })))).toEqual(['block k block.chunk'])
})

test('an order twice ends the new block and not the old', () => {
  const day = newDay()
  day.apply(chunk(0, 2, { last: true }))
  const again = [...linesOf(1_000), { order: 'y', account: 'member:9', quantity: 1_000 }]
  expect(refusals(day.apply(blockOf(again, { block: 'l' })))).toEqual([
    'block l order.duplicate',
    'place y order.duplicate',
  ])
  const twice = [1, 2].map(() => ({ order: 'z', account: 'member:9', quantity: 1_000 }))
  expect(refusals(day.apply(blockOf(twice, { block: 'm' })))).toEqual([
    'block m order.duplicate',
    'place z order.duplicate',
  ])
  expect(brief(day.sell('s1', 100, 2)).slice(2)).toEqual([
    'done k 2000@100',
    'allocated x0 k 1000@100',
    'allocated x1 k 1000@100',
  ])
})

test.each<[string, PlaceBlock, string]>([
  ['another symbol', chunk(1, 1, { symbol: '1101' }), 'block.chunk'],
  ['another side', chunk(1, 1, { side: 'sell' }), 'block.chunk'],
  ['another price', chunk(1, 1, { price: 1 }), 'block.chunk'],
  ['another account', chunk(1, 1, { account: 'seat:m' }), 'block.chunk'],
  ['no lines', chunk(1, 0), 'block.lines'],
  ['no shares', { ...chunk(1, 1), lines: [{ order: 'y', account: 'member:9', quantity: 0 }] }, 'block.lines'],
  [
    'too many shares',
    { ...chunk(1, 1), lines: [{ order: 'y', account: 'm', quantity: 50_000_000 }] },
    'block.lines',
  ],
  ['too many lines', chunk(1, 501), 'block.lines'],
])('a chunk with %s ends the block', (_, bad, rule) => {
  const day = newDay()
  day.apply(chunk(0, 1))
  const found = refusals(day.apply(bad))
  for (let more = 1; more > 0;) {
    const next = refusals(day.apply({ kind: 'time' }))
    more = next.length
    found.push(...next)
  }
  expect(found).toEqual([
    `block k ${rule}`,
    `place x0 ${rule}`,
    ...bad.lines.map(({ order }) => `place ${order} ${rule}`),
  ])
})

test.each<[string, Partial<PlaceBlock>, string]>([
  ['an unknown symbol', { symbol: '0000' }, 'instrument.unknown'],
  ['another day', { date: '2026-01-12' }, 'order.day'],
  ['the id of an order', { block: 's1' }, 'order.duplicate'],
  ['lines that came before', { from: 1 }, 'block.chunk'],
])('a block with %s is refused', (_, other, rule) => {
  const day = newDay()
  day.sell('s1', 105, 1)
  expect(refusals(day.apply(chunk(0, 1, { last: true, ...other })))).toEqual([
    `block ${other.block ?? 'k'} ${rule}`,
    `place x0 ${rule}`,
  ])
})

test('a block without its last chunk ends with the day', () => {
  const day = newDay()
  day.apply(chunk(0, 2))
  day.at = closingCallAt
  day.phase('closing-call')
  expect(refusals(day.phase('closed'))).toEqual(['place x0 block.ended', 'place x1 block.ended'])
  expect(refusals(day.apply(chunk(2, 1, { last: true })))).toEqual([
    'block k block.ended',
    'place x2 block.ended',
  ])
  expect(refusals(day.apply(chunk(0, 1, { block: 'l' })))).toEqual([
    'block l phase.closed',
    'place x0 phase.closed',
  ])
})

test('only the mentor cancels a block, and only whole', () => {
  const day = newDay()
  day.apply(chunk(0, 2, { last: true }))
  const about = { order: 'x0', account: 'member:0', symbol }
  const terms = { newOrder: 'n', price: cents(99), quantity: 1_000, validity: 'ROD' as const }
  expect(refusals(day.apply({ kind: 'cancel', ...about, order: 'x1', account: 'member:1' }))).toEqual([
    'cancel x1 block.bound',
  ])
  expect(refusals(day.apply({ kind: 'cancel', ...about, account: 'member:1' }))).toEqual([
    'cancel x0 order.unknown',
  ])
  expect(refusals(day.apply({ kind: 'reduce', ...about, by: 500 }))).toEqual(['reduce x0 block.bound'])
  expect(refusals(day.apply({ kind: 'replace', ...about, ...terms }))).toEqual(['replace x0 block.bound'])
  expect(refusals(day.apply({ kind: 'reduce', order: 'k', account: pool, symbol, by: 1_000 }))).toEqual([
    'reduce k block.bound',
  ])
  expect(brief(day.apply({ kind: 'cancel-all', account: 'member:0' })).slice(-2)).toEqual([
    'cancelled x0 1 asked',
    'cancelled x1 1 asked',
  ])
})

test('a mentor cancels a block before its last chunk', () => {
  const day = newDay()
  day.apply(chunk(0, 2))
  expect(refusals(day.apply({ kind: 'cancel', order: 'x0', account: 'member:0', symbol }))).toEqual([
    'place x0 block.ended',
    'place x1 block.ended',
  ])
})

test('a block never trades with its mentor', () => {
  const day = newDay()
  const place = (order: string, group?: string): VenueEvent[] =>
    day.apply({
      kind: 'place',
      order,
      account: group === undefined ? 'member:0' : 'member:other',
      symbol,
      side: 'sell',
      price: cents(100),
      quantity: 1_000,
      validity: 'ROD',
      ...(group !== undefined && { group }),
    })
  place('own')
  expect(brief(day.apply(chunk(0, 2, { last: true }))).slice(1, 3)).toEqual([
    'accepted k',
    'cancelled k 2 self-trade',
  ])
  day.apply({ kind: 'cancel', order: 'own', account: 'member:0', symbol })
  day.apply(chunk(0, 2, { block: 'l', last: true, group: 'owner:x' }))
  expect(brief(place('own2'))).toEqual(['accepted own2', 'cancelled own2 1 self-trade'])
  expect(brief(place('group', 'owner:x'))).toEqual(['accepted group', 'cancelled group 1 self-trade'])
  day.apply({ kind: 'halt', symbol, reason: 'news' })
  day.apply({ kind: 'resume', symbol })
  expect(brief(place('own3'))).toEqual(['accepted own3', 'cancelled own3 1 self-trade'])
})

test('blocks of two mentors trade with each other', () => {
  const day = newDay()
  day.apply(chunk(0, 2, { last: true }))
  const lines = [{ order: 'y', account: 'member:9', quantity: 2_000 }]
  expect(brief(day.apply(blockOf(lines, { block: 'l', side: 'sell' })))).toEqual([
    'accepted y',
    'accepted l',
    'traded k l 2@100',
    'done k 2000@100',
    'done l 2000@100',
    'allocated x0 k 1000@100',
    'allocated x1 k 1000@100',
    'allocated l y 2000@100',
  ])
})

test('many lines are written out with several commands', () => {
  const day = newDay()
  for (let from = 0; from < 1_200; from += 400)
    day.apply(chunk(from, 400, from === 800 ? { last: true } : {}))
  const first = day.sell('s1', 100, 499).length + day.sell('s2', 100, 499).length
  const events = day.sell('s3', 100, 202)
  expect(first).toBe(4)
  expect(events.filter(({ kind }) => kind === 'allocated')).toHaveLength(500)
  expect(day.engine.dueAt()).toBe(day.at)
  expect(day.buy('b1', 90, 1)).toHaveLength(1)
  // Between two chunks a restored engine continues at the same line.
  const restored = restoreEngine(day.engine.snapshot())
  expect(restored.snapshot()).toBe(day.engine.snapshot())
  const counts = [1, 2, 3].map(() => {
    const written = day.apply({ kind: 'time' })
    expect(restored.apply({ kind: 'time' }, day.at)).toEqual(written)
    return written.length
  })
  expect(counts).toEqual([500, 200, 0])
  expect(day.engine.dueAt()).toBeUndefined()
})

test('all lines are out before the next day begins', () => {
  const day = newDay()
  for (let from = 0; from < 1_500; from += 500)
    day.apply(chunk(from, 500, from === 1_000 ? { last: true } : {}))
  day.at = closingCallAt
  day.phase('closing-call')
  const closed = day.phase('closed')
  const next = day.phase('opening-call', { date: '2026-01-14' })
  const ended = [...closed, ...next].filter(
    (event) => event.kind === 'cancelled' && event.order.startsWith('x'),
  )
  expect(ended).toHaveLength(1_500)
  expect(next.findLastIndex(({ kind }) => kind === 'cancelled')).toBeLessThan(
    next.findIndex(({ kind }) => kind === 'phase'),
  )
  expect(day.engine.snapshot()).not.toContain('blocks')
})
