import { readClosures } from '@fairlot/database/seeds'
import type { Tx } from '#platform/db'
import { upsertClosures } from './store.ts'

/** Brings the announced closed days in. A day an operator added by hand is not in the file and stays. */
export const loadClosures = (tx: Tx): Promise<number> => upsertClosures(tx, readClosures())
