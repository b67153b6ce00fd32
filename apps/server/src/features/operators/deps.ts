import type { Party } from '#platform/credentials/passkey-ceremony'
import type { PasswordHasher } from '#platform/credentials/password-hasher'
import type { Bus } from '#platform/bus'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import type { PersonalReader } from './personal/open-personal.ts'
import type { ReviewKindHandler } from './reviews/review-kind.ts'

/** What the operators feature needs from other parts of the server. The console role assembles it. */
export interface OperatorsDeps {
  readonly db: Db
  readonly bus: Bus
  readonly secrets: Secrets
  readonly hasher: PasswordHasher
  readonly kinds: readonly ReviewKindHandler[]
  readonly personal: readonly PersonalReader[]
  readonly namespace: string
  /** The WebAuthn relying party of the console's own host name: a passkey of the member app is not valid here. */
  readonly relyingParty: Party
  /** Origins of push services that the operator of the installation runs. */
  readonly pushOrigins: readonly string[]
}
