// What a feature gives to the server's roles. Each feature has one in its feature.ts; the roles fold over the lists in
// all-features.ts. Beside index.ts and not in it: here a feature may use every other one without a cycle.

import type { Subjects } from '@fairlot/contract/venue'
import type { BeaconChain } from '@fairlot/proof'
import type { CalendarName } from '@fairlot/rules/calendar'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { PasswordHasher } from '#features/auth'
import type { PersonalReader, ReviewKindHandler } from '#features/operators'
import type { Bus } from '#platform/bus'
import type { Clock } from '#platform/clock'
import type { Config } from '#platform/config'
import type { Db } from '#platform/db'
import type { BoundRoute } from '#platform/http/routes'
import type { Log } from '#platform/log'
import type { Loop } from '#platform/loops'
import type { Metrics } from '#platform/metrics'
import type { Secrets } from '#platform/secrets'
import type { Stopper } from '@fairlot/process/stop'

/** What reviews may use, in the console that describes them and in the worker that executes them. */
export interface ReviewDeps {
  readonly bus: Bus
  readonly secrets: Secrets
  readonly subjects: Subjects
  readonly profile: RuleProfile
  /** The beacon that new draws name. */
  readonly beacon: BeaconChain
  readonly calendar: CalendarName
}

/** What every role has. The names are those of the features' own dependencies, so that a role's own can be passed on. */
export interface FeatureDeps extends ReviewDeps {
  readonly config: Config
  readonly version: string
  readonly db: Db
  readonly clock: Clock
  readonly log: Log
  readonly metrics: Metrics
  readonly money: 'practice' | 'real'
  /** Of the subjects of NATS. */
  readonly namespace: string
}

export interface MemberDeps extends FeatureDeps {
  readonly hasher: PasswordHasher
}

export interface ConsoleDeps extends FeatureDeps {
  readonly hasher: PasswordHasher
  readonly kinds: readonly ReviewKindHandler[]
  readonly personal: readonly PersonalReader[]
}

export interface WorkerDeps extends FeatureDeps {
  readonly kinds: readonly ReviewKindHandler[]
  readonly stopper: Stopper
}

export interface ServerFeature {
  /** The routes of the api role. */
  member?(deps: MemberDeps): readonly BoundRoute[]
  /** The routes of the console role. */
  console?(deps: ConsoleDeps): readonly BoundRoute[]
  /** The worker's periodic jobs. */
  loops?(deps: WorkerDeps): readonly Loop[]
  /** What needs two operators. */
  reviews?(deps: ReviewDeps): readonly ReviewKindHandler[]
  /** Personal data that an operator can open for a purpose. */
  personal?(secrets: Secrets): readonly PersonalReader[]
}
