// From an outcome to the HTTP answer. The status of a refusal comes from its message in the catalogue.

import { catalogue, type Envelope, type RefusalStatus, SUCCESS } from '@fairlot/contract'
import { consoleCatalogue, type ConsoleRefusalCode, isConsoleCode } from '@fairlot/contract/catalogue/console'
import type { ConsoleEnvelope } from '@fairlot/contract/console-routes'
import type { FastifyReply } from 'fastify'
import type { ConsoleOutcome } from '../outcome.ts'

export interface Answer {
  readonly status: number
  readonly body: Envelope<unknown> | ConsoleEnvelope<unknown>
}

export const statusOf = (code: ConsoleRefusalCode): RefusalStatus =>
  isConsoleCode(code) ? consoleCatalogue[code].status : catalogue[code].status

export function answerOf(outcome: ConsoleOutcome<unknown>, requestId: string): Answer {
  if (outcome.ok) {
    return { status: 200, body: { status: SUCCESS, msg: outcome.msg ?? '', data: outcome.data } }
  }
  const { msg, field, params, rule } = outcome
  const status = statusOf(msg)
  return {
    status,
    body: {
      status,
      msg,
      data: null,
      ...(field === undefined ? {} : { field }),
      ...(params === undefined ? {} : { params }),
      ...(rule === undefined ? {} : { rule }),
      requestId,
    },
  }
}

export const refusalAnswer = (
  msg: ConsoleRefusalCode,
  requestId: string,
  details: { field?: string; seconds?: number } = {},
) =>
  answerOf(
    {
      ok: false,
      msg,
      ...(details.field === undefined ? {} : { field: details.field }),
      ...(details.seconds === undefined ? {} : { params: { seconds: details.seconds } }),
    },
    requestId,
  )

export function send(reply: FastifyReply, answer: Answer): FastifyReply {
  return reply
    .code(answer.status)
    .header('content-type', 'application/json; charset=utf-8')
    .send(JSON.stringify(answer.body))
}

/** Effects and business refusals are stored under an idempotency key; "busy", "too fast" and failures are not. */
export const isMemorable = ({ status }: Answer): boolean => status !== 429 && status < 500
