// The exits as entered in the ticket.

import type { InstrumentKind } from '@fairlot/contract/venue'
import { ceilToTick, floorToTick } from '@fairlot/rules/instruments'
import type { ConditionalKind, Direction, Exits } from '@fairlot/rules/orders'

export type ExitChoice = Exclude<ConditionalKind, 'trailing'> | 'none'

/** Prices that were typed stay; new ones are five per cent to the winning and three per cent to the losing side. */
export function freshExits(
  choice: ExitChoice,
  direction: Direction,
  kind: InstrumentKind,
  at: number,
  before: Exits | undefined,
): Exits | undefined {
  if (choice === 'none') return undefined
  const above = (percent: number) => ceilToTick(kind, Math.round((at * (100 + percent)) / 100))
  const below = (percent: number) => floorToTick(kind, Math.round((at * (100 - percent)) / 100))
  const isLong = direction === 'long'
  return {
    ...(choice === 'stop' ? {} : { takeProfit: before?.takeProfit ?? (isLong ? above(5) : below(5)) }),
    ...(choice === 'take-profit' ? {} : { stop: before?.stop ?? (isLong ? below(3) : above(3)) }),
  }
}

export const isExits = (value: unknown): value is Exits => {
  if (typeof value !== 'object' || value === null) return false
  const { stop, takeProfit } = value as Partial<Record<keyof Exits, unknown>>
  return [stop, takeProfit].every((price) => price === undefined || Number.isSafeInteger(price))
}
