// In development and tests every answer is checked against its schema, and every refusal against the route's list. A
// field that the schema does not name fails too: in production it would reach the client unnoticed.
// scripts/check-refusals.ts checks that each listed refusal can occur.

import { isDeepStrictEqual } from 'node:util'
import * as z from 'zod/mini'
import type { ConsoleOutcome } from '../outcome.ts'
import type { AnyRoute } from './routes.ts'

/** Refusals that any route may return: bad input, signed out, restricted, busy. */
const anywhere = /^(system|request|session|restriction)\.|^input\.invalid$|^operator\.not-allowed$/

export function checkContract(route: AnyRoute, outcome: ConsoleOutcome<unknown>): void {
  if (!outcome.ok) {
    const listed = (route.refusals as readonly string[]).includes(outcome.msg)
    if (!listed && !anywhere.test(outcome.msg)) throw new Error(`${route.path} does not list ${outcome.msg}`)
    return
  }
  const wire: unknown = JSON.parse(JSON.stringify(outcome.data ?? null))
  const parsed = z.safeParse(route.data, wire)
  if (!parsed.success)
    throw new Error(`${route.path} answered against its schema: ${z.prettifyError(parsed.error)}`)
  const named: unknown = JSON.parse(JSON.stringify(parsed.data ?? null))
  if (!isDeepStrictEqual(named, wire)) throw new Error(`${route.path} answered more than its schema names`)
}
