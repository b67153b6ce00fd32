// One world: processes, store, network, and their shared state. run-seed.ts assembles and runs it.

import type { Closures } from '@fairlot/rules/calendar'
import type { TradingTerms } from '@fairlot/rules/orders'
import type { PlantedBug } from '../planted-bugs.ts'
import type { Network } from '../world/network.ts'
import type { Process, Scheduler } from '../world/scheduler.ts'
import type { Store } from '../world/store.ts'
import type { Cores } from './cores.ts'
import type { MemberEvent, OrderRequest, OrderView, PositionView, Request, Response } from './requests.ts'

export interface SimulatedInstrument {
  readonly symbol: string
  readonly kind: 'stock' | 'etf'
  readonly shard: number
  readonly reference: number
  readonly tick: number
}

export interface Breach {
  readonly invariant: string
  readonly what: string
}

export interface Api {
  readonly process: Process
  receive(memberId: string, request: Request, answer: (response: Response) => void): void
}

export interface Wake {
  readonly shard: number
  readonly last: number
}

export interface Downstream {
  announce(wake: Wake): void
}

export interface Kept {
  readonly outbox: Map<string, OrderRequest>
  seen: number
  readonly filled: Map<string, number>
  orders: ReadonlyMap<string, OrderView>
  positions: ReadonlyMap<string, PositionView>
}

export interface Phone {
  readonly memberId: string
  readonly process: Process
  readonly kept: Kept
  /** Ids the api reported as accepted to this phone: none of them may ever be lost. */
  readonly accepted: Set<string>
  readonly sent: Map<string, OrderRequest>
  hear(event: MemberEvent): void
}

export interface Simulation {
  readonly seed: number
  readonly scheduler: Scheduler
  readonly store: Store
  readonly network: Network
  readonly planted: PlantedBug | undefined
  readonly cores: Cores
  readonly shards: readonly number[]
  readonly instruments: readonly SimulatedInstrument[]
  readonly memberIds: readonly string[]
  /** Ledger id by the seat's code. */
  readonly seats: ReadonlyMap<string, string>
  readonly eligible: ReadonlySet<string>
  readonly terms: TradingTerms
  readonly termsHash: string
  readonly closures: Closures
  readonly apis: readonly Api[]
  readonly phones: readonly Phone[]
  readonly downstream: Downstream
  readonly breaches: Breach[]
  /** How often intake decided what: an outcome, or the code of a refusal. */
  readonly decided: Map<string, number>
  wakeVenues(shard: number): void
  wakeSettlers(shard: number): void
  notifyClient(memberId: string, event: MemberEvent): void
  chooseOrder(phone: Phone): OrderRequest | undefined
  /** Returns true while the run winds down: phones request nothing new. */
  isResting(): boolean
}
