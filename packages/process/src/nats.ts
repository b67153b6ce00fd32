// A process's connection to core NATS. It may be down for any time: the process starts and works without it, and a
// message published meanwhile is dropped, because every subscriber can catch up from PostgreSQL.

import { headers, type Msg, type NatsConnection } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import { connectNats, type NatsAddress } from './connect-nats.ts'

export interface Nats {
  /** False: the message was dropped. */
  publish(subject: string, text?: string, head?: Readonly<Record<string, string>>): boolean
  /** Subscribes now or as soon as NATS is available; survives reconnects. Returns how to unsubscribe. */
  subscribe(subject: string, onMessage: (message: Msg) => void): () => void
  /** Called at the first connection and at every later one. */
  onConnected(run: () => void): void
  isConnected(): boolean
  /** How long it has been away; 0 while it is connected. */
  awayMs(): number
  /** How long it has been connected; 0 while it is away. */
  connectedMs(): number
  close(): Promise<void>
}

export interface NatsOptions {
  readonly address: NatsAddress
  readonly name: string
  readonly log: Logger
  readonly gauge?: NatsGauge
}

export interface NatsGauge {
  /** 1 while it is connected. */
  set(value: number): void
  /** Given once: how to read how long it has been away. */
  watchAway?(awayMs: () => number): void
}

interface Subscription {
  readonly subject: string
  readonly onMessage: (message: Msg) => void
  detach?: () => void
}

export function openNats({ address, name, log, gauge }: NatsOptions): Nats {
  const subscriptions = new Set<Subscription>()
  const listeners: (() => void)[] = []
  let connection: NatsConnection | undefined
  let connected = false
  let since = performance.now()
  const awayMs = (): number => (connected ? 0 : performance.now() - since)
  const closing = new AbortController()

  const setConnected = (now: boolean): void => {
    if (connected === now) return
    connected = now
    since = performance.now()
    gauge?.set(now ? 1 : 0)
    log.info({ nats: now ? 'connected' : 'away' }, 'nats')
    if (now) for (const listener of listeners) listener()
  }
  gauge?.set(0)
  gauge?.watchAway?.(awayMs)

  let isLogged = false
  const onRefused = (error: unknown): void => {
    // Logged once: it is tried again every half second.
    if (!isLogged)
      log.warn(
        { err: error, name },
        'NATS does not let this process in: is it up, and are user, password file and CA right?',
      )
    isLogged = true
  }
  // Not awaited by the caller: money must be right and trading must begin without NATS.
  const starting = connectNats(address, name, onRefused, closing.signal).then((live) => {
    if (!live) return
    connection = live
    if (closing.signal.aborted) return live.close()
    for (const subscription of subscriptions) attach(live, subscription, log)
    void follow(live, name, log, setConnected)
    setConnected(true)
    return undefined
  })

  return {
    publish(subject, text, head) {
      if (!connection || !connected) return false
      try {
        if (head) {
          const own = headers()
          for (const [key, value] of Object.entries(head)) own.set(key, value)
          connection.publish(subject, text, { headers: own })
        } else connection.publish(subject, text)
        return true
      } catch (error) {
        log.warn({ subject, err: error }, 'message dropped')
        return false
      }
    },
    subscribe(subject, onMessage) {
      const subscription: Subscription = { subject, onMessage }
      subscriptions.add(subscription)
      if (connection) attach(connection, subscription, log)
      return () => {
        subscriptions.delete(subscription)
        subscription.detach?.()
      }
    },
    onConnected(run) {
      listeners.push(run)
      if (connected) run()
    },
    isConnected: () => connected,
    awayMs,
    connectedMs: () => (connected ? performance.now() - since : 0),
    async close() {
      closing.abort()
      // A first connection that is not established cannot be awaited: it may never come.
      if (!connection) return
      if (connected) await connection.drain().catch(() => connection?.close())
      else await connection.close()
      await starting
    },
  }
}

function attach(live: NatsConnection, subscription: Subscription, log: Logger): void {
  const { subject, onMessage } = subscription
  const inner = live.subscribe(subject, {
    callback: (error, message) => {
      if (error) return
      try {
        onMessage(message)
      } catch (fault) {
        log.warn({ subject: message.subject, err: fault }, 'message not understood')
      }
    },
  })
  subscription.detach = () => inner.unsubscribe()
}

/** Ends with the connection. */
async function follow(
  live: NatsConnection,
  name: string,
  log: Logger,
  setConnected: (now: boolean) => void,
): Promise<void> {
  for await (const status of live.status()) {
    if (status.type === 'disconnect' || status.type === 'staleConnection') setConnected(false)
    if (status.type === 'reconnect') setConnected(true)
    if (status.type === 'error') log.error({ err: status.error, name }, 'NATS forbids a subject')
  }
  setConnected(false)
}
