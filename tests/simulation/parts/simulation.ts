// One world: processes, store, network, and their shared state. run-seed.ts assembles and runs it.

import type { Closures } from '@fairlot/rules/calendar'
import type { TradingTerms } from '@fairlot/rules/orders'
import type { PlantedBug } from '../planted-bugs.ts'
import type { Network } from '../world/network.ts'
import type { Scheduler } from '../world/scheduler.ts'
import type { Store } from '../world/store.ts'
import type { Api } from './api.ts'
import type { Cores } from './cores.ts'
import type { Downstream } from './downstream.ts'
import type { Phone } from './phone.ts'
import type { OrderRequest } from './requests.ts'
import type { MemberEvent } from './settlement.ts'

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
  wakeVenues(shard: number): void
  wakeSettlers(shard: number): void
  notifyClient(memberId: string, event: MemberEvent): void
  chooseOrder(phone: Phone): OrderRequest | undefined
  /** True while the run winds down: phones request nothing new. */
  isResting(): boolean
}
