import type { Party } from '#platform/credentials/passkey-ceremony'
import type { Db, Tx } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import type { PasswordHasher } from '#platform/credentials/password-hasher'

/** What signing in needs from other parts of the server; the api role assembles it. */
export interface AuthDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly hasher: PasswordHasher
  /** Practice mode: a new member gets paper money. */
  readonly hasPaperMoney: boolean
  readonly site: {
    /** The version of the agreement in force. */
    agreementVersion(tx: Tx): Promise<string>
    /** The invitation code anyone may register with; empty when the site is invite-only. */
    publicInvitationCode(tx: Tx): Promise<string>
  }
  readonly relyingParty: Party
}
