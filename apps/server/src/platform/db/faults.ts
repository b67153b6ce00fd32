// What a failure of PostgreSQL means for the caller: nothing was done, the result is unknown, or a fault of ours.

/** A required service is unavailable at the moment: nothing was done, and the same call may succeed later. */
export class TemporarilyUnavailable extends Error {}

/** The connection leads to a replica. The next one may lead to the new primary. */
export class NotPrimary extends TemporarilyUnavailable {}

/**
 * The commit was sent and not answered: the work is done or will be, or it never happens. Only a second call under the
 * same key, or a reading, can say which.
 */
export class CommitUnconfirmed extends Error {
  constructor(cause: unknown) {
    super('PostgreSQL did not answer the commit: whether it is done is unknown', { cause })
  }
}

const codeOf = (error: Error): string => ('code' in error && typeof error.code === 'string' ? error.code : '')

/** PostgreSQL stayed silent for longer than any statement may take. The driver has closed the connection. */
export const isReadTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout'

/** After these the connection leads to a server that is no primary, or to none: it is not used again. */
export const leavesServer = (error: unknown): error is Error =>
  error instanceof CommitUnconfirmed ||
  error instanceof NotPrimary ||
  isReadTimeout(error) ||
  (error instanceof Error && /^25006$|^57P0/.test(codeOf(error)))

/**
 * Temporary failures: PostgreSQL is down, restarting, full, no longer the primary (25006), its password is being
 * changed (28P01), or a lock timed out. The caller may retry; everything else is a fault of the server. All but
 * `CommitUnconfirmed` mean: nothing was done.
 */
export function isTransient(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if (error instanceof TemporarilyUnavailable || error instanceof CommitUnconfirmed) return true
  const code = codeOf(error)
  if (/^(08|53)|^57P0|^57014$|^55P03$|^40001$|^40P01$|^25P03$|^25006$|^28P01$/.test(code)) return true
  if (/^(ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(code)) return true
  return /^(Connection terminated|Query read timeout|timeout exceeded when trying to connect|Client has encountered a connection error)/.test(
    error.message,
  )
}

export const isLockTimeout = (error: unknown): boolean => error instanceof Error && codeOf(error) === '55P03'

/** Rows that another transaction has: about this work, not about PostgreSQL. */
export const isConflict = (error: unknown): boolean =>
  error instanceof Error && /^(55P03|40001|40P01)$/.test(codeOf(error))
