// The durable writes of the exchange: tests kill it just before and just after each.

import { crashPointsOf } from '@fairlot/process/crash-points'

export const exchangeWrites = [
  'exchange.take',
  'exchange.batch',
  'exchange.snapshot',
  'exchange.prune',
] as const
export type ExchangeWrite = (typeof exchangeWrites)[number]
/** Needs an engine that fails: tests/faults/command-kill.test.ts visits it. */
type FaultWrite = 'exchange.set-aside'

export const { aroundWrite } = crashPointsOf<ExchangeWrite | FaultWrite>()
