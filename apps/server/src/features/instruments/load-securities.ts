import { readSecurities } from '@fairlot/database/seeds'
import type { Tx } from '#platform/db'
import { upsertInstruments } from './store.ts'

/** Returns how many are new or renamed. */
export const loadSecurities = (tx: Tx): Promise<number> => upsertInstruments(tx, readSecurities())
