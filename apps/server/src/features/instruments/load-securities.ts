import { readSecurities } from '@fairlot/database/seeds'
import type { Tx } from '#platform/db'
import { upsertInstruments } from './store.ts'

/** Answers how many are new or got another name. */
export const loadSecurities = (tx: Tx): Promise<number> => upsertInstruments(tx, readSecurities())
