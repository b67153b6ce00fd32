import { stock } from '@fairlot/ledger'
import type { SeatNetChange } from './settlement-result.ts'

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
  /** Adds an earlier sum. */
  addNet(net: SeatNetChange): void
  /** The sums that are not zero. */
  left(): SeatNetChange[]
}

/** The gains and losses of seats, by seat, asset and settlement date. */
export function seatSums(): SeatSums {
  const sums = new Map<string, SeatNetChange>()
  const addNet = (net: SeatNetChange): void => {
    const place = `${net.seat} ${net.asset} ${net.due}`
    sums.set(place, { ...net, amount: (sums.get(place)?.amount ?? 0n) + net.amount })
  }
  return {
    add(ledgerId, side, symbol, quantity, value, due) {
      const sign = side === 'buy' ? 1n : -1n
      addNet({ seat: ledgerId, asset: 'TWD', due, amount: -sign * value })
      addNet({ seat: ledgerId, asset: stock(symbol), due, amount: sign * BigInt(quantity) })
    },
    addNet,
    left: () => [...sums.values()].filter(({ amount }) => amount !== 0n),
  }
}
