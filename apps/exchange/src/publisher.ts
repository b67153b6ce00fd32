// After the commit a batch goes to the JetStream stream. It is never waited for: a bounded number is under way, and
// what does not fit, or comes while NATS or the stream is away, is left out. A consumer sees the gap by sequence and
// hash and reads PostgreSQL. The stream is made when it is missing, also after its whole store was deleted, and then
// gets the newest batch of each shard at once, so that a gap is seen now and not with the next trade.

import { createHash } from 'node:crypto'
import {
  DiscardPolicy,
  jetstream,
  type JetStreamClient,
  jetstreamManager,
  RetentionPolicy,
  StorageType,
} from '@nats-io/jetstream'
import { digestHeader, type Subjects } from '@fairlot/contract/venue'
import { headers, type MsgHdrs } from '@nats-io/transport-node'
import type { Logger } from 'pino'
import type { Metrics } from './metrics.ts'
import type { Nats } from './nats.ts'

export interface Publisher {
  /** Remembers the newest batch of the shard and hands it to the stream when that is there. */
  publish(shard: number, last: number, text: string): void
  close(): Promise<void>
}

export interface PublisherOptions {
  readonly nats: Nats
  readonly subjects: Subjects
  readonly log: Logger
  readonly metrics: Metrics
  readonly streamBytes: number
  readonly replicas: number
}

const mostUnderWay = 256
const ackMs = 5_000
const dayNanos = 86_400_000_000_000
const duplicateNanos = 120_000_000_000
/** Room for subject and headers within the server's limit for a message. */
const headRoom = 1_024

export function createPublisher({
  nats,
  subjects,
  log,
  metrics,
  streamBytes,
  replicas,
}: PublisherOptions): Publisher {
  const newest = new Map<number, { readonly last: number; readonly text: string }>()
  const underWay = new Set<Promise<void>>()
  let client: JetStreamClient | undefined
  let hasStream = false
  let making: Promise<void> | undefined
  let retry: NodeJS.Timeout | undefined
  let closed = false

  const makeStream = async (): Promise<void> => {
    const live = nats.live()
    if (!live || closed) return
    try {
      const manager = await jetstreamManager(live, { timeout: ackMs })
      const config = {
        name: subjects.eventStream,
        subjects: [subjects.allEvents],
        retention: RetentionPolicy.Limits,
        storage: StorageType.File,
        discard: DiscardPolicy.Old,
        // Both limits: a stream that nobody reads must not fill the disk.
        max_bytes: streamBytes,
        max_age: dayNanos,
        duplicate_window: duplicateNanos,
        num_replicas: replicas,
      }
      // Adding what exists with the same settings changes nothing; with others it must be an update.
      await manager.streams.add(config).catch(async () => {
        await manager.streams.update(config.name, config)
      })
      hasStream = true
      for (const [shard, { last, text }] of newest) send(shard, last, text)
    } catch (error) {
      log.warn({ err: error, stream: subjects.eventStream }, 'the stream could not be made')
      later()
    }
  }
  const later = (): void => {
    hasStream = false
    if (closed) return
    retry ??= setTimeout(() => {
      retry = undefined
      ensure()
    }, 1_000)
    retry.unref()
  }
  const ensure = (): void => {
    making ??= makeStream().finally(() => {
      making = undefined
    })
  }
  nats.onConnected(() => {
    hasStream = false
    ensure()
  })

  const send = (shard: number, last: number, text: string): void => {
    const live = nats.live()
    if (!live || !hasStream || underWay.size >= mostUnderWay) {
      metrics.published.inc({ result: 'dropped' })
      return
    }
    if (Buffer.byteLength(text) > (live.info?.max_payload ?? 1_048_576) - headRoom) {
      metrics.published.inc({ result: 'too-large' })
      return
    }
    client ??= jetstream(live, { timeout: ackMs })
    const ack = client
      .publish(subjects.events(shard), text, { msgID: `${shard}-${last}`, headers: digestOf(text) })
      .then(
        () => metrics.published.inc({ result: 'acknowledged' }),
        (error: unknown) => {
          metrics.published.inc({ result: 'failed' })
          // Said once per outage: `hasStream` is false until the stream is there again.
          if (hasStream) log.warn({ err: error, shard, last }, 'a batch did not reach the stream')
          later()
        },
      )
      .finally(() => {
        underWay.delete(ack)
        metrics.publishing.set(underWay.size)
      })
    underWay.add(ack)
    metrics.publishing.set(underWay.size)
  }

  return {
    publish(shard, last, text) {
      newest.set(shard, { last, text })
      send(shard, last, text)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await making
      if (nats.live()) await Promise.all(underWay)
    },
  }
}

/** A reader takes a batch from the stream only when its text is still the one that was written. */
function digestOf(text: string): MsgHdrs {
  const head = headers()
  head.set(digestHeader, createHash('sha256').update(text).digest('hex'))
  return head
}
