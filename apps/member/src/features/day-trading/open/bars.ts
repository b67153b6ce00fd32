// Which ticks are drawn: from below the lowest to above the highest of opening price, current price and break-even; at
// least nineteen, and few enough that each bar is visible.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { stepPrice } from '@fairlot/rules/instruments'

const MIN = 19
const MAX = 41
const EDGE = 3

/** Ticks between two prices, at most `max`. */
function ticksBetween(kind: InstrumentKind, low: number, high: number, max: number): number {
  let ticks = 0
  for (let price = low; price < high && ticks < max; price = stepPrice(kind, price, 1)) ticks += 1
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
  const inside = ticksBetween(kind, low, high, MAX)
  // Too far apart to draw all: show the current price, and as much as fits towards the opening price.
  if (inside > MAX - 2 * EDGE) {
    const towards = last > opened ? { down: MAX - 1 - EDGE, up: EDGE } : { down: EDGE, up: MAX - 1 - EDGE }
    return { from: last, ...towards }
  }
  const spare = Math.max(2 * EDGE, MIN - 1 - inside)
  const down = Math.ceil(spare / 2)
  return { from: low, down, up: inside + spare - down }
}
