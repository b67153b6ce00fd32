import { jsonText } from '#platform/json-text'
import { TemporarilyUnavailable, type Tx } from '#platform/db'
import { newId } from '#platform/ids'
import { insertEntry } from './store.ts'

export type Actor = `member:${string}` | `operator:${string}` | 'system' | 'anonymous'

export interface AuditEntry {
  /** `feature.what-happened`, in the past tense: `auth.password-changed`. */
  readonly action: string
  readonly actor: Actor
  /** `<kind>:<id>`: `member:0192…`, `session:0192…`. */
  readonly subject: string
  readonly details: Readonly<Record<string, unknown>>
  readonly requestId: string
}

const secretName =
  /password|passcode|token|cookie|secret|(^|[a-z])code$|^code|seed|signature|privatekey|authorization/i

/**
 * Writes the row in the caller's transaction. A failing insert fails the transaction: no audit, no effect. A failure of
 * the trail itself is not the caller's fault: the caller gets "busy" and may try again. Detail names that suggest a
 * secret throw, because an audit row can never be removed.
 */
export async function recordAudit(tx: Tx, entry: AuditEntry): Promise<void> {
  refuseSecrets(entry.details, entry.action)
  const row = {
    entryId: newId(),
    action: entry.action,
    actor: entry.actor,
    subject: entry.subject,
    requestId: entry.requestId,
    details: jsonText(entry.details),
  }
  try {
    await insertEntry(tx, row)
  } catch (error) {
    if (isOfTheEntry(error)) throw error
    throw new TemporarilyUnavailable('the audit trail cannot be written', { cause: error })
  }
}

/** Invalid values, or a transaction that had already failed: not a failure of the trail. */
const isOfTheEntry = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && /^22|^25P02$/.test(String(error.code))

/** Names that only sound secret: a kind of thing, or a count. */
const harmless = new Set(['recoveryCodesLeft', 'reasonCode', 'invitationCode'])

function refuseSecrets(value: unknown, path: string): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, inner] of Object.entries(value)) {
    if (secretName.test(name) && !harmless.has(name) && typeof inner !== 'boolean') {
      throw new Error(`audit details must not hold ${path}.${name}`)
    }
    refuseSecrets(inner, `${path}.${name}`)
  }
}
