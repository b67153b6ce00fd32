// The terms by which orders are checked and charged. A hash names them: the ticket sends it, the order stores it, and
// settlement charges by the named terms, even if newer ones are in force.

import { createHash } from 'node:crypto'
import { canonicalJson, termsOf, type TradingTerms } from '@fairlot/rules/orders'
import { readRuleValues, ruleProfileOf } from '#features/site'
import type { Tx } from '#platform/db'
import { insertTerms, selectTerms } from './store.ts'

export interface NamedTerms {
  /** SHA-256 of the terms as canonical JSON, hex. */
  readonly hash: string
  readonly terms: TradingTerms
}

export const hashOfTerms = (terms: TradingTerms): string =>
  createHash('sha256').update(canonicalJson(terms)).digest('hex')

/** The terms in force now. Stored under their hash before any order can be placed under them. */
export async function currentTerms(tx: Tx, money: 'practice' | 'real', now: Date): Promise<NamedTerms> {
  const profile = ruleProfileOf(money)
  const terms = termsOf(profile, await readRuleValues(tx, now))
  const hash = hashOfTerms(terms)
  if (!(await selectTerms(tx, hash))) await insertTerms(tx, hash, profile, canonicalJson(terms))
  return { hash, terms }
}
