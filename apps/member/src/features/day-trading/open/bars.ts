// Which ticks are drawn: from below the lowest to above the highest of opening price, price now and break-even, at least
// nineteen and at most so many that a bar is still seen.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { stepPrice } from '@fairlot/rules/instruments'

const LEAST = 19
const MOST = 41
const EDGE = 3

/** Ticks between two prices, not more than `most`. */
function ticksBetween(kind: InstrumentKind, low: number, high: number, most: number): number {
  let ticks = 0
  for (let price = low; price < high && ticks < most; price = stepPrice(kind, price, 1)) ticks += 1
  return ticks
}

export interface Bars {
  readonly from: number
  readonly down: number
  readonly up: number
}

export function barsAround(kind: InstrumentKind, opened: number, last: number, even: number): Bars {
  const low = Math.min(opened, last, even)
  const high = Math.max(opened, last, even)
  const inside = ticksBetween(kind, low, high, MOST)
  // Too far apart to draw all: the price now, and as much as fits on the side of the opening.
  if (inside > MOST - 2 * EDGE) {
    const towards = last > opened ? { down: MOST - 1 - EDGE, up: EDGE } : { down: EDGE, up: MOST - 1 - EDGE }
    return { from: last, ...towards }
  }
  const spare = Math.max(2 * EDGE, LEAST - 1 - inside)
  const down = Math.ceil(spare / 2)
  return { from: low, down, up: inside + spare - down }
}
