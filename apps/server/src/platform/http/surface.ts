// One HTTP layer, two APIs: the members' and the console's. Everything that differs between them is here.

import type { Config } from '../config.ts'
import type { RateLimiter } from '../rate-limits.ts'
import type { SessionGate } from '../session-gate.ts'
import { type CookieNames, memberCookies } from './cookies.ts'
import { type Gatekeeping, makeGatekeeping } from './gatekeeping.ts'
import { reportPath } from './headers.ts'

interface SecurityScheme {
  readonly type: 'apiKey'
  readonly in: 'header' | 'cookie'
  readonly name: string
}

export interface ApiSurface {
  readonly base: string
  readonly title: string
  readonly origin: string
  readonly port: number
  /** The built app served at `/`; undefined when another server does. */
  readonly appDir: string | undefined
  readonly cookies: CookieNames
  readonly securitySchemes: Readonly<Record<string, SecurityScheme>>
  readonly gatekeeping: Gatekeeping
  readonly rateLimiter: RateLimiter
  /** Where browsers report violations of the page's policy, if anywhere. */
  readonly reportPath: string | undefined
  /** Where /live is forwarded to, if anywhere. */
  readonly liveUpstream: string | undefined
}

export const apiBase = '/api/vue'

export function memberSurface(config: Config, gate: SessionGate, rateLimiter: RateLimiter): ApiSurface {
  return {
    base: apiBase,
    title: 'Fairlot member API',
    origin: config.publicOrigin,
    port: config.port,
    appDir: config.memberAppDir,
    cookies: memberCookies,
    securitySchemes: {
      token: { type: 'apiKey', in: 'header', name: 'token' },
      account: { type: 'apiKey', in: 'header', name: 'account' },
      xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN' },
      bind: { type: 'apiKey', in: 'cookie', name: memberCookies.bind },
    },
    gatekeeping: makeGatekeeping({
      publicOrigin: config.publicOrigin,
      gate,
      secrets: config.secrets,
      rateLimiter,
    }),
    rateLimiter,
    reportPath,
    liveUpstream: config.liveUpstream,
  }
}
