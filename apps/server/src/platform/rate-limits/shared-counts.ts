// Counts calls in this process and shares the sums through Redis a few times a second, all in one command instead of two
// for every order.
//
// Within one process a limit is exact. A caller who uses several processes at once can exceed it by what the other
// processes accept until they share: at most one interval and one round trip. While Redis is down, each process counts
// by itself.

import type { Metrics } from '../metrics.ts'
import type { RedisClient } from '../redis.ts'

export interface Limit {
  readonly points: number
  readonly seconds: number
}

export interface SharedCounts {
  /** Returns undefined when the call may continue, else the milliseconds to wait. */
  take(key: string, limit: Limit, points: number): number | undefined
  /** Runs by itself after `take`. */
  share(): Promise<void>
}

interface Count {
  /** By all processes, as far as this one knows. */
  used: number
  unshared: number
  endsAt: number
}

const shareEveryMs = 250
const maxCounts = 50_000
/** Keys in one command: Redis serves no other client meanwhile. */
const maxKeys = 500

/** The window of a key begins with its first call, as rate-limiter-flexible does it; the keys are the same. */
const script = `
local answers = {}
for n, key in ipairs(KEYS) do
  answers[2 * n - 1] = redis.call('INCRBY', key, ARGV[2 * n - 1])
  local left = redis.call('PTTL', key)
  if left < 0 then
    left = tonumber(ARGV[2 * n])
    redis.call('PEXPIRE', key, left)
  end
  answers[2 * n] = left
end
return answers`

export function openSharedCounts(redis: RedisClient, metrics: Metrics): SharedCounts {
  const counts = new Map<string, Count>()
  let unshared = new Map<string, Count>()
  let timer: NodeJS.Timeout | undefined

  function take(key: string, { points: max, seconds }: Limit, points: number): number | undefined {
    const now = performance.now()
    let count = counts.get(key)
    if (!count || count.endsAt <= now) {
      // Last in the order of the map, so that the oldest goes first. Redis still has what it was told.
      counts.delete(key)
      if (counts.size >= maxCounts) counts.delete(counts.keys().next().value!)
      counts.set(key, (count = { used: 0, unshared: 0, endsAt: now + seconds * 1_000 }))
    }
    if (count.used + points > max) return count.endsAt - now
    count.used += points
    count.unshared += points
    unshared.set(key, count)
    timer ??= setTimeout(() => void share(), shareEveryMs).unref()
    return undefined
  }

  async function share(): Promise<void> {
    clearTimeout(timer)
    timer = undefined
    const now = performance.now()
    const due = [...unshared].filter(([, { endsAt }]) => endsAt > now)
    unshared = new Map()
    for (let from = 0; from < due.length; from += maxKeys) await shareSome(due.slice(from, from + maxKeys))
  }

  async function shareSome(some: readonly (readonly [string, Count])[]): Promise<void> {
    const now = performance.now()
    const sent = some.map(([, count]) => count.unshared)
    for (const [, count] of some) count.unshared = 0
    try {
      const answers = (await redis.eval(
        script,
        some.length,
        ...some.map(([key]) => key),
        ...some.flatMap(([, { endsAt }], index) => [sent[index]!, Math.max(1, Math.ceil(endsAt - now))]),
      )) as number[]
      const at = performance.now()
      some.forEach(([, count], index) => {
        count.used = answers[2 * index]! + count.unshared
        count.endsAt = at + answers[2 * index + 1]!
      })
    } catch {
      metrics.rateLimitFallbacks.inc(some.length)
      some.forEach(([key, count], index) => {
        count.unshared += sent[index]!
        if (counts.get(key) === count) unshared.set(key, count)
      })
      timer ??= setTimeout(() => void share(), shareEveryMs).unref()
    }
  }

  return { take, share }
}
