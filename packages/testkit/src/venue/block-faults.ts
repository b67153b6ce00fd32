// Plausible programming mistakes in the blocks of the engine, each one edit of its source.

import type { Fault } from './fault.ts'

const block = (name: string, file: string, find: string, replace: string): Fault => ({
  name: `block: ${name}`,
  file: `engine/src/${file}`,
  find,
  replace,
  inBlocks: true,
})

export const blockFaults: readonly Fault[] = [
  block('the mentor is one of the others', 'block-lines.ts', 'isMentor: place === 0', 'isMentor: false'),
  block('the last line is first', 'block-lines.ts', '      place,\n', '      place: -place,\n'),
  block('one price for every line', 'block-lines.ts', 'value - price * given', '0'),
  block('the dearer shares are forgotten', 'block-lines.ts', 'if (dearer > 0)', 'if (dearer < 0)'),
  block(
    'the remainder is not cancelled',
    'block-lines.ts',
    'if (given === quantity) return',
    'if (given > 0) return',
  ),
  block(
    'a chunk skips a line',
    'block-lines.ts',
    'length >= until) return',
    'length >= until) { block.next += 1; return }',
  ),
  block('a restored block begins again', 'snapshot.ts', '    next,\n    reason: row', '    reason: row'),
  block('a snapshot forgets the fills', 'snapshot.ts', '    filled,\n    value,', '    value,'),
  block('a snapshot forgets the lead', 'snapshot.ts', 'left, group, block))', 'left, group))'),
  block('fills of the odd part are lost', 'odd-session.ts', '  countFill(venue, buy, price, quantity)\n', ''),
  block('a self-trade ends no part', 'instrument.ts', '  countCancelled(venue, order, reason)\n', ''),
  block(
    'the mentor sells to the copies',
    'order.ts',
    'block?.lines[0]!.account ?? holder.account',
    'holder.account',
  ),
  block(
    'a waiting mentor is overlooked',
    'instrument.ts',
    'ownerOf(parent) === owner && crosses(order, parent)',
    'false',
  ),
  block('a chunk out of order is accepted', 'block-entry.ts', 'from !== (known?.lines.length ?? 0)', 'false'),
  block(
    'a chunk with another price is accepted',
    'block-entry.ts',
    '  block.price === command.price &&\n',
    '',
  ),
  block('a chunk that comes again is refused twice', 'block-entry.ts', 'starts.includes(first)', 'false'),
  block('a line twice is accepted', 'block-entry.ts', ' || seen.has(order)', ''),
  block(
    'a bad chunk leaves its lines',
    'block-entry.ts',
    '  addLines(venue, block, lines)\n  if (rule) {',
    '  if (!rule) addLines(venue, block, lines)\n  if (rule) {',
  ),
  block('the close forgets a block', 'session.ts', "  if (phase === 'closed') endGathering(venue)\n", ''),
  block('the next day begins too early', 'session.ts', '    endDayOfBlocks(venue)\n', ''),
  block(
    'a cancel leaves the odd part',
    'block-entry.ts',
    '    if (order === undefined) continue\n',
    '    if (order === undefined || isOdd) continue\n',
  ),
]
