// Core NATS: wakes after a commit, and news that may be missed. Delivery is not guaranteed: a message published while
// NATS is down is dropped, and every subscriber must be able to catch up from PostgreSQL.

import { sealHeader } from '@fairlot/contract/venue'
import type { NatsAddress } from '@fairlot/process/connect-nats'
import { openNats } from '@fairlot/process/nats'
import type { Msg } from '@nats-io/transport-node'
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
  /** How long it has been away; 0 while it is connected. */
  awayMs(): number
  /** How long it has been connected; 0 while it is away. */
  connectedMs(): number
  close(): Promise<void>
}

export const requestIdHeader = 'Fairlot-Request-Id'

/** Publishes only after the commit, and never after a rollback. */
export function publishAfterCommit(tx: Tx, bus: Bus, subject: string, data: unknown): void {
  afterCommit(tx, () => bus.publish(subject, data))
}

export function openBus(address: NatsAddress | string, name: string, log: Log, metrics: Metrics): Bus {
  const nats = openNats({
    address: typeof address === 'string' ? { url: address } : address,
    name,
    log,
    gauge: metrics.busConnected,
  })

  const send = (subject: string, data: unknown, key?: string): void => {
    if (!nats.isConnected()) {
      metrics.busPublished.inc({ result: 'dropped' })
      return
    }
    const requestId = currentRequestId()
    const text = JSON.stringify(data)
    const isSent = nats.publish(subject, text, {
      ...(requestId === undefined ? {} : { [requestIdHeader]: requestId }),
      ...(key === undefined ? {} : { [sealHeader]: sealOf(key, subject, text) }),
    })
    metrics.busPublished.inc({ result: isSent ? 'sent' : 'dropped' })
  }

  return {
    publish: (subject, data) => send(subject, data),
    publishSealed: send,
    subscribe: (subject, onMessage) => nats.subscribe(subject, (message) => deliver(message, onMessage)),
    isConnected: nats.isConnected,
    awayMs: nats.awayMs,
    connectedMs: nats.connectedMs,
    close: nats.close,
  }
}

function deliver(message: Msg, onMessage: (message: BusMessage) => void): void {
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
  if (requestId === undefined) run()
  else withRequestId(requestId, run)
}
