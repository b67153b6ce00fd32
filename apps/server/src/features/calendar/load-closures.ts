import { readClosures } from '@fairlot/database/seeds'
import type { Tx } from '#platform/db'
import { upsertClosures } from './store.ts'

/** Loads the announced closed days. A day that operators added is not in the file and stays. */
export const loadClosures = (tx: Tx): Promise<number> => upsertClosures(tx, readClosures())
