// Passes the request id from the HTTP layer to the database session and to messages, so that one id finds the log line,
// the audit row and everything else the request caused.

import { AsyncLocalStorage } from 'node:async_hooks'

const scope = new AsyncLocalStorage<string>()

/** External ids are accepted only in this format: the id is written into SQL and headers unchanged. */
export const isRequestId = (text: string): boolean => /^[A-Za-z0-9-]{8,64}$/.test(text)

export function withRequestId<Result>(requestId: string, run: () => Result): Result {
  if (!isRequestId(requestId)) throw new Error('a request id has 8 to 64 letters, digits and hyphens')
  return scope.run(requestId, run)
}

export const currentRequestId = (): string | undefined => scope.getStore()
