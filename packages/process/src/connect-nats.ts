// Connects to NATS: a list of servers, this process's own user, and the CA that signed the servers' certificates. The
// credentials are files, read again at each connection, so that a changed password needs no restart.

import { readFileSync } from 'node:fs'
import {
  type Authenticator,
  connect,
  credsAuthenticator,
  type NatsConnection,
  usernamePasswordAuthenticator,
} from '@nats-io/transport-node'
import { pause } from './pause.ts'

export interface NatsAddress {
  /** One URL, or several separated by commas. */
  readonly url: string
  readonly user?: string | undefined
  readonly passwordFile?: string | undefined
  /** A .creds file instead of user and password. */
  readonly credsFile?: string | undefined
  readonly caFile?: string | undefined
}

const retryMs = 500

/**
 * Resolves when NATS has accepted this process, however long that takes, and reconnects for ever after. The reason of a
 * failure (no server, a wrong password, a certificate of another CA) is passed to `onRefused`, and it retries: the
 * process need not restart when the cause is fixed.
 */
export async function connectNats(
  address: NatsAddress,
  name: string,
  onRefused: (error: unknown) => void,
  signal: AbortSignal,
): Promise<NatsConnection | undefined> {
  while (!signal.aborted) {
    try {
      return await connect({
        servers: address.url.split(',').map((url) => url.trim()),
        name,
        maxReconnectAttempts: -1,
        ignoreAuthErrorAbort: true,
        reconnectTimeWait: 500,
        pingInterval: 10_000,
        maxPingOut: 2,
        ...authenticatorOf(address),
        ...(address.caFile === undefined ? {} : { tls: { caFile: address.caFile } }),
      })
    } catch (error) {
      if (!signal.aborted) onRefused(error)
    }
    await pause(retryMs, signal)
  }
  return undefined
}

function authenticatorOf({ user, passwordFile, credsFile }: NatsAddress): { authenticator?: Authenticator } {
  if (credsFile !== undefined) return { authenticator: credsAuthenticator(() => readFileSync(credsFile)) }
  if (user === undefined || passwordFile === undefined) return {}
  const password = (): string => readFileSync(passwordFile, 'utf8').trim()
  return { authenticator: usernamePasswordAuthenticator(user, password) }
}
