import { createHash } from 'node:crypto'
import type { Sha256 } from '@fairlot/proof'
import type { ChainedEntry } from './store.ts'

export const sha256: Sha256 = (bytes) => createHash('sha256').update(bytes).digest()

/** The order is part of the chain's format: a change here would make every old link look altered. */
export const chainFields = (entry: ChainedEntry): readonly string[] => [
  entry.entryId,
  entry.recordedAt,
  entry.action,
  entry.actor,
  entry.subject,
  entry.requestId,
  entry.details,
]
