import type { Tx } from '#platform/db'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import type { PasswordHasher } from './passwords/password-hasher.ts'

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
  /** The WebAuthn relying party: the site's host name, its display name, and the origins of its pages. */
  readonly relyingParty: { readonly id: string; readonly name: string; readonly origins: readonly string[] }
}
