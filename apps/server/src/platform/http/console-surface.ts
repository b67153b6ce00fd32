// The checks before every handler of the console's API, in order: rate limit of the network, origin, session, XSRF pair,
// right, rate limit of the caller. The session is a cookie that no script can read; there is no token to copy.

import type { ConsoleRoute } from '@fairlot/contract/console-route'
import { consoleBase } from '@fairlot/contract/console-routes'
import { hasRight } from '@fairlot/rules/operators'
import type { ConsoleConfig } from '../config.ts'
import type { OperatorCaller } from '../handler.ts'
import { networkOf, type RateLimiter } from '../rate-limits.ts'
import type { Secrets } from '../secrets.ts'
import type { GateContext } from '../session-gate.ts'
import { consoleCookies } from './cookies.ts'
import { header, isSameOrigin } from './gatekeeping.ts'
import type { Gatekeeping } from './gatekeeping.ts'
import type { ApiSurface } from './surface.ts'
import { isXsrfPair } from './xsrf.ts'

export interface OperatorGate {
  /**
   * Returns undefined when the session no longer exists. Reads PostgreSQL each time, so that an operator who has left
   * is signed out at once.
   */
  authenticate(bind: string, context: GateContext, isQuiet: boolean): Promise<OperatorCaller | undefined>
}

export interface ConsoleSurfaceOptions {
  readonly console: ConsoleConfig
  readonly secrets: Secrets
  readonly gate: OperatorGate
  readonly rateLimiter: RateLimiter
}

export function consoleSurface({ console, secrets, gate, rateLimiter }: ConsoleSurfaceOptions): ApiSurface {
  return {
    base: consoleBase,
    title: 'Fairlot console API',
    origin: console.origin,
    port: console.port,
    // Another process serves the page (roles/console-app.ts): a compromised API cannot alter it.
    appDir: undefined,
    cookies: consoleCookies,
    securitySchemes: {
      xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
      bind: { type: 'apiKey', in: 'cookie', name: consoleCookies.bind },
    },
    gatekeeping: makeConsoleGatekeeping(console.origin, secrets, gate, rateLimiter),
    rateLimiter,
    reportPath: undefined,
    liveUpstream: undefined,
  }
}

function makeConsoleGatekeeping(
  origin: string,
  secrets: Secrets,
  gate: OperatorGate,
  rateLimiter: RateLimiter,
): Gatekeeping {
  return {
    async check(anyRoute, request, context) {
      const route = anyRoute as ConsoleRoute
      const wait = await rateLimiter.take(route.rateLimit, 'network', networkOf(context.ip))
      if (wait !== undefined) return { msg: 'request.too-frequent', seconds: wait }
      if (!isSameOrigin(request, origin)) return { msg: 'request.forbidden' }
      if (route.right === 'public') return undefined

      const { cookies } = request
      const bind = cookies[consoleCookies.bind] ?? ''
      if (bind === '') return { msg: 'session.expired' }
      const caller = await gate.authenticate(bind, context, route.quiet === true)
      if (!caller) return { msg: 'session.expired' }
      const pair = [cookies[consoleCookies['XSRF-TOKEN']] ?? '', header(request, 'x-xsrf-token')] as const
      if (!isXsrfPair(secrets, caller.sessionId, ...pair)) return { msg: 'request.forbidden' }
      if (route.right !== 'signed-in' && !hasRight(caller.roles, route.right, context.now)) {
        return { msg: 'operator.not-allowed' }
      }
      const who = `operator:${caller.operatorId}`
      const ownWait = await rateLimiter.take(route.rateLimit, 'caller', who)
      if (ownWait !== undefined) return { msg: 'request.too-frequent', seconds: ownWait }
      return { caller, who }
    },
  }
}
