// Core NATS: pokes after a commit, and news that may be missed. Nothing here is a promise: a message published
// while NATS is away is dropped, and whoever listens must be able to catch up from PostgreSQL.

import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node'
import { connectNats } from './connect-nats.ts'
import { afterCommit, type Tx } from './db.ts'
import type { Log } from './log.ts'
import type { Metrics } from './metrics.ts'
import { currentRequestId, isRequestId, withRequestId } from './request-scope.ts'

export interface BusMessage {
  readonly subject: string
  readonly requestId: string | undefined
  json(): unknown
}

export interface Bus {
  /** Fire and forget; the request id of the caller travels in the header. */
  publish(subject: string, data: unknown): void
  /** Attaches now or as soon as NATS is there, and again after every reconnect. */
  subscribe(subject: string, onMessage: (message: BusMessage) => void): () => void
  isConnected(): boolean
  close(): Promise<void>
}

export const requestIdHeader = 'Fairlot-Request-Id'

/** Says what happened once it has happened: the message leaves after the commit, and never after a rollback. */
export function publishAfterCommit(tx: Tx, bus: Bus, subject: string, data: unknown): void {
  afterCommit(tx, () => bus.publish(subject, data))
}

interface Subscription {
  readonly subject: string
  readonly onMessage: (message: BusMessage) => void
  detach?: () => void
}

export function openBus(url: string, name: string, log: Log, metrics: Metrics): Bus {
  const subscriptions = new Set<Subscription>()
  let connection: NatsConnection | undefined
  let connected = false
  let closed = false

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

  // Not awaited by the caller: the process must start, take requests and keep money right without NATS.
  const starting = connectNats(url, name).then(
    (live) => {
      connection = live
      if (closed) return live.close()
      setConnected(true)
      for (const subscription of subscriptions) attach(live, subscription)
      void follow(live, setConnected)
      return undefined
    },
    (error: unknown) => log.error({ err: error }, 'bus could not be set up'),
  )

  return {
    publish(subject, data) {
      if (!connection || !connected) {
        metrics.busPublished.inc({ result: 'dropped' })
        return
      }
      const requestId = currentRequestId()
      const head = headers()
      if (requestId !== undefined) head.set(requestIdHeader, requestId)
      try {
        connection.publish(subject, JSON.stringify(data), { headers: head })
        metrics.busPublished.inc({ result: 'sent' })
      } catch (error) {
        metrics.busPublished.inc({ result: 'dropped' })
        log.warn({ subject, err: error }, 'message dropped')
      }
    },
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
      closed = true
      if (!connection) return
      await connection.drain().catch(() => connection?.close())
      await starting
    },
  }
}

async function follow(live: NatsConnection, setConnected: (now: boolean) => void): Promise<void> {
  for await (const status of live.status()) {
    if (status.type === 'disconnect' || status.type === 'staleConnection') setConnected(false)
    if (status.type === 'reconnect') setConnected(true)
  }
  setConnected(false)
}

function deliver(message: Msg, onMessage: (message: BusMessage) => void, log: Log): void {
  const header = message.headers?.get(requestIdHeader)
  const requestId = header && isRequestId(header) ? header : undefined
  const run = (): void => onMessage({ subject: message.subject, requestId, json: () => message.json() })
  try {
    if (requestId === undefined) run()
    else withRequestId(requestId, run)
  } catch (error) {
    log.warn({ subject: message.subject, err: error }, 'message not understood')
  }
}
