interface Emitter {
  on(event: 'error', listener: (error: Error) => void): unknown
}
interface Pool extends Emitter {
  on(event: 'error', listener: (error: Error) => void): unknown
  on(event: 'connect', listener: (client: Emitter) => void): unknown
}

const ignore = (): void => undefined

/**
 * A connection that breaks must not end the process. The pool listens while a connection is idle, and a request fails with its
 * query; but on its way from one request to the next nothing listens, and the last answer and the end of a session arrive in one
 * piece when PostgreSQL is killed. So every connection has a listener for as long as it lives.
 */
export function surviveBrokenConnections(pool: Pool): void {
  pool.on('error', ignore)
  pool.on('connect', (client) => void client.on('error', ignore))
}
