// What stands before every handler of the member API, in order: pace of the network, origin, session, account,
// XSRF pair, restrictions, pace of the caller. Each step can only refuse.

import type { RefusalCode, Route } from '@fairlot/contract'
import { blockedBy } from '@fairlot/rules/members'
import type { FastifyRequest } from 'fastify'
import { networkOf, type PaceKeeper } from '../pace.ts'
import type { Secrets } from '../secrets.ts'
import { sameText } from '../secrets.ts'
import type { Admitted, GateContext, SessionGate } from '../session-gate.ts'
import { isXsrfPair } from './xsrf.ts'

export interface Refusing {
  readonly msg: RefusalCode
  readonly seconds?: number
}

export interface GatekeepingOptions {
  readonly publicOrigin: string
  readonly gate: SessionGate
  readonly secrets: Secrets
  readonly pace: PaceKeeper
}

export interface Gatekeeping {
  /** Undefined for a public route that may go on. */
  check(route: Route, request: FastifyRequest, context: GateContext): Promise<Refusing | Admitted | undefined>
}

export function makeGatekeeping({ publicOrigin, gate, secrets, pace }: GatekeepingOptions): Gatekeeping {
  return {
    async check(route, request, context) {
      const wait = await pace.take(route.pace, 'network', networkOf(context.ip))
      if (wait !== undefined) return { msg: 'request.too-frequent', seconds: wait }
      if (!isSameOrigin(request, publicOrigin)) return { msg: 'request.forbidden' }
      if (route.capability === 'public') return undefined

      const { cookies } = request
      const token = header(request, 'token')
      if (token === '') return { msg: 'session.expired' }
      const presented = { token, bind: cookies['__Host-bind'] ?? '' }
      const admitted = await gate.authenticate(presented, context, isHot(route))
      if (!admitted.ok) return { msg: admitted.msg }
      const { caller, bars } = admitted
      if (!sameText(header(request, 'account'), caller.account)) {
        await gate.reportAccountMismatch(caller, context)
        return { msg: 'session.expired' }
      }
      const pair = [cookies['__Host-XSRF-TOKEN'] ?? '', header(request, 'x-xsrf-token')] as const
      if (!isXsrfPair(secrets, caller.sessionId, ...pair)) return { msg: 'request.forbidden' }
      const blocked = blockedBy(route.capability, bars)
      if (blocked !== undefined) return { msg: blocked }
      const ownWait = await pace.take(route.pace, 'caller', caller.memberId)
      if (ownWait !== undefined) return { msg: 'request.too-frequent', seconds: ownWait }
      return admitted
    },
  }
}

/** Orders come in numbers: asking PostgreSQL who sends each of them would cost as much as taking it. */
const isHot = ({ pace }: Route): boolean => pace === 'order' || pace === 'close'

export function header(request: FastifyRequest, name: string): string {
  const value = request.headers[name]
  return typeof value === 'string' ? value : ''
}

/** Browsers send both headers on every POST. Where both are missing it is no browser, and no cookie rides along unasked. */
function isSameOrigin(request: FastifyRequest, publicOrigin: string): boolean {
  const site = header(request, 'sec-fetch-site')
  const origin = header(request, 'origin')
  return (site === '' || site === 'same-origin') && (origin === '' || origin === publicOrigin)
}
