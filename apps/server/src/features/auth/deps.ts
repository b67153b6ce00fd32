import type { Tx } from '#platform/db'
import type { Db } from '#platform/db'
import type { Secrets } from '#platform/secrets'
import type { PasswordHasher } from './passwords/password-hasher.ts'

/** What signing in needs of the rest of the server; the api role puts it together. */
export interface AuthDeps {
  readonly db: Db
  readonly secrets: Secrets
  readonly hasher: PasswordHasher
  /** Practice mode: who registers gets a stake of paper money. */
  readonly hasPaperMoney: boolean
  readonly site: {
    /** The version of the agreement in force. */
    agreementVersion(tx: Tx): Promise<string>
    /** The invitation code anyone may register with; empty when the site is invite-only. */
    publicInvitationCode(tx: Tx): Promise<string>
  }
  /** WebAuthn's word for this site: its host name, its name for people, and the origins its pages come from. */
  readonly relyingParty: { readonly id: string; readonly name: string; readonly origins: readonly string[] }
}
