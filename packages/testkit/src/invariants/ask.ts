import type { Executor } from '@fairlot/ledger'
import type { TradingTerms } from '@fairlot/rules/orders'
import type { Breach as LedgerBreach } from '../invariants.ts'

export interface TradingBreach {
  readonly invariant:
    | LedgerBreach['invariant']
    | 'I7'
    | 'I8'
    | 'I9'
    | 'I10'
    | 'I11'
    | 'I12'
    | 'I13'
    | 'I22'
    | 'I24'
    | 'I30'
    | 'I31'
  readonly what: string
}

/** A query that returns one row per breach with a text `what`. */
export type Question = readonly [invariant: TradingBreach['invariant'], sql: string]

export async function ask(tx: Executor, questions: readonly Question[]): Promise<TradingBreach[]> {
  const breaches: TradingBreach[] = []
  for (const [invariant, sql] of questions)
    for (const { what } of await tx.query<{ what: string }>(sql)) breaches.push({ invariant, what })
  return breaches
}

/** All terms under which orders were ever placed, by hash in hex. */
export async function allTerms(tx: Executor): Promise<ReadonlyMap<string, TradingTerms>> {
  const rows = await tx.query<{ hash: string; body: TradingTerms }>(
    `SELECT encode(hash, 'hex') AS hash, body FROM app.terms`,
  )
  return new Map(rows.map(({ hash, body }) => [hash, body]))
}
