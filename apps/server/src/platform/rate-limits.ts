// Rate limits per caller. Counted in Redis, so that all copies of the api count together; when Redis is down, each
// process counts by itself with the same limits. Requests are never unlimited. Orders are counted in the process and
// shared in batches (rate-limits/shared-counts.ts).

import type { RateLimit } from '@fairlot/contract'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Metrics } from './metrics.ts'
import { type Limit, openSharedCounts } from './rate-limits/shared-counts.ts'
import type { RedisClient } from './redis.ts'

/**
 * Per member, and per network address for callers without a member. Many clients share one address behind a mobile
 * carrier, so the address limits are wide; guessing passwords is also limited by the counters of the account.
 */
export const rateLimits: Readonly<
  Record<RateLimit | 'page', { readonly caller: Limit; readonly network: Limit }>
> = {
  // Everything that is not a POST: pages, their files, pictures and documents. A first visit loads about forty files.
  page: { caller: { points: 1_200, seconds: 60 }, network: { points: 6_000, seconds: 60 } },
  read: { caller: { points: 240, seconds: 60 }, network: { points: 3_000, seconds: 60 } },
  write: { caller: { points: 60, seconds: 60 }, network: { points: 1_200, seconds: 60 } },
  // Ten a second as `order.perSecond` says, counted over a few seconds so that a manual burst is allowed. Closing and
  // cancelling have their own limit: a member who opens too fast must still be able to close.
  order: { caller: { points: 50, seconds: 5 }, network: { points: 6_000, seconds: 60 } },
  close: { caller: { points: 50, seconds: 5 }, network: { points: 6_000, seconds: 60 } },
  credential: { caller: { points: 20, seconds: 60 }, network: { points: 60, seconds: 60 } },
  register: { caller: { points: 5, seconds: 3_600 }, network: { points: 20, seconds: 3_600 } },
}

/** The frequent ones. All others, above all those of credentials, ask Redis for every call. */
const sharedInBatches: ReadonlySet<string> = new Set<RateLimit>(['order', 'close'])

export interface RateLimiter {
  /** Returns undefined when the call may continue, else the seconds to wait. */
  take(
    rateLimit: RateLimit | 'page',
    by: 'caller' | 'network',
    who: string,
    points?: number,
  ): Promise<number | undefined>
  /** Shares the counts that other processes do not know yet. Runs by itself four times a second. */
  share(): Promise<void>
}

export interface RateLimiterOptions {
  readonly redis: RedisClient
  readonly metrics: Metrics
  /** Multiplies every limit: development and tests run many members from one address. */
  readonly factor: number
}

export function makeRateLimiter({ redis, metrics, factor }: RateLimiterOptions): RateLimiter {
  const limiters = new Map<string, RateLimiterRedis>()
  const counts = openSharedCounts(redis, metrics)
  for (const [rateLimit, sides] of Object.entries(rateLimits)) {
    if (sharedInBatches.has(rateLimit)) continue
    for (const [by, limit] of Object.entries(sides)) {
      const points = limit.points * factor
      const memory = new CountingMemory({ points, duration: limit.seconds }, metrics)
      const limiter = new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `rate-limit:${rateLimit}:${by}`,
        points,
        duration: limit.seconds,
        // Callers already over the limit are refused without asking Redis.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: memory,
      })
      limiters.set(`${rateLimit}:${by}`, limiter)
    }
  }
  return {
    async take(rateLimit, by, who, points = 1) {
      if (sharedInBatches.has(rateLimit)) {
        const limit = rateLimits[rateLimit][by]
        const key = `rate-limit:${rateLimit}:${by}:${who}`
        return secondsOf(counts.take(key, { ...limit, points: limit.points * factor }, points))
      }
      try {
        await limiters.get(`${rateLimit}:${by}`)!.consume(who, points)
        return undefined
      } catch (error) {
        if (error instanceof RateLimiterRes) return secondsOf(error.msBeforeNext)
        throw error
      }
    },
    share: counts.share,
  }
}

const secondsOf = (ms: number | undefined): number | undefined =>
  ms === undefined ? undefined : Math.max(1, Math.ceil(ms / 1_000))

class CountingMemory extends RateLimiterMemory {
  readonly #metrics: Metrics

  constructor(options: ConstructorParameters<typeof RateLimiterMemory>[0], metrics: Metrics) {
    super(options)
    this.#metrics = metrics
  }

  override consume(...args: Parameters<RateLimiterMemory['consume']>): Promise<RateLimiterRes> {
    this.#metrics.rateLimitFallbacks.inc()
    return super.consume(...args)
  }
}

/** An IPv6 subscriber owns a whole /64: counting single addresses would be useless. */
export function networkOf(ip: string): string {
  if (!ip.includes(':')) return ip
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(ip)
  if (mapped) return mapped[1]!
  const [head = '', tail] = ip.split('%')[0]!.split('::')
  const groups = head === '' ? [] : head.split(':')
  const after = tail === undefined || tail === '' ? [] : tail.split(':')
  const zeros = tail === undefined ? 0 : 8 - groups.length - after.length
  const all = [...groups, ...Array<string>(Math.max(0, zeros)).fill('0'), ...after]
  return `${all
    .slice(0, 4)
    .map((group) => Number.parseInt(group, 16).toString(16))
    .join(':')}::/64`
}
