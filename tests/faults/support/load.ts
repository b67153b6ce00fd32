// Sends an order flow at a rate over several connections, so that commands commit in another order than their ids, and
// records the result of each: committed, or unknown when the connection broke before a response.

import { subjectsOf } from '@fairlot/contract/venue'
import { connect, type NatsConnection } from '@nats-io/transport-node'
import pg from 'pg'
import type { OrderFlow, SentCommand } from './order-flow.ts'

export interface LoadOptions {
  /** A role that may submit: api, worker or practice. */
  readonly databaseUrl: string
  readonly flow: OrderFlow
  readonly perSecond: number
  readonly connections?: number
  /** Where to wake the exchange after a commit; otherwise the exchange finds commands by polling. */
  readonly nats?: { readonly url: string; readonly namespace: string }
  /** Called for every committed command. */
  readonly onCommitted?: (command: SentCommand) => void
}

export interface Load {
  readonly committed: readonly string[]
  /** Sent, and the connection broke: in the log once or not at all. */
  readonly unknown: readonly string[]
  /** Stops sending and waits for the pending commands. */
  stop(): Promise<void>
}

const tickMs = 10

export function startLoad(options: LoadOptions): Load {
  const committed: string[] = []
  const unknown: string[] = []
  const pool = new pg.Pool({
    connectionString: options.databaseUrl,
    max: options.connections ?? 4,
    connectionTimeoutMillis: 2_000,
    query_timeout: 10_000,
  })
  pool.on('error', () => undefined)
  const subjects = options.nats && subjectsOf(options.nats.namespace)
  let nats: NatsConnection | undefined
  const connecting =
    options.nats &&
    connect({
      servers: options.nats.url,
      waitOnFirstConnect: true,
      maxReconnectAttempts: -1,
      reconnectTimeWait: 100,
    }).then((live) => (nats = live))
  const wake = (shard: number): void => {
    if (subjects && nats && !nats.isClosed()) nats.publish(subjects.wakeExchange(shard))
  }

  const underWay = new Set<Promise<void>>()
  const send = async (command: SentCommand): Promise<void> => {
    let client: pg.PoolClient
    try {
      client = await pool.connect()
    } catch {
      return // Never sent, so it is not expected in the log.
    }
    const ignore = (): void => undefined
    client.on('error', ignore)
    try {
      await client.query({
        name: 'submit',
        text: 'SELECT exchange.submit($1, $2)',
        values: [command.shard, command.text],
      })
      committed.push(command.text)
      client.release()
      wake(command.shard)
      options.onCommitted?.(command)
    } catch (error) {
      unknown.push(command.text)
      client.release(error as Error)
    } finally {
      client.off('error', ignore)
    }
  }

  let owed = 0
  let last = performance.now()
  const timer = setInterval(() => {
    const now = performance.now()
    owed += ((now - last) / 1_000) * options.perSecond
    last = now
    // Do not build up a burst while the database is down.
    if (underWay.size > 500) owed = 0
    for (; owed >= 1; owed -= 1) {
      const sending: Promise<void> = send(options.flow.next()).finally(() => underWay.delete(sending))
      underWay.add(sending)
    }
  }, tickMs)

  const end = async (): Promise<void> => {
    clearInterval(timer)
    await Promise.all(underWay)
    await pool.end()
    if (nats) await nats.close()
    else void connecting?.then((live) => live.close())
  }
  let ending: Promise<void> | undefined
  return { committed, unknown, stop: () => (ending ??= end()) }
}

/** Submits commands one after the other, each in a transaction of its own. */
export async function submitAll(databaseUrl: string, commands: readonly SentCommand[]): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  try {
    for (const { shard, text } of commands)
      await client.query('SELECT exchange.submit($1, $2)', [shard, text])
  } finally {
    await client.end()
  }
}
