import type { FastifyError } from 'fastify'
import type { RefusalCode } from '@fairlot/contract'
import { CommitUnconfirmed, isTransient } from '../db.ts'

export interface Mapped {
  readonly msg: RefusalCode
  readonly field?: string
  /** Our own fault: it is logged with its stack. */
  readonly isFault: boolean
}

/** Maps every error to an answer of the catalogue, which never contains a stack or a driver's message. */
export function mapError(error: unknown): Mapped {
  const { code, statusCode, validation } = error as Partial<FastifyError>
  if (validation) return { msg: 'input.invalid', ...fieldOf(validation[0]?.instancePath), isFault: false }
  if (code === 'FST_ERR_CTP_BODY_TOO_LARGE') return { msg: 'request.too-large', isFault: false }
  if (code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return { msg: 'request.not-json', isFault: false }
  // Not "busy": that text says that nothing was done.
  if (error instanceof CommitUnconfirmed) return { msg: 'system.unconfirmed', isFault: true }
  if (isTransient(error)) return { msg: 'system.busy', isFault: true }
  if (statusCode !== undefined && statusCode >= 400 && statusCode < 500)
    return { msg: 'input.invalid', isFault: false }
  return { msg: 'system.something-wrong', isFault: true }
}

function fieldOf(path: string | undefined): { field?: string } {
  const [, field] = (path ?? '').split('/')
  return field ? { field } : {}
}
