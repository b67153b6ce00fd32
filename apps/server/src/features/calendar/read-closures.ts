import { type Closures, closuresOf } from '@fairlot/rules/calendar'
import type { Tx } from '#platform/db'
import { readClosureRows } from './store.ts'

/** Not cached: a typhoon day that operators add takes effect with the next read. */
export const readClosures = async (tx: Tx): Promise<Closures> => closuresOf(await readClosureRows(tx))
