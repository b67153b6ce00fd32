// How often a caller may ask. Counted on Redis, so that every copy of the api counts together; when Redis does not
// answer, each process counts on its own with the same limits. It never stands open.

import type { Pace } from '@fairlot/contract'
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'
import type { Metrics } from './metrics.ts'
import type { RedisClient } from './redis.ts'

interface Limit {
  readonly points: number
  readonly seconds: number
}

/**
 * Per member, and per network address for what has no member yet. Many phones share one address behind a mobile
 * carrier, so the address limits are wide; who tries passwords is held by the counters of the account as well.
 */
export const paces: Readonly<Record<Pace, { readonly caller: Limit; readonly network: Limit }>> = {
  read: { caller: { points: 240, seconds: 60 }, network: { points: 3_000, seconds: 60 } },
  write: { caller: { points: 60, seconds: 60 }, network: { points: 1_200, seconds: 60 } },
  // Ten a second as `order.perSecond` says, counted over a few seconds so that a burst of a hand passes. Closing and
  // cancelling have a pace of their own: who opens too fast must still be able to get out.
  order: { caller: { points: 50, seconds: 5 }, network: { points: 6_000, seconds: 60 } },
  close: { caller: { points: 50, seconds: 5 }, network: { points: 6_000, seconds: 60 } },
  credential: { caller: { points: 20, seconds: 60 }, network: { points: 60, seconds: 60 } },
  register: { caller: { points: 5, seconds: 3_600 }, network: { points: 20, seconds: 3_600 } },
}

export interface PaceKeeper {
  /** Undefined when the call may go on, else the seconds to wait. */
  take(pace: Pace, by: 'caller' | 'network', who: string): Promise<number | undefined>
}

export interface PaceOptions {
  readonly redis: RedisClient
  readonly metrics: Metrics
  /** Multiplies every limit: development and tests drive many members from one address. */
  readonly factor: number
}

export function keepPace({ redis, metrics, factor }: PaceOptions): PaceKeeper {
  const limiters = new Map<string, RateLimiterRedis>()
  for (const [pace, sides] of Object.entries(paces)) {
    for (const [by, limit] of Object.entries(sides)) {
      const points = limit.points * factor
      const memory = new CountingMemory({ points, duration: limit.seconds }, metrics)
      const limiter = new RateLimiterRedis({
        storeClient: redis,
        keyPrefix: `pace:${pace}:${by}`,
        points,
        duration: limit.seconds,
        // Stops asking Redis about who is over the limit already.
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: memory,
      })
      limiters.set(`${pace}:${by}`, limiter)
    }
  }
  return {
    async take(pace, by, who) {
      try {
        await limiters.get(`${pace}:${by}`)!.consume(who)
        return undefined
      } catch (error) {
        if (error instanceof RateLimiterRes) return Math.max(1, Math.ceil(error.msBeforeNext / 1_000))
        throw error
      }
    },
  }
}

class CountingMemory extends RateLimiterMemory {
  readonly #metrics: Metrics

  constructor(options: ConstructorParameters<typeof RateLimiterMemory>[0], metrics: Metrics) {
    super(options)
    this.#metrics = metrics
  }

  override consume(...args: Parameters<RateLimiterMemory['consume']>): Promise<RateLimiterRes> {
    this.#metrics.paceFallbacks.inc()
    return super.consume(...args)
  }
}

/** An IPv6 subscriber owns a whole /64: counting single addresses would count nothing. */
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
