import type { BeaconChain } from '@fairlot/proof'
import type { RuleProfile } from '@fairlot/rules/orders'
import type { Secrets } from '#platform/secrets'

/** What planning a draw and issuing its tickets need. Every role that executes reviews has it. */
export interface DrawDeps {
  readonly secrets: Secrets
  /** The beacon that new draws name. */
  readonly beacon: BeaconChain
  readonly profile: RuleProfile
}
