// Tick sizes by price band. Prices are whole hundredths of a dollar. A band begins at a multiple of the ticks on both
// sides of it, so its first price is valid in either.

import type { InstrumentKind } from '@fairlot/contract/venue'

export interface TickBand {
  /** The lowest price of the band. */
  readonly from: number
  readonly tick: number
}

/** NT$10 million. Keeps price times lots far below 2^53; the most expensive share in Taiwan costs about NT$15,000. */
export const highestPrice = 1_000_000_000

/** In force since 2020-03-23; a smaller tick above NT$1,000 has been under study without a date. */
const tables: Readonly<Record<InstrumentKind, readonly TickBand[]>> = {
  stock: [
    { from: 0, tick: 1 },
    { from: 1_000, tick: 5 },
    { from: 5_000, tick: 10 },
    { from: 10_000, tick: 50 },
    { from: 50_000, tick: 100 },
    { from: 100_000, tick: 500 },
  ],
  etf: [
    { from: 0, tick: 1 },
    { from: 5_000, tick: 5 },
  ],
}

export const tickTable = (kind: InstrumentKind): readonly TickBand[] => tables[kind]

/** The tick of the band this price falls in. A fraction of a hundredth is fine: bands begin at whole ones. */
export function tickAt(kind: InstrumentKind, price: number): number {
  const bands = tables[kind]
  for (let index = bands.length - 1; index > 0; index -= 1) {
    const band = bands[index]!
    if (price >= band.from) return band.tick
  }
  return bands[0]!.tick
}

export const isOnTick = (kind: InstrumentKind, price: number): boolean =>
  Number.isSafeInteger(price) && price > 0 && price % tickAt(kind, price) === 0

/** The highest valid price that is not above this one; 0 when there is none. */
export function floorToTick(kind: InstrumentKind, price: number): number {
  const tick = tickAt(kind, price)
  return Math.floor(price / tick) * tick
}

/** The lowest valid price that is not below this one. */
export function ceilToTick(kind: InstrumentKind, price: number): number {
  const tick = tickAt(kind, price)
  return Math.max(Math.ceil(price / tick) * tick, tick)
}

/**
 * This many ticks up or down, each of the band it crosses; never below one tick. From a price between two ticks the
 * first step leads to the nearest valid one in that direction.
 */
export function stepPrice(kind: InstrumentKind, price: number, steps: number): number {
  let at = price
  for (let step = 0; step < steps; step += 1) at = floorToTick(kind, at) + tickAt(kind, at)
  // Just below a band's first price the tick is the lower band's.
  for (let step = 0; step > steps; step -= 1) at = Math.max(floorToTick(kind, at - 1), 1)
  return at
}
