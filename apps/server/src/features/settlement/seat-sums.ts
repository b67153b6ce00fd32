import type { Asset } from '@fairlot/ledger'
import { stock } from '@fairlot/ledger'
import type { SeatNetChange } from './settled.ts'

export interface SeatSums {
  /** A seat's side of a trade: cash one way, shares the other. */
  add(
    ledgerId: string,
    side: 'buy' | 'sell',
    symbol: string,
    quantity: number,
    value: bigint,
    due: string,
  ): void
  /** What does not cancel out. */
  left(): SeatNetChange[]
}

/** What seats gain and lose, by seat, asset and settlement date. */
export function seatSums(): SeatSums {
  const sums = new Map<string, SeatNetChange>()
  const add = (seat: string, asset: Asset, due: string, amount: bigint): void => {
    const place = `${seat} ${asset} ${due}`
    sums.set(place, { seat, asset, due, amount: (sums.get(place)?.amount ?? 0n) + amount })
  }
  return {
    add(ledgerId, side, symbol, quantity, value, due) {
      const sign = side === 'buy' ? 1n : -1n
      add(ledgerId, 'TWD', due, -sign * value)
      add(ledgerId, stock(symbol), due, sign * BigInt(quantity))
    },
    left: () => [...sums.values()].filter(({ amount }) => amount !== 0n),
  }
}
