// Redis holds what may be forgotten: rate limits and short-lived counters. Every use must have an answer for
// "Redis is away", so commands fail at once instead of waiting in a queue.

import { Redis } from 'ioredis'
import type { Log } from './log.ts'

export type RedisClient = Redis

export function openRedis(url: string, log: Log): RedisClient {
  const client = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 250,
    // What is asked in one turn of the loop goes out in one write: a busy api asks twice for every request.
    enableAutoPipelining: true,
    connectTimeout: 2_000,
    retryStrategy: (attempt) => Math.min(attempt * 100, 2_000),
  })
  let away = false
  client.on('error', (error: Error) => {
    if (!away) log.warn({ err: error }, 'redis is away: paces are kept in this process')
    away = true
  })
  client.on('ready', () => {
    if (away) log.info('redis is back')
    away = false
  })
  return client
}

export async function closeRedis(client: RedisClient): Promise<void> {
  if (client.status !== 'ready') return client.disconnect()
  await client.quit().catch(() => client.disconnect())
}
