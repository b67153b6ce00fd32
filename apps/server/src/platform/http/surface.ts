// One HTTP layer, two APIs: the members' and the console's. Everything that differs between them is here.

import type { ConsoleRefusalCode } from '@fairlot/contract/catalogue/console'
import type { FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { PaceKeeper } from '../pace.ts'
import type { GateContext, SessionGate } from '../session-gate.ts'
import { type CookieNames, memberCookies } from './cookies.ts'
import { makeGatekeeping } from './gatekeeping.ts'
import { reportPath } from './headers.ts'
import type { AnyCaller, AnyRoute } from './routes.ts'

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
  /** Undefined for a public route that may continue. */
  check(
    route: AnyRoute,
    request: FastifyRequest,
    context: GateContext,
  ): Promise<Refusing | Passed | undefined>
}

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
  readonly pace: PaceKeeper
  /** Where browsers report violations of the page's policy, if anywhere. */
  readonly reportPath: string | undefined
  /** Where /live is forwarded to, if anywhere. */
  readonly liveUpstream: string | undefined
}

export const apiBase = '/api/vue'

export function memberSurface(config: Config, gate: SessionGate, pace: PaceKeeper): ApiSurface {
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
      pace,
    }),
    pace,
    reportPath,
    liveUpstream: config.liveUpstream,
  }
}
