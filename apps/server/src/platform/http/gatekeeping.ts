// The checks before every handler of the member API, in order: rate limit of the network, origin, session, account, XSRF
// pair, restrictions, rate limit of the caller. Each step can only refuse.

import type { RateLimit, Route } from '@fairlot/contract'
import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import { blockedBy } from '@fairlot/rules/members'
import type { FastifyRequest } from 'fastify'
import { networkOf, type RateLimiter } from '../rate-limits.ts'
import type { Secrets } from '../secrets.ts'
import { sameText } from '../secrets.ts'
import type { GateContext, SessionGate } from '../session-gate.ts'
import { memberCookies } from './cookies.ts'
import type { AnyCaller, AnyRoute } from './routes.ts'
import { isXsrfPair } from './xsrf.ts'

export interface Refusing {
  readonly msg: ConsoleRefusalCode
  readonly seconds?: number
}

export interface Passed {
  readonly caller: AnyCaller
  /** The owner of the idempotency keys: `member:<id>` or `operator:<id>`. */
  readonly who: string
}

export interface Gatekeeping {
  /** Returns undefined for a public route that may continue. */
  check(
    route: AnyRoute,
    request: FastifyRequest,
    context: GateContext,
  ): Promise<Refusing | Passed | undefined>
}

export interface GatekeepingOptions {
  readonly publicOrigin: string
  readonly gate: SessionGate
  readonly secrets: Secrets
  readonly rateLimiter: RateLimiter
}

export function makeGatekeeping({
  publicOrigin,
  gate,
  secrets,
  rateLimiter,
}: GatekeepingOptions): Gatekeeping {
  const slowed = keepSlowed()
  return {
    async check(anyRoute, request, context) {
      const route = anyRoute as Route
      const token = header(request, 'token')
      const left = slowed.secondsLeft(route.rateLimit, token)
      if (left !== undefined) return { msg: 'request.too-frequent', seconds: left }
      const wait = await rateLimiter.take(route.rateLimit, 'network', networkOf(context.ip))
      if (wait !== undefined) return { msg: 'request.too-frequent', seconds: wait }
      if (!isSameOrigin(request, publicOrigin)) return { msg: 'request.forbidden' }
      if (route.capability === 'public') return undefined

      const { cookies } = request
      if (token === '') return { msg: 'session.expired' }
      const presented = { token, bind: cookies[memberCookies.bind] ?? '' }
      const admitted = await gate.authenticate(presented, context, isHot(route))
      if (!admitted.ok) return { msg: admitted.msg }
      const { caller, bars } = admitted
      if (!sameText(header(request, 'account'), caller.account)) {
        await gate.reportAccountMismatch(caller, context)
        return { msg: 'session.expired' }
      }
      const pair = [cookies[memberCookies['XSRF-TOKEN']] ?? '', header(request, 'x-xsrf-token')] as const
      if (!isXsrfPair(secrets, caller.sessionId, ...pair)) return { msg: 'request.forbidden' }
      const blocked = blockedBy(route.capability, bars)
      if (blocked !== undefined) return { msg: blocked }
      const ownWait = await rateLimiter.take(route.rateLimit, 'caller', caller.memberId)
      if (ownWait !== undefined) {
        slowed.add(route.rateLimit, token, ownWait)
        return { msg: 'request.too-frequent', seconds: ownWait }
      }
      return { caller, who: `member:${caller.memberId}` }
    },
  }
}

/**
 * Sessions over the limit, by rate limit. A program that continues anyway is refused here, before it costs a
 * query to Redis or PostgreSQL, so that it does not slow down others.
 */
function keepSlowed() {
  const until = new Map<string, number>()
  const max = 10_000
  return {
    add(rateLimit: RateLimit, token: string, seconds: number): void {
      if (until.size >= max) until.clear()
      until.set(`${rateLimit} ${token}`, performance.now() + seconds * 1_000)
    },
    secondsLeft(rateLimit: RateLimit, token: string): number | undefined {
      if (until.size === 0 || token === '') return undefined
      const end = until.get(`${rateLimit} ${token}`)
      if (end === undefined) return undefined
      const left = end - performance.now()
      if (left > 0) return Math.max(1, Math.ceil(left / 1_000))
      until.delete(`${rateLimit} ${token}`)
      return undefined
    },
  }
}

/** Orders are frequent: reading each sender's session from PostgreSQL would cost as much as accepting the order. */
const isHot = ({ rateLimit }: Route): boolean => rateLimit === 'order' || rateLimit === 'close'

export function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Browsers send both headers on every POST. Without both it is no browser, and no cookie is attached automatically. */
export function isSameOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  const site = header(request, 'sec-fetch-site')
  const origin = header(request, 'origin')
  return (site === '' || site === 'same-origin') && (origin === '' || origin === publicOrigin)
}
