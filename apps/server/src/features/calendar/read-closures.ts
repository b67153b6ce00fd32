import { type Closures, closuresOf } from '@fairlot/rules/calendar'
import type { Tx } from '#platform/db'
import { readClosureRows } from './store.ts'

/** Asked anew each time: a typhoon day that an operator adds holds from the next question on. */
export const readClosures = async (tx: Tx): Promise<Closures> => closuresOf(await readClosureRows(tx))
