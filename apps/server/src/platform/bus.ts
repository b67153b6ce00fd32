// Core NATS: wakes after a commit, and news that may be missed. Delivery is not guaranteed: a message published while
// NATS is down is dropped, and every subscriber must be able to catch up from PostgreSQL.

import { sealHeader } from '@fairlot/contract/venue'
import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { connectNats, type NatsAddress } from './connect-nats.ts'
import { afterCommit, type Tx } from './db.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { currentRequestId, isRequestId, withRequestId } from './request-scope.ts'
import { sealOf } from './seal.ts'

export interface BusMessage {
  readonly subject: string
  readonly requestId: string | undefined
  readonly text: string
  /** Proves the sender by its key; see seal.ts. */
  readonly seal: string | undefined
  json(): unknown
}

export interface Bus {
  /** Fire and forget; the request id of the caller is in the header. */
  publish(subject: string, data: unknown): void
  /** The same with the seal that receivers check. */
  publishSealed(subject: string, data: unknown, key: string): void
  /** Subscribes now or as soon as NATS is available, and again after every reconnect. */
  subscribe(subject: string, onMessage: (message: BusMessage) => void): () => void
  isConnected(): boolean
  close(): Promise<void>
}

export const requestIdHeader = 'Fairlot-Request-Id'

/** Publishes only after the commit, and never after a rollback. */
export function publishAfterCommit(tx: Tx, bus: Bus, subject: string, data: unknown): void {
  afterCommit(tx, () => bus.publish(subject, data))
}

interface Subscription {
  readonly subject: string
  readonly onMessage: (message: BusMessage) => void
  detach?: () => void
}

export function openBus(address: NatsAddress | string, name: string, log: Log, metrics: Metrics): Bus {
  const subscriptions = new Set<Subscription>()
  let connection: NatsConnection | undefined
  let connected = false
  const closing = new AbortController()

  const setConnected = (now: boolean): void => {
    if (connected !== now) log.info({ nats: now ? 'connected' : 'away' }, 'bus')
    connected = now
    metrics.busConnected.set(now ? 1 : 0)
  }
  metrics.busConnected.set(0)

  const attach = (live: NatsConnection, subscription: Subscription): void => {
    const inner = live.subscribe(subscription.subject, {
      callback: (error, message) => {
        if (!error) deliver(message, subscription.onMessage, log)
      },
    })
    subscription.detach = () => inner.unsubscribe()
  }

  let isTold = false
  const onRefused = (error: unknown): void => {
    // Logged once: it is tried again every second.
    if (!isTold)
      log.warn(
        { err: error, name },
        'NATS does not let this process in: is it up, and are user, password file and CA right?',
      )
    isTold = true
  }
  // Not awaited by the caller: the process must start, accept requests and keep money correct without NATS.
  const starting = connectNats(
    typeof address === 'string' ? { url: address } : address,
    name,
    onRefused,
    closing.signal,
  ).then((live) => {
    if (!live) return
    connection = live
    if (closing.signal.aborted) return live.close()
    setConnected(true)
    for (const subscription of subscriptions) attach(live, subscription)
    void follow(live, setConnected, onForbidden)
    return undefined
  })
  const onForbidden = (error: Error): void => log.error({ err: error, name }, 'NATS forbids a subject')

  const send = (subject: string, data: unknown, key?: string): void => {
    if (!connection || !connected) {
      metrics.busPublished.inc({ result: 'dropped' })
      return
    }
    const requestId = currentRequestId()
    const text = JSON.stringify(data)
    const head = headers()
    if (requestId !== undefined) head.set(requestIdHeader, requestId)
    if (key !== undefined) head.set(sealHeader, sealOf(key, subject, text))
    try {
      connection.publish(subject, text, { headers: head })
      metrics.busPublished.inc({ result: 'sent' })
    } catch (error) {
      metrics.busPublished.inc({ result: 'dropped' })
      log.warn({ subject, err: error }, 'message dropped')
    }
  }

  return {
    publish: (subject, data) => send(subject, data),
    publishSealed: send,
    subscribe(subject, onMessage) {
      const subscription: Subscription = { subject, onMessage }
      subscriptions.add(subscription)
      if (connection) attach(connection, subscription)
      return () => {
        subscriptions.delete(subscription)
        subscription.detach?.()
      }
    },
    isConnected: () => connected,
    async close() {
      closing.abort()
      if (!connection) return
      await connection.drain().catch(() => connection?.close())
      await starting
    },
  }
}

async function follow(
  live: NatsConnection,
  setConnected: (now: boolean) => void,
  onForbidden: (error: Error) => void,
): Promise<void> {
  for await (const status of live.status()) {
    if (status.type === 'disconnect' || status.type === 'staleConnection') setConnected(false)
    if (status.type === 'reconnect') setConnected(true)
    if (status.type === 'error') onForbidden(status.error)
  }
  setConnected(false)
}

function deliver(message: Msg, onMessage: (message: BusMessage) => void, log: Log): void {
  const header = message.headers?.get(requestIdHeader)
  const requestId = header && isRequestId(header) ? header : undefined
  const text = message.string()
  const run = (): void =>
    onMessage({
      subject: message.subject,
      requestId,
      text,
      seal: message.headers?.get(sealHeader) || undefined,
      json: () => JSON.parse(text) as unknown,
    })
  try {
    if (requestId === undefined) run()
    else withRequestId(requestId, run)
  } catch (error) {
    log.warn({ subject: message.subject, err: error }, 'message not understood')
  }
}
