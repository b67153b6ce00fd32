// The event stream on JetStream, as far as a reader needs it: batches of one shard as they are published. It may be
// away, lose messages or start again from nothing; whoever reads compares with PostgreSQL and asks for a fresh start.

import { createHash } from 'node:crypto'
import { digestHeader, type Subjects } from '@fairlot/contract/venue'
import { type ConsumerMessages, DeliverPolicy, jetstream } from '@nats-io/jetstream'
import type { NatsConnection } from '@nats-io/transport-node'
import { connectNats } from '../connect-nats.ts'
import type { Log } from '../log.ts'
import { pause } from '../pause.ts'

export interface EventStream {
  /**
   * Hands every batch of the shard to `onBatch`, one after the other, as text; undefined when the text is not what the
   * exchange wrote. `onOpen` is called each time reading begins: what was published before comes from elsewhere.
   */
  follow(
    shard: number,
    onOpen: () => Promise<void>,
    onBatch: (text: string | undefined) => Promise<void>,
  ): FollowedShard
  close(): Promise<void>
}

export interface FollowedShard {
  /** Leaves the consumer and makes another: for when it is silent although there is news. */
  renew(): void
  stop(): Promise<void>
}

const retryMs = 1_000
/** The least the server takes. Two missed in a row and the consumer is made again. */
const heartbeatMs = 2_000

export function openEventStream(url: string, name: string, subjects: Subjects, log: Log): EventStream {
  const stopping = new AbortController()
  let connection: NatsConnection | undefined
  // A connection of its own: a long replay must not hold up pokes and quotes on the other.
  const connecting: Promise<NatsConnection | undefined> = connectNats(url, `${name}-log`).then(
    (live) => {
      connection = live
      if (!stopping.signal.aborted) return live
      void live.close()
      return undefined
    },
    (error: unknown) => {
      log.error({ err: error }, 'event stream could not be set up')
      return undefined
    },
  )

  return {
    follow(shard, onOpen, onBatch) {
      const leaving = new AbortController()
      const signal = AbortSignal.any([stopping.signal, leaving.signal])
      let messages: ConsumerMessages | undefined

      const readOnce = async (live: NatsConnection): Promise<void> => {
        const consumer = await jetstream(live).consumers.get(subjects.eventStream, {
          filter_subjects: subjects.events(shard),
          deliver_policy: DeliverPolicy.New,
          inactive_threshold: 30_000,
        })
        messages = await consumer.consume({ idle_heartbeat: heartbeatMs, expires: 2 * heartbeatMs })
        try {
          if (signal.aborted) return
          await onOpen()
          for await (const message of messages) {
            if (signal.aborted) return
            const text = message.string()
            const isWhole = message.headers?.get(digestHeader) === sha256(text)
            await onBatch(isWhole ? text : undefined)
          }
        } finally {
          void messages.close().catch(() => undefined)
          messages = undefined
        }
      }

      const read = async (): Promise<void> => {
        const live = await Promise.race([connecting, aborted(signal)])
        if (!live) return
        while (!signal.aborted) {
          try {
            await readOnce(live)
          } catch (error) {
            // Away, or the stream is not there yet: PostgreSQL carries the reader until it is.
            log.debug({ shard, err: error }, 'event stream is not to be read')
          }
          await pause(retryMs, signal)
        }
      }
      const reading = read()
      const leave = (): void => messages?.stop()
      signal.addEventListener('abort', leave)
      return {
        renew: leave,
        async stop() {
          leaving.abort()
          await reading
        },
      }
    },
    async close() {
      stopping.abort()
      await connection?.close()
    },
  }
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const aborted = (signal: AbortSignal): Promise<undefined> =>
  new Promise((resolve) => {
    if (signal.aborted) resolve(undefined)
    else signal.addEventListener('abort', () => resolve(undefined), { once: true })
  })
