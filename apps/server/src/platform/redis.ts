// Redis stores what may be lost: rate limits and short-lived counters. Every use must handle a Redis outage, so
// commands fail at once instead of waiting in a queue.

import { readPassword } from '@fairlot/process/database-address'
import { Redis } from 'ioredis'
import type { Log } from './log.ts'

export type RedisClient = Redis

interface RedisAddress {
  readonly redisUrl: string
  readonly redisPasswordFile?: string | undefined
}

export function openRedis({ redisUrl, redisPasswordFile: file }: RedisAddress, log: Log): RedisClient {
  const client: Redis = new Redis(redisUrl, {
    ...(file === undefined ? {} : { password: readPassword(file) }),
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 250,
    // Commands of one turn of the event loop go out in one write: a busy api sends two for every request.
    enableAutoPipelining: true,
    connectTimeout: 2_000,
    retryStrategy(attempt) {
      // Read again at each connection: a new password needs no restart.
      if (file !== undefined) client.options.password = readPassword(file)
      return Math.min(attempt * 100, 2_000)
    },
  })
  let away = false
  client.on('error', (error: Error) => {
    if (!away) log.warn({ err: error }, 'redis is unreachable: rate limits are counted in this process')
    away = true
  })
  client.on('ready', () => {
    if (away) log.info('redis is reachable again')
    away = false
  })
  return client
}

export async function closeRedis(client: RedisClient): Promise<void> {
  if (client.status !== 'ready') return client.disconnect()
  await client.quit().catch(() => client.disconnect())
}
